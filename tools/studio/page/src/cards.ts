// Cards: a gallery with filters, one card at its own address, and a sheet to print.

import { ask, query } from "./api";
import { cardWords, drawCard } from "./card";
import { busy, choice, failure, field, h, prose, show } from "./dom";
import type { Card, CardKind, State } from "./model";
import { address, go, replace, type View } from "./router";

const AT_ONCE = 60;

export function cardsView(state: State): View {
  return (room, place) => {
    const units = [...state.packs, ...state.games];
    const unit = place.path[1] ?? "";
    const one = place.path[2];
    document.title = `${one ?? "Cards"} · Botwright Studio`;
    const body = h("div", {});
    const names = [{ value: "", words: "choose a pack or a game" }, ...units.map((value) => ({ value, words: state.own.includes(value) ? value : `${value} (comes with Botwright)` }))];
    show(room, h("h1", {}, "Cards"), h("div", { class: "actions" }, field("Of", choice(names, unit, (value) => go(address(["cards", value])), { id: "unit" })), unit ? sheet(unit) : null), body);
    if (!unit) return;
    const wait = setTimeout(() => show(body, busy(`Reading the cards of ${unit} …`)), 80);
    ask<{ title: string; kinds: CardKind[]; findings: string[] }>(query("/api/cards", { path: unit }))
      .then(({ title, kinds, findings }) => {
        clearTimeout(wait);
        const found = one ? kinds.flatMap((kind) => kind.cards).find((card) => card.id === one || card.name === one) : undefined;
        if (one) show(body, h("p", {}, h("a", { href: address(["cards", unit]) }, `all cards of ${title || unit}`)), found ? h("div", { class: "single" }, drawCard(found, unit), cardWords(found)) : h("p", {}, `There is no card called ${one} here.`));
        else gallery(body, unit, kinds, place.values);
        if (findings.length) body.prepend(h("div", { class: "failure", role: "alert" }, h("p", {}, "Not everything could be read:"), findings.map((finding) => h("p", { class: "dim" }, prose(finding)))));
      })
      .catch((error: unknown) => {
        clearTimeout(wait);
        show(body, failure(error));
      });
  };
}

/** A sheet to print in a tab of its own. */
function sheet(unit: string): HTMLElement {
  const link = h("a", { target: "_blank", rel: "noopener", class: "main" }, "Sheet to print");
  const backs = h("input", { type: "checkbox", onchange: () => aim() });
  const colour = h("input", { size: 9, placeholder: "a field", "aria-label": "Colour the cards by a field", oninput: () => aim() });
  const aim = (): void => link.setAttribute("href", query("/api/sheet", { path: unit, ...(backs.checked ? { backs: "yes" } : {}), ...(colour.value ? { colour: colour.value } : {}) }));
  aim();
  return h("span", { class: "actions" }, link, h("label", { class: "check" }, backs, " with backs"), h("label", { class: "check" }, "coloured by ", colour));
}

function gallery(room: HTMLElement, unit: string, kinds: CardKind[], values: URLSearchParams): void {
  let kind = values.get("kind") ?? "", typed = values.get("q") ?? "", most = AT_ONCE;
  const tiles = h("div", {});
  const draw = (): void => {
    const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
    const cards = kinds.filter((one) => !kind || one.kind === kind).flatMap((one) => one.cards).filter((card) => words.every((word) => everything(card).includes(word)));
    show(
      tiles,
      h("p", { class: "dim", role: "status" }, `${cards.length} card${cards.length === 1 ? "" : "s"}`),
      h("div", { class: "gallery" }, cards.slice(0, most).map((card) => h("a", { href: address(["cards", unit, card.id]), class: "tile", ...(card.pictured ? { "aria-label": `${card.name}, ${card.kind}` } : {}) }, drawCard(card, unit)))),
      cards.length > most ? h("button", { type: "button", onclick: () => { most += AT_ONCE; draw(); } }, `Show ${Math.min(AT_ONCE, cards.length - most)} more`) : null,
    );
  };
  const keep = (): void => replace(address(["cards", unit], { kind, q: typed }));
  const filter = h("input", { type: "search", value: typed, placeholder: "Find in names and texts", "aria-label": "Find in names and texts", oninput: () => { typed = filter.value; most = AT_ONCE; keep(); draw(); } });
  const named = [{ value: "", words: "all kinds" }, ...kinds.map((one) => ({ value: one.kind, words: `${one.heading} (${one.cards.length})` }))];
  show(room, h("div", { class: "actions" }, filter, choice(named, kind, (value) => { kind = value; most = AT_ONCE; keep(); draw(); }, { "aria-label": "Kind" })), tiles);
  draw();
}

function everything(card: Card): string {
  return [card.name, ...card.words].join(" ").toLowerCase();
}
