// Study: many matches between bots, with progress, ranges, lengths, a heat map, and the wins of cards.

import { ask, query, work } from "./api";
import { button, busy, choice, failure, field, h, s, show } from "./dom";
import { gameChoices, type GameAbout, type State } from "./model";
import { address, replace, type View } from "./router";

interface Rate { seat: string; player: string; wins: number; low: number; high: number }
interface Counted { games: number; of: number; finished: number; failed: number; unfinished: number; draws: number; rates: Rate[]; decisions: number; rounds: number; lengths: [number, number, number][]; seconds: number; title?: string; failures?: string[]; csv?: string; svg?: string }
const WHAT = [
  { value: "wins", words: "who wins" },
  { value: "pairs", words: "every card against every other (round robin)" },
  { value: "cards", words: "which cards win" },
];
const BOTS = [
  { value: "random", words: "plays at random" },
  { value: "greedy", words: "looks one move ahead" },
  { value: "mcts:50", words: "searches (slow)" },
];

export function studyView(state: State): View {
  return (room, place) => {
    document.title = "Study · Botwright Studio";
    let game = place.values.get("game") ?? state.games[0] ?? "", mode = place.values.get("mode") ?? "", what = place.values.get("what") ?? "wins";
    let kind = place.values.get("kind") ?? "", number = place.values.get("n") ?? "1000", about: GameAbout | null = null, stop = (): void => {};
    const players: string[] = (place.values.get("players") ?? "").split(",").filter(Boolean);
    const form = h("div", { class: "form" }), result = h("section", { class: "result" });
    const keep = (): void => replace(address(["study"], { game, mode, what, kind, n: number, players: players.join(",") }));
    const draw = (): void => {
      const chosen = about?.modes.find((one) => (one.mode ?? "") === (mode || about?.usual || ""));
      const count = chosen ? Math.max(chosen.least, Math.min(2, chosen.most)) : 2;
      const matches = h("input", { inputmode: "numeric", value: number, size: 7, oninput: () => { number = matches.value; keep(); } });
      const usual = { value: "", words: what === "pairs" ? "those that both players pick" : "all" };
      const kinds = [usual, ...(about?.kinds ?? []).map((one) => ({ value: one.kind, words: one.words }))];
      show(
        form,
        field("Game", choice(gameChoices(state), game, (value) => { game = value; mode = ""; kind = ""; about = null; keep(); void describe(); })),
        about && about.modes.length > 1 ? field("Mode", choice(about.modes.map((one) => ({ value: one.mode ?? "", words: (one.mode ?? "").replaceAll("_", " ") })), mode || about.usual || "", (value) => { mode = value; keep(); draw(); })) : null,
        field("Question", choice(WHAT, what, (value) => { what = value; keep(); draw(); }, { id: "what" })),
        what === "wins" ? null : field("Cards", choice(kinds, kind, (value) => { kind = value; keep(); }, { id: "kind" })),
        field("Matches", matches),
        (about?.names ?? ["Ann", "Ben"]).slice(0, count).map((name, at) => field(name, choice(BOTS, players[at] ?? "random", (value) => { for (let before = 0; before < at; before++) players[before] ??= "random"; players[at] = value; keep(); }))),
        button("Play them", () => begin(count), { class: "main", id: "begin" }),
      );
    };
    const begin = (count: number): void => {
      stop();
      show(result, busy("Reading the rules …"), button("Stop", () => stop(), { class: "quiet" }));
      const wanted = { game, mode: mode || null, what, of_kind: kind, games: Math.max(1, Number(number) || 1), seed: 1, players: Array.from({ length: count }, (_, at) => players[at] ?? "random") };
      stop = work<Counted, Counted>("study", wanted, (counted) => show(result, progress(counted), button("Stop", () => stop(), { class: "quiet" }), picture(counted)), (counted) => show(result, progress(counted), picture(counted), more(counted)), (error) => show(result, failure(error)));
    };
    const describe = async (): Promise<void> => {
      draw();
      try {
        about = await ask<GameAbout>(query("/api/game", { game }));
        draw();
      } catch (error) {
        show(result, failure(error));
      }
    };
    show(room, h("h1", {}, "Study"), h("div", { class: "columns" }, form, result));
    void describe();
    return () => stop();
  };
}

function progress(counted: Counted): HTMLElement {
  const rate = counted.seconds ? `, ${Math.round(counted.games / counted.seconds).toLocaleString("en")} a second` : "";
  return h("div", { class: "progress" }, h("progress", { value: counted.games, max: counted.of, "aria-label": "Matches played" }), h("p", { role: "status" }, `${counted.games.toLocaleString("en")} of ${counted.of.toLocaleString("en")} matches${rate}`));
}

function picture(counted: Counted): HTMLElement {
  const percent = (part: number): string => `${(100 * part).toFixed(1)} %`;
  const of = Math.max(1, counted.finished);
  const left = [counted.draws ? `${counted.draws} ${counted.rates.length === 1 ? "lost" : "draws"}` : "", counted.unfinished ? `${counted.unfinished} unfinished` : "", counted.failed ? `${counted.failed} failed` : ""].filter(Boolean);
  return h(
    "div",
    {},
    counted.title ? h("h2", {}, counted.title) : null,
    h("div", { class: "scroll" }, h("table", { class: "rates" }, h("caption", {}, "Wins, with the range that is 95 % sure"), h("tbody", {}, counted.rates.map((rate) => h("tr", {}, h("th", { scope: "row" }, rate.seat, h("small", {}, ` ${rate.player}`)), h("td", {}, rate.wins.toLocaleString("en")), h("td", {}, percent(rate.wins / of)), h("td", {}, range(rate, rate.wins / of), h("small", {}, `${percent(rate.low)} to ${percent(rate.high)}`))))))),
    left.length ? h("p", {}, left.join(", ")) : null,
    h("p", {}, `${counted.decisions.toFixed(1)} decisions a match${counted.rounds ? `, ${counted.rounds.toFixed(1)} rounds` : ""}`),
    lengths(counted.lengths),
  );
}

function range(rate: Rate, share: number): SVGElement {
  const x = (part: number): number => 4 + 192 * part;
  return s("svg", { viewBox: "0 0 200 20", class: "range", role: "img", "aria-label": `${(100 * rate.low).toFixed(1)} to ${(100 * rate.high).toFixed(1)} per cent` }, s("line", { x1: 4, x2: 196, y1: 10, y2: 10, class: "axis" }), s("line", { x1: 100, x2: 100, y1: 3, y2: 17, class: "axis" }), s("line", { x1: x(rate.low), x2: x(rate.high), y1: 10, y2: 10, class: "bar" }), s("circle", { cx: x(share), cy: 10, r: 4, class: "point" }));
}

function lengths(bars: [number, number, number][]): HTMLElement | null {
  if (bars.length < 2) return null;
  const most = Math.max(...bars.map(([, , count]) => count)), wide = 480 / bars.length;
  const words = `Lengths of matches, from ${bars[0]![0]} to ${bars.at(-1)![1]} decisions`;
  return h("figure", {}, h("figcaption", {}, words), s("svg", { viewBox: "0 0 480 101", class: "histogram", role: "img", "aria-label": words }, bars.map(([low, high, count], at) => s("rect", { x: at * wide + 1, y: 100 - (95 * count) / most, width: wide - 2, height: (95 * count) / most, class: "bar" }, s("title", {}, `${low} to ${high} decisions: ${count} matches`)))), h("p", { class: "axis-words", "aria-hidden": "true" }, h("span", {}, bars[0]![0]), h("span", {}, bars.at(-1)![1])));
}

/** The heat map or the wins of cards as an image: an image runs nothing. */
function more(counted: Counted): HTMLElement {
  const csv = counted.csv ?? "";
  const file = (text: string, type: string): string => URL.createObjectURL(new Blob([text], { type }));
  return h(
    "div",
    {},
    (counted.failures ?? []).slice(0, 5).map((why) => h("p", { class: "bad" }, why)),
    counted.svg ? h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "The result as a picture" }, h("img", { src: file(counted.svg, "image/svg+xml"), alt: counted.title ?? "the result as a picture", class: "heat" })) : null,
    csv ? h("a", { href: file(csv, "text/csv"), download: "study.csv", class: "download" }, "Save as CSV") : null,
  );
}
