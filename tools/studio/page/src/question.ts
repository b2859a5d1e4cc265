// A question with its options: chosen from the list, or through the pieces, spaces and cards that they touch.

import { button, h, show } from "./dom";
import type { Option, Question } from "./model";

const LONG = 12;

export class Asked {
  readonly room = h("section", { class: "question", "aria-label": "Question" });
  private chosen: number[] = [];
  private about: number | null = null;
  private typed = "";

  constructor(
    readonly question: Question,
    private readonly answer: (chosen: number[]) => void,
    private readonly changed: () => void,
    private readonly explain: (option: number | null) => void,
  ) {
    this.draw();
  }

  private get many(): boolean {
    return this.question.most > 1;
  }

  /** Show what follows from each option, without drawing the list anew: somebody may be reading it. */
  foretold(notes: Record<string, string>): void {
    for (const option of this.question.options) {
      const note = notes[option.index] ?? "";
      if (note === (option.note ?? "")) continue;
      option.note = note;
      const words = this.room.querySelector(`[data-option="${option.index}"] .words`);
      words?.parentElement?.querySelector(".note")?.remove();
      words?.after(h("span", { class: "note" }, note));
    }
  }

  /** Whether a thing belongs to an option, or to one that is chosen. */
  state(thing: number): "" | "option" | "chosen" {
    const touching = this.touching(thing);
    if (!touching.length) return "";
    return touching.some((option) => this.chosen.includes(option.index)) ? "chosen" : "option";
  }

  /** The options that a thing stands for: those that it tells apart, else all that touch it. */
  private touching(thing: number): Option[] {
    const all = this.question.options.filter((option) => option.touches?.includes(thing));
    if (all.length < this.question.options.length) return all;
    const own = all.filter((option) => option.space === thing || option.touches?.at(-1) === thing);
    return own.length < all.length ? own : all.length > 1 && !this.many ? [] : all;
  }

  pick(thing: number): void {
    const touching = this.touching(thing);
    if (this.many) {
      const next = touching.find((option) => !this.chosen.includes(option.index)) ?? touching[0];
      if (next) this.toggle(next.index);
    } else if (touching.length === 1) {
      this.answer([touching[0]!.index]);
    } else if (touching.length) {
      this.about = thing;
      this.draw();
      this.room.querySelector<HTMLButtonElement>(".options button")?.focus();
    }
  }

  /** The option with a number of the list. */
  pickNumber(number: number): void {
    const option = this.shown()[number - 1];
    if (option) this.take(option.index);
  }

  private take(index: number): void {
    if (this.many) this.toggle(index);
    else this.answer([index]);
  }

  private toggle(index: number): void {
    this.chosen = this.chosen.includes(index) ? this.chosen.filter((other) => other !== index) : [...this.chosen, index];
    this.draw();
    this.changed();
    this.room.querySelector<HTMLButtonElement>(`[data-option="${index}"]`)?.focus();
  }

  private shown(): Option[] {
    const words = this.typed.toLowerCase().split(/\s+/).filter(Boolean);
    return this.question.options.filter(
      (option) =>
        (this.about === null || this.touching(this.about).includes(option)) &&
        words.every((word) => `${option.words} ${option.note ?? ""}`.toLowerCase().includes(word)),
    );
  }

  /** Why the chosen options are no answer yet; empty if they are one. */
  private missing(): string {
    const { least, most, fits, such } = this.question;
    const count = this.chosen.length;
    if (count < least) return least === most ? `Choose ${least}.` : `Choose at least ${least}.`;
    if (count > most) return `At most ${most} can be chosen.`;
    const sorted = [...this.chosen].sort((a, b) => a - b).join();
    if (fits && !fits.some((fit) => [...fit].sort((a, b) => a - b).join() === sorted)) return `Together, the choices must fulfil: ${such ?? ""}`;
    return "";
  }

  private draw(): void {
    const { question } = this;
    const options = this.shown();
    const list = h("div", { class: `options${question.counted ? " numbers" : ""}` });
    let group: string | undefined;
    options.forEach((option, at) => {
      if (options.length > LONG && option.group && option.group !== group) {
        group = option.group;
        list.append(h("h3", {}, group));
      }
      list.append(this.row(option, at + 1));
    });
    const filter = h("input", {
      type: "search", placeholder: "Filter the options", "aria-label": "Filter the options", value: this.typed,
      oninput: () => {
        this.typed = filter.value;
        const at = filter.selectionStart;
        this.draw();
        const fresh = this.room.querySelector<HTMLInputElement>("input[type=search]");
        fresh?.focus();
        fresh?.setSelectionRange(at, at);
      },
    });
    show(
      this.room,
      h("div", { class: "prompt" }, h("h2", { "aria-live": "polite" }, question.prompt), question.context ? h("p", { class: "dim" }, question.context) : null),
      question.options.length > LONG && !question.counted ? filter : null,
      this.about !== null ? button("Show all options", () => ((this.about = null), this.draw()), { class: "quiet" }) : null,
      list,
      options.length ? null : h("p", { class: "dim" }, "No option has these words."),
      this.footer(),
    );
  }

  private row(option: Option, number: number): HTMLElement {
    const position = this.chosen.indexOf(option.index);
    const mark = this.many ? (position < 0 ? "" : this.question.sort === "arrange" ? String(position + 1) : "✓") : number <= 9 ? String(number) : "";
    const pressed = this.many ? { "aria-pressed": position >= 0 ? "true" : "false" } : {};
    const alike = (option.alike ?? 1) > 1 ? ` (${option.alike} alike)` : "";
    return h(
      "div",
      { class: "option-row" },
      h(
        "button",
        { type: "button", class: `option-button${position >= 0 ? " chosen" : ""}`, "data-option": option.index, onclick: () => this.take(option.index), ...pressed },
        h("span", { class: "key", "aria-hidden": "true" }, mark),
        h("span", {}, h("span", { class: "words" }, option.words + alike), option.note ? h("span", { class: "note" }, option.note) : null),
      ),
      this.question.counted ? null : button("?", () => this.explain(option.index), { class: "quiet rule", "aria-label": `The rule behind: ${option.words}`, title: "The rule behind this option" }),
    );
  }

  private footer(): HTMLElement {
    const { question } = this;
    const missing = this.missing();
    return h(
      "div",
      { class: "actions" },
      this.many ? button(`Answer with ${this.chosen.length || question.nothing}`, () => this.answer(this.chosen), { class: "main", disabled: missing !== "" }) : null,
      this.many ? h("span", { class: "dim", role: "status" }, missing) : null,
      !this.many && question.least === 0 ? button(capital(question.nothing), () => this.answer([]), { "data-pass": true }) : null,
      button("Which rule asks?", () => this.explain(null), { class: "quiet" }),
    );
  }
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
