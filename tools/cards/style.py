"""The style of a printed sheet: cards of 63 × 88 mm or 94.5 × 132 mm, nine or four to an A4 page, dark on white.

All units are millimetres or points, so a sheet is the same on every printer. Nothing is fetched: fonts are those of the
reader's machine.
"""

STYLE = """
* { box-sizing: border-box; }
:root { color-scheme: light; --ink: #16181d; --soft: #5d636e; --line: #b9bec7; --tint: #f1f2f5; }
@page { size: A4; margin: 10mm; }
html { background: #fff; color: var(--ink); font: 7.6pt/1.28 "Source Sans 3", "Helvetica Neue", Arial, "DejaVu Sans",
  sans-serif; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0; }
h1, h2, h3, h4, p, dl, dd, ul { margin: 0; padding: 0; font-size: inherit; font-weight: inherit; }
header.sheet { width: 189mm; margin: 0 auto; padding: 8mm 0 4mm; }
header.sheet h1 { font-size: 18pt; font-weight: 700; line-height: 1.1; }
header.sheet p { color: var(--soft); font-size: 9pt; margin-top: 1mm; }
.page { width: 189mm; display: grid; grid-template-columns: repeat(3, 63mm); grid-auto-rows: 88mm; margin: 0 auto 8mm; }
.card { position: relative; display: flex; flex-direction: column; padding: 3.2mm 3.2mm 2.2mm; overflow-wrap: anywhere;
  outline: 0.2mm dashed var(--line); outline-offset: -0.1mm; background: #fff; }
.page.four { grid-template-columns: repeat(2, 94.5mm); grid-auto-rows: 132mm; }
.four .full { grid-column: span 2; }
.wide { grid-column: span 2; }
.full { grid-column: span 3; }
.high { grid-row: span 2; }
.tall { grid-row: span 3; }
.free { grid-auto-rows: auto; }
.long { grid-row: auto; min-height: 264mm; }
.card > .top { border-bottom: 0.45mm solid var(--ink); padding-bottom: 1mm; margin-bottom: 1.6mm; }
.top { display: flex; align-items: baseline; gap: 1.5mm; }
.top h3 { flex: 1; font-size: 11.5pt; line-height: 1.08; font-weight: 700; overflow-wrap: anywhere; }
.kind { color: var(--soft); font-size: 6.6pt; letter-spacing: 0.05em; text-transform: uppercase; text-align: right; }
.house { width: 2.9mm; height: 2.9mm; align-self: center; flex: none; color: var(--soft); }
dd .house, dt .house, caption .house, p .house {
  width: 0.8em; height: 0.8em; margin-left: 0.25em; vertical-align: baseline; }
.stats { display: flex; flex-wrap: wrap; gap: 1mm; margin-bottom: 1.6mm; }
.stats div { border: 0.2mm solid var(--line); border-radius: 0.8mm; padding: 0.3mm 1.3mm 0.5mm; text-align: center;
  min-width: 8.5mm; }
.stats dd { font-size: 10pt; font-weight: 700; line-height: 1.1; }
.stats dt, .facts dt { color: var(--soft); font-size: 5.8pt; letter-spacing: 0.03em; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 0.2mm 1.6mm; margin-bottom: 1.4mm; }
.facts dt { font-size: 6.4pt; padding-top: 0.2mm; }
.told { margin-bottom: 1.4mm; font-style: italic; overflow-wrap: anywhere; }
.told b { font-style: normal; font-weight: 400; color: var(--soft); font-size: 0.85em; }
.steps { display: inline-flex; vertical-align: baseline; border: 0.2mm solid var(--ink); border-radius: 0.6mm;
  background: #fff; overflow: hidden; }
.steps b { padding: 0 0.45em; color: var(--ink); line-height: 1.25; }
.steps b + b { border-left: 0.2mm solid var(--ink); }
.tables { margin-bottom: 1mm; }
.tables .rows { break-inside: avoid; }
.four .tables { columns: 2; column-gap: 4mm; }
.tables .rows th, .tables .rows td { vertical-align: baseline; padding: 0.3mm 0; }
.tables .rows th { border-top: 0.15mm solid var(--line); text-align: left; white-space: normal; padding-right: 2mm; }
.tables .rows tr:first-child th { border-top: 0; }
.tables .rows .short { white-space: nowrap; }
.fact { margin-right: 0.9em; white-space: nowrap; }
.text p { margin-bottom: 1.1mm; overflow-wrap: anywhere; }
.text b { font-weight: 700; }
.text i { color: #33373f; }
.part { break-inside: avoid; border: 0.2mm solid var(--line); border-left: 0.7mm solid var(--ink);
  border-radius: 0.6mm; background: var(--tint); padding: 0.9mm 1.6mm 0.3mm; margin-bottom: 1.3mm; }
.part .part { background: #fff; }
.wide .parts { columns: 2; column-gap: 1.6mm; }
.full .parts { columns: 3; column-gap: 1.6mm; }
.four .full .parts, .parts.many { columns: 2; column-gap: 1.6mm; }
.part .top h4 { flex: 1; font-weight: 700; font-size: 8.6pt; overflow-wrap: anywhere; }
.part .kind { font-size: 5.8pt; }
.part .line { color: #33373f; margin-bottom: 0.7mm; }
.part .line b { color: var(--ink); }
.rows { width: 100%; border-collapse: collapse; margin-bottom: 1.2mm; }
.rows th { text-align: right; vertical-align: top; font-weight: 700; padding: 0.2mm 1.4mm 0.2mm 0;
  white-space: nowrap; }
.rows td { padding: 0.2mm 0; border-top: 0.15mm solid var(--line); vertical-align: top; }
.rows tr:first-child td { border-top: 0; }
.rows caption { text-align: left; color: var(--soft); font-size: 5.8pt; letter-spacing: 0.05em;
  text-transform: uppercase; }
.small { margin-top: auto; padding-top: 0.8mm; color: var(--soft); font-size: 4.8pt; line-height: 1.2; }
.l2 { font-size: 10.6pt; line-height: 1.3; }
.l2 .top h3 { font-size: 15pt; }
.l2 .stats dd { font-size: 12.5pt; }
.four .stats div { padding: 0.3mm 1.1mm 0.5mm; }
.l2 .part .top h4 { font-size: 11.4pt; }
.l1 { font-size: 9.2pt; line-height: 1.3; }
.l1 .top h3 { font-size: 13pt; }
.l1 .stats dd { font-size: 12pt; }
.l1 .part .top h4 { font-size: 10pt; }
.s1 { font-size: 6.7pt; line-height: 1.24; }
.s1 .top h3 { font-size: 10.5pt; }
.s2 { font-size: 5.9pt; line-height: 1.2; }
.s2 .top h3 { font-size: 9.5pt; }
.s2 .part .top h4 { font-size: 7pt; }
.s2 .stats dd { font-size: 8pt; }
.maps { width: 189mm; margin: 0 auto; display: grid; grid-template-columns: 1fr 1fr; gap: 0 7mm; align-items: start; }
.map { break-inside: avoid; padding: 2mm 0 7mm; }
.map.broad { grid-column: span 2; }
.map .top { border-bottom: 0.45mm solid var(--ink); padding-bottom: 1mm; margin-bottom: 2mm; }
.map .line { margin-bottom: 2mm; }
.map .fact { white-space: normal; }
.map .drawn { display: inline-block; margin-bottom: 2.5mm; }
.map .drawn div { display: flex; }
.map .drawn span { width: var(--cell); height: var(--cell); display: flex; align-items: center; justify-content: center;
  border: 0.1mm solid #8d96a5; font-size: calc(var(--cell) * 0.5); }
.map .drawn i { width: var(--cell); color: var(--soft); font-style: normal; font-size: 6.4pt; text-align: center; }
.map .drawn div > i:first-child { width: 4mm; align-self: center; }
.map .hexes div { margin-bottom: calc(var(--cell) * -0.14); }
.map .hexes div:nth-child(even) { margin-left: calc(var(--cell) * 0.5); }
.map .hexes .g0 { background: #eef0f4; }
.map .hexes span { border: 0; margin: 0 0.15mm; clip-path: polygon(50% 0, 100% 25%, 100% 75%, 50% 100%, 0 75%, 0 25%); }
.map .legend { display: flex; flex-wrap: wrap; gap: 0.8mm 3.5mm; }
.map .legend p { display: flex; align-items: center; }
.map .legend span { display: inline-flex; width: 5mm; height: 5mm; align-items: center; justify-content: center;
  border: 0.1mm solid var(--line); margin-right: 1.2mm; }
.mark { background: radial-gradient(circle closest-side, #16181d 76%, #fff 80%); color: #fff; font-weight: 700; }
.c-red { background: #f3c3bd; } .c-orange { background: #f8d7ac; } .c-yellow { background: #f6eaa6; }
.c-green { background: #c9e6c0; } .c-blue { background: #bcd9f2; } .c-purple { background: #dccdf0; }
.c-brown { background: #e0cdb8; }
.g0 { background: #fff; } .g1 { background: #dfe3ea; }
.g2 { background: repeating-linear-gradient(45deg, #fff 0 1mm, #d3d8e0 1mm 1.35mm); }
.g3 { background: #b6bdc9; }
.g4 { background: repeating-linear-gradient(-45deg, #fff 0 0.8mm, #c4cad5 0.8mm 1.25mm); }
.g5 { background: radial-gradient(#9aa3b2 18%, #fff 20%) 0 0 / 1.6mm 1.6mm; }
.g6 { background: #8d96a5; color: #fff; }
.g7 { background: repeating-linear-gradient(0deg, #fff 0 0.9mm, #cdd3dd 0.9mm 1.2mm); }
.g8 { background: #4b525e; color: #fff; }
.g9 { background: repeating-linear-gradient(90deg, #fff 0 0.9mm, #cdd3dd 0.9mm 1.2mm); }
@media screen {
  html { background: #e7e9ee; }
  .page, .maps { background: #fff; box-shadow: 0 1px 6px rgb(0 0 0 / 20%); }
  .maps { padding: 4mm 6mm; }
}
@media print {
  header.sheet { display: none; }
  .page { break-after: page; margin: 0 auto; }
  .page:last-child { break-after: auto; }
}
"""

HOUSE = (
    '<svg class="house" viewBox="0 0 16 16" role="img" aria-label="house value"><title>house: no rulebook states these '
    'values</title><path d="M8 1.5 1.5 7.3h1.8v7h3.6v-4h2.2v4h3.6v-7h1.8z" fill="currentColor"/></svg>'
)
"""The sign of values that no rulebook states."""
