// A card as it would be printed: drawn from its text, which comes from the generator and never from markup.

import { h, type Child } from "./dom";
import type { CardText, FieldText } from "./model";

export function drawCard(card: CardText): HTMLElement {
  const short = card.entries.filter((entry) => !entry.prose && !entry.rows?.length);
  const prose = card.entries.filter((entry) => entry.prose);
  const tables = card.entries.filter((entry) => entry.rows?.length);
  return h(
    "article",
    { class: "card", "aria-label": card.name },
    h("header", {}, h("h3", {}, card.name), h("span", { class: "kind" }, card.kind_name)),
    h("div", { class: "card-body" }, values(short), prose.map((entry) => h("p", { class: "prose" }, entry.value)), tables.map(rows), rules(card), card.parts.map(part), drawing(card)),
    card.house || card.cites.length ? h("footer", {}, card.house ? "house" : card.cites.join(", ")) : null,
  );
}

function values(entries: FieldText[]): Child {
  if (!entries.length) return null;
  return h("dl", { class: "values" }, entries.map((entry) => h("div", {}, h("dt", {}, entry.name), entry.value === "yes" ? null : h("dd", {}, entry.value))));
}

function rows(entry: FieldText): HTMLElement {
  return h("div", { class: "rows" }, h("h4", {}, entry.name), h("dl", {}, (entry.rows ?? []).map((row) => h("div", {}, h("dt", {}, row.name), h("dd", {}, row.value)))));
}

function rules(card: CardText): Child {
  return [
    card.keywords.map((keyword) => h("p", { class: "rule" }, h("strong", {}, keyword.name), keyword.reminder ? h("em", {}, ` (${keyword.reminder})`) : null)),
    card.rules.map((rule) => h("p", { class: "rule" }, rule)),
    card.scripts.map((script) => [
      script.text ? h("p", { class: "rule" }, h("strong", {}, `${script.name}: `), script.text) : null,
      script.rows.map((row) => h("p", { class: "rule" }, h("strong", {}, `${script.name} ${row.name}: `), row.value)),
    ]),
    card.unenforced ? h("p", { class: "rule dim" }, `Not enforced: ${card.unenforced}`) : null,
  ];
}

function part(card: CardText): HTMLElement {
  const fields = card.entries.filter((entry) => !entry.prose);
  return h(
    "section",
    { class: "part" },
    h("h4", {}, card.name, card.name === card.kind_name ? null : h("span", { class: "kind" }, ` ${card.kind_name}`)),
    values(fields.filter((entry) => !entry.rows?.length)),
    card.entries.filter((entry) => entry.prose).map((entry) => h("p", { class: "prose" }, entry.value)),
    fields.filter((entry) => entry.rows?.length).map(rows),
    rules(card),
    card.parts.map(part),
  );
}

function drawing(card: CardText): Child {
  if (!card.drawing) return null;
  const signs = new Map(card.drawing.legend.map((sign, at) => [sign.name, at % 8]));
  return [
    h("table", { class: "map", role: "img", "aria-label": `Map: ${card.drawing.rows.length} rows` }, h("tbody", {}, card.drawing.rows.map((row) => h("tr", {}, row.map((sign) => h("td", { class: signs.has(sign) ? `ground-${signs.get(sign)}` : "" }, sign)))))),
    h("p", { class: "signs dim" }, card.drawing.legend.map((sign) => `${sign.name} ${sign.value}`).join(", ")),
  ];
}
