// Draws a board of the drawing model as SVG: squares, hexes, tracks and graphs; pieces with the colours of their seats.

import { h, s } from "./dom";
import type { Board, Space, Token } from "./model";

interface Point { x: number; y: number }
export interface Touch {
  /** Whether a piece or space belongs to an option, or is chosen. */
  state(thing: number): "" | "option" | "chosen";
  pick(thing: number, inspect: boolean): void;
  /** Whether a piece belongs to whoever looks. */
  own(piece: { owner: string | null }): boolean;
}

const SIZE = 64;
const HEX = 40;
const TRACK = 10;
const EMPTY = "·";

export function drawBoard(board: Board, touch: Touch): HTMLElement {
  const at = places(board);
  const shape = outline(board.grid);
  const xs = [...at.values()].map((point) => point.x);
  const ys = [...at.values()].map((point) => point.y);
  const labelled = board.grid === "square" || board.grid === "hex";
  const pad = SIZE / 2 + 6;
  const left = Math.min(...xs) - pad - (labelled ? 22 : 0);
  const top = Math.min(...ys) - pad - (labelled ? 24 : 0);
  const width = Math.max(...xs) + pad - left;
  const height = Math.max(...ys) + pad + (board.grid === "graph" ? 14 : 0) - top;
  const grounds = new Map(board.signs.map(([sign], index) => [sign, index % 8]));
  const nodes = board.spaces.map((space) => drawSpace(board, space, at.get(space.thing)!, shape, grounds, touch));
  const svg = s(
    "svg",
    { viewBox: `${left} ${top} ${width} ${height}`, class: `board grid-${board.grid}`, role: "group", "aria-label": `${board.title || "Board"}: arrow keys move between the spaces` },
    links(board, at),
    labelled ? labels(board, at) : null,
    nodes,
  );
  svg.style.maxWidth = `${Math.round(width * Math.min(1.9, Math.max(1.15, 420 / width)))}px`;
  rove(svg, nodes, board.spaces.map((space) => at.get(space.thing)!));
  const meanings = board.signs.filter(([sign]) => sign !== EMPTY).map(([sign, words]) =>
    h("span", { class: "sign" }, s("svg", { viewBox: "0 0 16 16", class: "swatch", "aria-hidden": "true" }, s("rect", { width: 16, height: 16, rx: 3, class: `ground ground-${grounds.get(sign)}` }), s("text", { x: 8, y: 12, class: "swatch-sign" }, sign)), words),
  );
  return h("figure", { class: "board-figure" }, h("figcaption", {}, board.title), svg, meanings.length ? h("p", { class: "signs" }, meanings) : null);
}

// ------------------------------------------------------------------------------------------------------------ places

function places(board: Board): Map<number, Point> {
  switch (board.grid) {
    case "hex":
      return new Map(board.spaces.map((space) => [space.thing, { x: (space.column + (space.row % 2 ? 0 : 0.5)) * HEX * Math.sqrt(3), y: space.row * HEX * 1.5 }]));
    case "track":
      return new Map(board.spaces.map((space, at) => [space.thing, { x: (at % TRACK) * (SIZE + 6), y: Math.floor(at / TRACK) * (SIZE + 10) }]));
    case "graph":
      return spread(board);
    default:
      return new Map(board.spaces.map((space) => [space.thing, { x: space.column * SIZE, y: space.row * SIZE }]));
  }
}

/** Positions for the spaces of a graph: neighbours close together, all others apart; always the same for one board. */
function spread(board: Board): Map<number, Point> {
  const names = board.spaces.map((space) => space.name);
  const index = new Map(names.map((name, at) => [name, at]));
  const points = names.map((_, at) => ({ x: Math.cos((2 * Math.PI * at) / names.length) * 200, y: Math.sin((2 * Math.PI * at) / names.length) * 140 }));
  const edges = (board.links ?? []).flatMap(([from, to]) => to.map((other) => [index.get(from) ?? -1, index.get(other) ?? -1] as const)).filter(([a, b]) => a >= 0 && b > a);
  const wished = 110;
  for (let round = 0; round < 300; round++) {
    const step = 12 * (1 - round / 300);
    const pull = points.map(() => ({ x: 0, y: 0 }));
    const push = (a: number, b: number, force: (length: number) => number): void => {
      const from = points[a]!, to = points[b]!;
      const dx = to.x - from.x || 0.1 * (a + 1), dy = to.y - from.y || 0.1;
      const length = Math.hypot(dx, dy), size = force(length) / length;
      pull[a]!.x += dx * size; pull[a]!.y += dy * size;
      pull[b]!.x -= dx * size; pull[b]!.y -= dy * size;
    };
    for (let a = 0; a < points.length; a++) for (let b = a + 1; b < points.length; b++) push(a, b, (length) => -(wished * wished) / length);
    for (const [a, b] of edges) push(a, b, (length) => (length * length) / wished);
    points.forEach((point, at) => {
      const { x, y } = pull[at]!, size = Math.hypot(x, y) || 1;
      point.x += (x / size) * Math.min(size, step);
      point.y += (y / size) * Math.min(size, step);
    });
  }
  return new Map(board.spaces.map((space, at) => [space.thing, points[at]!]));
}

function outline(grid: string): string {
  if (grid === "hex") {
    const w = (HEX * Math.sqrt(3)) / 2 - 1, r = HEX - 1;
    return `M0 ${-r}L${w} ${-r / 2}V${r / 2}L0 ${r}L${-w} ${r / 2}V${-r / 2}Z`;
  }
  if (grid === "graph") return "M-28 0a28 28 0 1 0 56 0a28 28 0 1 0 -56 0Z";
  const half = SIZE / 2 - 1.5;
  return `M${-half + 5} ${-half}H${half - 5}a5 5 0 0 1 5 5V${half - 5}a5 5 0 0 1 -5 5H${-half + 5}a5 5 0 0 1 -5 -5V${-half + 5}a5 5 0 0 1 5 -5Z`;
}

function links(board: Board, at: Map<number, Point>): SVGElement | null {
  if (!board.links?.length) return null;
  const named = new Map(board.spaces.map((space) => [space.name, at.get(space.thing)!]));
  const lines = board.links.flatMap(([from, to]) => to.map((other) => [named.get(from), named.get(other)] as const));
  return s("g", { class: "links" }, lines.map(([a, b]) => (a && b ? s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y }) : null)));
}

function letters(column: number): string {
  let sign = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) sign = String.fromCharCode(65 + ((rest - 1) % 26)) + sign;
  return sign;
}

function labels(board: Board, at: Map<number, Point>): SVGElement {
  const columns = new Map<number, number>(), rows = new Map<number, number>();
  let top = Infinity, left = Infinity;
  for (const space of board.spaces) {
    const point = at.get(space.thing)!;
    if (!columns.has(space.column)) columns.set(space.column, board.grid === "hex" ? (space.column + 0.25) * HEX * Math.sqrt(3) : point.x);
    rows.set(space.row, point.y);
    top = Math.min(top, point.y);
    left = Math.min(left, point.x);
  }
  const edge = board.grid === "hex" ? HEX : SIZE / 2;
  return s(
    "g",
    { class: "labels", "aria-hidden": "true" },
    [...columns].map(([column, x]) => s("text", { x, y: top - edge - 5 }, letters(column))),
    [...rows].map(([row, y]) => s("text", { x: left - edge - 12, y: y + 4 }, row)),
  );
}

// ------------------------------------------------------------------------------------------------------------ spaces

function drawSpace(board: Board, space: Space, point: Point, shape: string, grounds: Map<string, number>, touch: Touch): SVGGElement {
  const chips = space.chips ?? [], beside = space.beside ?? [];
  const ground = grounds.get(space.ground.letters);
  const plain = space.ground.emphasis === "dim" || !space.ground.letters;
  const state = touch.state(space.thing);
  const words = [space.name, space.ground.words, ...chips.map(told), ...beside.map(told)].filter(Boolean).join(", ");
  const tint = space.laid ? "ground-laid" : ground !== undefined && !plain ? `ground-${ground}` : "";
  const laid = space.laid ? twoLines(space.ground.words ?? "") : [];
  const group = s(
    "g",
    {
      transform: `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`, class: `space ${state}`, role: "button", tabindex: -1,
      "aria-label": state ? `${words}: an option` : words, "data-thing": space.thing, "data-space": space.name,
      onclick: (event) => { event.stopPropagation(); touch.pick(space.thing, false); },
      oncontextmenu: (event) => { event.preventDefault(); touch.pick(space.thing, true); },
    },
    s("title", {}, words),
    s("path", { d: shape, class: `ground ${tint}` }),
    plain || space.laid ? null : s("text", { ...(board.grid === "hex" ? { x: 0, y: -HEX / 2 + 1 } : { x: -SIZE / 2 + 8, y: -SIZE / 2 + 17 }), class: "ground-sign", "aria-hidden": "true" }, short(space.ground.letters)),
    laid.map((line, at) => s("text", { y: SIZE / 2 - 6 - 10 * (laid.length - 1 - at), class: "laid-name", "aria-hidden": "true" }, line)),
    board.grid === "track" || board.grid === "graph" ? s("text", { y: board.grid === "graph" ? 42 : SIZE / 2 - 7, class: "space-name", "aria-hidden": "true" }, space.name) : null,
    beside.length ? s("text", { x: SIZE / 2 - 6, y: -SIZE / 2 + 17, class: "beside", "aria-hidden": "true" }, beside.map((token) => token.letters).join(" "), s("title", {}, beside.map(told).join(", "))) : null,
    s("g", { transform: laid.length ? `translate(0 ${-4 - 4 * laid.length})` : null }, tokens(chips, touch)),
  );
  return group;
}

const told = (token: Token): string => `${token.words ?? token.letters}${token.detail ?? ""}`;

/** A name in one or two lines, parted at the blank nearest to its middle. */
function twoLines(words: string): string[] {
  if (words.length <= 12) return [words];
  const blanks = [...words].flatMap((letter, at) => (letter === " " ? [at] : []));
  const middle = blanks.sort((a, b) => Math.abs(a - words.length / 2) - Math.abs(b - words.length / 2))[0];
  return (middle === undefined ? [words] : [words.slice(0, middle), words.slice(middle + 1)]).map(shortWords);
}

const shortWords = (words: string): string => (words.length > 13 ? `${words.slice(0, 12)}…` : words);
const short = (letters: string): string => (letters.length > 3 ? letters.slice(0, 3) : letters);

/** Up to four pieces side by side, then how many more. */
function tokens(chips: Token[], touch: Touch): SVGElement[] {
  const shown = chips.slice(0, chips.length > 4 ? 3 : 4);
  const radius = shown.length + (chips.length > 4 ? 1 : 0) > 1 ? 14 : 19;
  const spots: Point[] = chips.length <= 1 ? [{ x: 0, y: 3 }] : chips.length === 2 ? [{ x: -14.5, y: 3 }, { x: 14.5, y: 3 }] : [{ x: -14, y: -9 }, { x: 14, y: -9 }, { x: -14, y: 18 }, { x: 14, y: 18 }];
  const drawn = shown.map((token, at) => drawToken(token, spots[at]!, radius, touch));
  if (chips.length > 4) drawn.push(s("text", { x: 14, y: 22, class: "more", "aria-hidden": "true" }, `+${chips.length - 3}`));
  return drawn;
}

function drawToken(token: Token, point: Point, radius: number, touch: Touch): SVGElement {
  const owned = token.colour !== undefined;
  const state = token.thing === undefined ? "" : touch.state(token.thing);
  const text = token.letters.replace(/^\[|\]$/g, "");
  const die = text !== token.letters;
  const size = text.length > 3 ? radius * 0.6 : text.length > 2 ? radius * 0.75 : radius * 0.95;
  return s(
    "g",
    {
      transform: `translate(${point.x} ${point.y})`, class: `token ${owned ? `seat-${token.colour! % 6}` : "nobody"} ${state}`, "data-thing": token.thing,
      onclick: (event) => {
        if (token.thing === undefined) return;
        if (state) { event.stopPropagation(); touch.pick(token.thing, false); }
      },
      oncontextmenu: (event) => { if (token.thing !== undefined) { event.preventDefault(); event.stopPropagation(); touch.pick(token.thing, true); } },
    },
    s("title", {}, told(token)),
    token.thing === undefined ? null : die || !owned ? s("rect", { x: -radius, y: -radius * 0.8, width: 2 * radius, height: radius * 1.6, rx: 4 }) : s("circle", { r: radius }),
    s("text", { "aria-hidden": "true", y: size * 0.35, "font-size": size.toFixed(1) }, text.length > 6 ? `${text.slice(0, 5)}…` : text),
  );
}

// ---------------------------------------------------------------------------------------------------------- keyboard

/** One space is in the tab order; arrow keys go to the nearest space in their direction, Enter picks, `i` inspects. */
function rove(svg: SVGSVGElement, nodes: SVGGElement[], points: Point[]): void {
  let now = Math.max(0, nodes.findIndex((node) => node.classList.contains("option")));
  nodes[now]?.setAttribute("tabindex", "0");
  svg.addEventListener("keydown", (event) => {
    const at = nodes.indexOf((event.target as Element).closest(".space") as SVGGElement);
    if (at < 0) return;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === "Enter" || event.key === " " || event.key === "i") {
      event.preventDefault();
      nodes[at]!.dispatchEvent(new MouseEvent(event.key === "i" ? "contextmenu" : "click", { bubbles: true }));
    } else if (way) {
      event.preventDefault();
      const from = points[at]!;
      let best = -1, least = Infinity;
      points.forEach((point, other) => {
        const along = (point.x - from.x) * way[0]! + (point.y - from.y) * way[1]!;
        const aside = Math.abs((point.x - from.x) * way[1]!) + Math.abs((point.y - from.y) * way[0]!);
        if (other !== at && along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
      });
      if (best < 0) return;
      nodes[now]?.setAttribute("tabindex", "-1");
      now = best;
      nodes[now]!.setAttribute("tabindex", "0");
      nodes[now]!.focus();
    }
  });
}
