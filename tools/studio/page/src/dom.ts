// Makes elements. Words become text nodes and nothing else: no text of a pack is ever read as markup.

export type Child = Node | string | number | null | undefined | false | Child[];
type Value = string | number | boolean | null | undefined | EventListener;
export type Attributes = Record<string, Value>;

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
}

export function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  fill(element, attributes, children);
  return element;
}

/** Text in which words between backticks are code. */
export function prose(text: string): Child[] {
  return text.split(/`([^`]+)`/).map((part, at) => (at % 2 ? h("code", {}, part) : part));
}

export function show(parent: Node, ...children: Child[]): void {
  parent.textContent = "";
  append(parent, children);
}

export function button(words: Child, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: () => act(), ...attributes }, words);
}

export function field(label: string, control: HTMLElement, hint = ""): HTMLLabelElement {
  return h("label", { class: "field" }, h("span", {}, label), control, hint ? h("small", {}, hint) : null);
}

export function choice(
  values: readonly { value: string; words: string }[],
  chosen: string,
  act: (value: string) => void,
  attributes: Attributes = {},
): HTMLSelectElement {
  const select = h(
    "select",
    { onchange: () => act(select.value), ...attributes },
    values.map(({ value, words }) => h("option", { value, selected: value === chosen }, words)),
  );
  return select;
}

export function busy(words: string): HTMLElement {
  return h("p", { class: "busy", role: "status" }, words);
}

export function failure(error: unknown): HTMLElement {
  const help = error instanceof Refused ? error.help : "";
  const message = error instanceof Error ? error.message : String(error);
  return h("div", { class: "failure", role: "alert" }, h("p", {}, prose(message)), help ? h("p", { class: "dim" }, prose(help)) : null);
}

export class Refused extends Error {
  constructor(
    message: string,
    readonly help = "",
    readonly status = 0,
    readonly data: Record<string, unknown> = {},
  ) {
    super(message);
  }
}
