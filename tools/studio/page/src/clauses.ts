// The clauses of a rulebook: what the rules enforce, what scenarios test, and what is proved.

import { ask, query, work } from "./api";
import { button, busy, choice, failure, h, show } from "./dom";
import type { State } from "./model";
import { address, replace, type View } from "./router";

interface Clause { id: string; text: string; enforced: boolean; tested: boolean; proved: boolean | null; reason: string; cited: string[] }
interface Table { game: string; clauses: Clause[]; findings: string[] }
const SHOWN = [
  { value: "", words: "all clauses" },
  { value: "open", words: "not enforced" },
  { value: "untested", words: "not tested" },
  { value: "unproved", words: "not proved" },
];

export function clausesView(state: State): View {
  return (room, place) => {
    const game = place.path[1] ?? "";
    const title = state.titles[game] ?? game;
    document.title = `Clauses of ${title} · Botwright Studio`;
    const cited = (file: string): HTMLElement | string => (state.own.includes(game) ? h("a", { href: address(["write", `rulesets/${game}/${file}`]) }, file) : file);
    const told = h("div", { role: "status" });
    const body = h("div", {}, busy("Counting clauses and running the scenarios …"));
    let stop = (): void => {};
    let table: Table | null = null;
    let shown = place.values.get("show") ?? "";
    let typed = place.values.get("q") ?? "";
    const keep = (): void => replace(address(["clauses", game], { show: shown, q: typed }));
    const draw = (): void => {
      if (!table) return;
      const fits = (clause: Clause): boolean =>
        ({ "": true, open: !clause.enforced, untested: clause.enforced && !clause.tested, unproved: clause.proved !== true })[shown]! && `${clause.id} ${clause.text}`.toLowerCase().includes(typed.toLowerCase());
      const rows = table.clauses.filter(fits);
      show(
        body,
        table.findings.map((finding) => h("p", { class: "bad" }, finding)),
        h("p", {}, summary(table.clauses)),
        h("div", { class: "scroll" }, h("table", { class: "clauses" }, h("thead", {}, h("tr", {}, ["Clause", "Rule", "Enforced", "Tested", "Proved"].map((title) => h("th", { scope: "col" }, title)))),
          h("tbody", {}, rows.map((clause) => h("tr", {}, h("th", { scope: "row" }, clause.id), h("td", {}, clause.text, clause.reason ? h("p", { class: "dim" }, `not enforced: ${clause.reason}`) : null, clause.cited.length ? h("p", { class: "dim" }, clause.cited.map((file, at) => [at ? ", " : "", cited(file)])) : null), light("enforced", clause.enforced), light("tested", clause.tested), light("proved", clause.proved)))))),
      );
    };
    const filter = h("input", { type: "search", value: typed, placeholder: "Find in the rulebook", "aria-label": "Find in the rulebook", oninput: () => { typed = filter.value; keep(); draw(); } });
    const prove = button("Prove them", () => {
      prove.disabled = true;
      show(told, busy("Removing rules one by one …"));
      stop = work<{ tried: number; of: number }, Table>("tests", { clauses: game, prove: true }, (count) => show(told, h("progress", { value: count.tried, max: count.of }), ` ${count.tried} of ${count.of} clauses tried`), (answer) => { table = answer; show(told); draw(); }, (error) => { prove.disabled = false; show(told, failure(error)); });
    });
    show(room, h("h1", {}, `Clauses of ${title}`), h("div", { class: "actions" }, filter, choice(SHOWN, shown, (value) => { shown = value; keep(); draw(); }, { "aria-label": "Which clauses" }), prove, told), body);
    ask<Table>(query("/api/clauses", { game })).then((answer) => { table = answer; draw(); }, (error: unknown) => show(body, failure(error)));
    return () => stop();
  };
}

function summary(clauses: Clause[]): string {
  const count = (fits: (clause: Clause) => boolean): number => clauses.filter(fits).length;
  const proved = clauses.some((clause) => clause.proved !== null) ? `, ${count((clause) => clause.proved === true)} proved` : "";
  return `${clauses.length} clauses, ${count((clause) => clause.enforced)} enforced, ${count((clause) => clause.tested)} tested${proved}`;
}

function light(name: string, value: boolean | null): HTMLElement {
  return h("td", { "data-name": name, class: value === null ? "dim" : value ? "good" : "bad" }, value === null ? "–" : value ? "yes" : "no");
}
