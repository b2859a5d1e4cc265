// The whole table of a picture: its boards, and a panel for each player with everything they hold.

import { drawBoard, type Touch } from "./board";
import { h, type Child } from "./dom";
import { factWords, facts, type Fact, type Holder, type Picture, type Piece, type Zone } from "./model";

export function drawTable(picture: Picture, touch: Touch): HTMLElement {
  const boards = picture.boards.map((board) => drawBoard(board, touch));
  const loose = picture.free.filter((piece) => tells(piece));
  const table = picture.table;
  const common = table && (facts(table, true).length || table.zones?.some((zone) => zone.number));
  return h(
    "div",
    { class: `table boards-${Math.min(boards.length, 3)}` },
    boards.length ? h("div", { class: "boards" }, boards) : null,
    h(
      "div",
      { class: "panels" },
      picture.players.map((holder) => player(holder, picture, touch)),
      common ? h("section", { class: "panel" }, h("h2", {}, "Table"), factLine(facts(table, facts(table, true).length <= 5)), zones(table, touch)) : null,
      loose.length ? h("section", { class: "panel" }, h("h2", {}, "On the board"), h("ul", { class: "pieces" }, loose.map((piece) => item(piece, touch)))) : null,
    ),
  );
}

export function headline(picture: Picture): HTMLElement {
  const { title, settings, moment } = picture.headline;
  return h("h1", { class: "headline" }, title, settings.length ? h("small", {}, ` ${settings.join(", ")}`) : null, moment.length ? h("span", { class: "moment" }, moment.join(" · ")) : null);
}

function player(holder: Holder, picture: Picture, touch: Touch): HTMLElement {
  const { piece } = holder;
  const notes = [holder.out ? "out" : "", holder.won ? "won" : "", picture.waiting?.includes(piece.name) && !picture.over ? "is asked" : ""].filter(Boolean);
  const shown = facts(piece, true).length <= 5 ? facts(piece, true) : facts(piece);
  return h(
    "section",
    { class: `panel seat-${(piece.colour ?? 0) % 6}${holder.active ? " active" : ""}`, "aria-label": piece.name },
    h("h2", {}, h("span", { class: "dot", "aria-hidden": "true" }), piece.name, notes.length ? h("small", {}, ` ${notes.join(", ")}`) : null),
    factLine(shown),
    marks(piece),
    holder.standing.length ? h("ul", { class: "pieces" }, holder.standing.map((standing) => item(standing, touch))) : null,
    zones(piece, touch),
  );
}

function factLine(shown: Fact[]): Child {
  if (!shown.length) return null;
  return h("p", { class: "facts" }, shown.map((fact) => h("span", { class: fact.summary ? "fact summary" : "fact" }, factWords(fact))));
}

function marks(piece: Piece): Child {
  return piece.marks?.length ? h("p", { class: "marks" }, piece.marks.map((mark) => h("span", { class: "mark" }, mark.words))) : null;
}

function tells(piece: Piece): boolean {
  return !piece.die && (facts(piece).length > 0 || (piece.marks?.length ?? 0) > 0 || (piece.zones ?? []).some((zone) => zone.number) || (piece.parts ?? []).some(tells));
}

function zones(holder: Piece, touch: Touch): Child {
  return (holder.zones ?? []).filter((zone) => zone.pieces.length || zone.hidden).map((zone) => drawZone(zone, touch));
}

function drawZone(zone: Zone, touch: Touch): HTMLElement {
  const title = zone.words + (zone.level === null ? "" : ` ${zone.level}`);
  const hidden = zone.hidden ? h("span", { class: "backs" }, `${zone.hidden} ${zone.pieces.length ? "hidden" : zone.hidden === 1 ? zone.item : zone.items}`) : null;
  if (zone.pieces.length && !zone.hidden && zone.pieces.every(hasLevels)) return levels(zone.pieces, touch);
  if (zone.pieces.length > MANY && !zone.pieces.some((piece) => touch.state(piece.number)))
    return h("div", { class: "zone" }, h("details", {}, h("summary", {}, h("span", { class: "zone-name" }, title), `${zone.number} ${zone.items}`), h("span", { class: "chips" }, zone.pieces.map((piece) => chip(piece, touch)), hidden)));
  const rich = zone.pieces.filter((piece) => !piece.die && tells(piece) && !brief(piece));
  const short = zone.pieces.filter((piece) => !rich.includes(piece));
  return h(
    "div",
    { class: "zone" },
    h("span", { class: "zone-name" }, title),
    h("span", { class: "chips" }, short.map((piece) => slot(piece, touch)), hidden),
    rich.length ? h("ul", { class: "pieces" }, rich.map((piece) => item(piece, touch))) : null,
  );
}

/** Whether a piece has no more to tell than one value and the dice on it. */
function brief(piece: Piece): boolean {
  const holds = (piece.zones ?? []).filter((zone) => zone.number);
  return facts(piece).length <= 1 && !piece.marks?.length && !(piece.parts ?? []).some(tells) && holds.every((zone) => !zone.hidden && zone.pieces.every((inside) => inside.die));
}

/** A brief piece with the dice on it. */
function slot(piece: Piece, touch: Touch): HTMLElement {
  const dice = (piece.zones ?? []).flatMap((zone) => zone.pieces);
  return dice.length ? h("span", { class: "slot" }, chip(piece, touch), dice.map((die) => chip(die, touch))) : chip(piece, touch);
}

/** Whether a piece is a row of places that each hold at most one thing. */
function hasLevels(piece: Piece): boolean {
  const rows = (piece.zones ?? []).filter((zone) => zone.level !== null);
  return rows.length > 1 && rows.every((zone) => zone.number <= 1 && !zone.hidden);
}

/** Things with levels side by side: a row for each, a column for each level. */
function levels(rows: Piece[], touch: Touch): HTMLElement {
  const places = [...new Set(rows.flatMap((row) => (row.zones ?? []).flatMap((zone) => (zone.level === null ? [] : [zone.level]))))].sort((a, b) => a - b);
  const filled = places.filter((level) => rows.some((row) => row.zones?.some((zone) => zone.level === level && zone.number)));
  const at = (row: Piece, level: number): Child => row.zones?.filter((zone) => zone.level === level).flatMap((zone) => zone.pieces.map((piece) => [chip(piece, touch, false), marks(piece)]));
  const rest = places.length - filled.length;
  return h(
    "div",
    { class: "scroll" },
    h("table", { class: "levels" },
      h("thead", {}, h("tr", {}, h("td", {}), filled.map((level) => h("th", { scope: "col" }, level)), rest ? h("th", {}, `${rest} empty`) : null)),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, pick(row, touch, row.name, "chip"), factLine(facts(row)), (row.zones ?? []).filter((zone) => zone.level === null && zone.number).map((zone) => drawZone(zone, touch))), filled.map((level) => h("td", {}, at(row, level) ?? "·")), rest ? h("td", {}) : null)))),
  );
}

function pick(piece: Piece, touch: Touch, words: Child, extra: string): HTMLButtonElement {
  const state = touch.state(piece.number);
  const values = facts(piece).map(factWords);
  return h(
    "button",
    {
      type: "button", class: `${extra} ${state}${piece.colour === null ? "" : ` seat-${piece.colour % 6}`}`, "data-thing": piece.number,
      "aria-label": `${[piece.name, ...values].join(", ")}${state ? ": an option" : ": what is it?"}`,
      title: [...(piece.prints ?? []).map(factWords), ...values].join(", "),
      onclick: () => touch.pick(piece.number, !state),
      onkeydown: (event) => { if ((event as KeyboardEvent).key === "i") touch.pick(piece.number, true); },
      oncontextmenu: (event) => { event.preventDefault(); touch.pick(piece.number, true); },
    },
    words,
  );
}

function chip(piece: Piece, touch: Touch, more = true): HTMLElement {
  const few = facts(piece).map(factWords).join(", ");
  if (piece.die) return pick(piece, touch, piece.die.slice(1, -1) || " ", `die${few ? " kept" : ""}`);
  return pick(piece, touch, [piece.name, few && more ? h("small", {}, ` ${few}`) : null], "chip");
}

const FEW = 6;
const MANY = 12;

/** A piece with its values and contents; of somebody else's, only the parts that have something to tell. */
function item(piece: Piece, touch: Touch): HTMLElement {
  const matters = (part: Piece): boolean => tells(part) || touch.state(part.number) !== "";
  const inside = (piece.parts ?? []).filter((part) => matters(part) || (part.prints?.length && touch.own(piece)));
  const first = inside.length > FEW ? inside.filter(matters) : inside;
  const rest = inside.filter((part) => !first.includes(part));
  return h(
    "li",
    {},
    pick(piece, touch, piece.name, "chip"),
    piece.place ? h("small", { class: "place" }, ` ${piece.place}`) : null,
    factLine(facts(piece)),
    marks(piece),
    first.length ? h("ul", { class: "parts" }, first.map((part) => drawPart(part, touch))) : null,
    rest.length ? h("details", {}, h("summary", {}, `${rest.length} more`), h("ul", { class: "parts" }, rest.map((part) => drawPart(part, touch)))) : null,
    zones(piece, touch),
  );
}

function drawPart(part: Piece, touch: Touch): HTMLElement {
  const now = facts(part);
  const printed = (part.prints ?? []).filter((print) => !now.some((fact) => fact.label === print.label));
  return h("li", {}, pick(part, touch, part.name, "chip part"), h("small", {}, ` ${printed.map(factWords).join(", ")}`), factLine(now), marks(part), zones(part, touch));
}
