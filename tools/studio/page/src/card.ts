// A card: its picture as the printer draws it, and its words for those who do not see it.

import { query } from "./api";
import { h, s } from "./dom";
import type { Card } from "./model";

const CELL = 22;

/** `unit` is the pack or game whose server draws the picture, if it does not come with the card. */
export function drawCard(card: Card, unit = ""): HTMLElement {
  const words = [card.name, ...card.words].join(". ");
  if (card.svg) return h("figure", { class: "card" }, h("img", { src: address(card.svg), alt: words }));
  if (card.pictured) return h("figure", { class: "card" }, h("img", { src: query("/api/picture", { path: unit, card: card.id }), alt: words, loading: "lazy", width: 630, height: 880 }));
  return h("figure", { class: "card map" }, h("figcaption", {}, h("strong", {}, card.name), ` ${card.kind}`), card.drawing ? drawMap(card) : null, card.words.slice(1).map((line) => h("p", {}, line)));
}

/** The words of a card as lines. */
export function cardWords(card: Card): HTMLElement {
  return h("div", { class: "card-words" }, card.words.map((line) => h("p", {}, line)));
}

const address = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

function drawMap(card: Card): SVGElement {
  const { rows, legend } = card.drawing!;
  const tints = new Map(legend.map((sign, at) => [sign.name, at % 8]));
  const wide = Math.max(...rows.map((row) => row.length));
  return s(
    "svg",
    { viewBox: `0 0 ${wide * CELL} ${rows.length * CELL}`, class: "map-drawing", role: "img", "aria-label": `${card.name}: ${legend.map((sign) => `${sign.name} ${sign.value}`).join(", ")}` },
    rows.map((row, y) => row.map((sign, x) => s("g", { transform: `translate(${x * CELL} ${y * CELL})` }, s("rect", { x: 1, y: 1, width: CELL - 2, height: CELL - 2, rx: 3, class: `ground ${tints.has(sign) ? `ground-${tints.get(sign)}` : ""}` }), s("text", { x: CELL / 2, y: CELL / 2 + 4, class: "swatch-sign" }, sign)))),
  );
}
