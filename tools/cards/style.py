"""The style of a printed sheet: pages of 189 mm on A4, dark on white; maps with their legends.

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
.page { width: 189mm; margin: 0 auto 8mm; }
.page svg { display: block; }
.top { display: flex; align-items: baseline; gap: 1.5mm; }
.top h3 { flex: 1; font-size: 11.5pt; line-height: 1.08; font-weight: 700; overflow-wrap: anywhere; }
.kind { color: var(--soft); font-size: 6.6pt; letter-spacing: 0.05em; text-transform: uppercase; text-align: right; }
.house { width: 2.9mm; height: 2.9mm; align-self: center; flex: none; color: var(--soft); }
.fact .house, p .house { width: 0.8em; height: 0.8em; margin-left: 0.25em; vertical-align: baseline; }
.fact { margin-right: 0.9em; white-space: nowrap; }
.text p { margin-bottom: 1.1mm; overflow-wrap: anywhere; }
.text i { color: #33373f; }
.small { margin-top: auto; padding-top: 0.8mm; color: var(--soft); font-size: 4.8pt; line-height: 1.2; }
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
