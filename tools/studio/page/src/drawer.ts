// What was asked about the match, beside the table: rules, reasons, things, the rulebook.

import { append, button, h, prose, show } from "./dom";

export class Drawer {
  readonly room = h("aside", { class: "drawer", "aria-label": "Explanation", "aria-live": "polite", hidden: true });
  private back: HTMLElement | null = null;

  constructor() {
    this.room.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
  }

  /** Show lines under a title; lines that begin with blanks are set in. */
  async tell(title: string, lines: Promise<string[]>, ...more: Node[]): Promise<void> {
    if (this.room.hidden) this.back = document.activeElement as HTMLElement | null;
    this.room.hidden = false;
    const body = h("div", { class: "lines" }, h("p", { class: "busy" }, "Looking it up …"));
    show(this.room, h("div", { class: "drawer-head" }, h("h2", {}, prose(title)), button("Close", () => this.close(), { class: "quiet" })), body, ...more);
    try {
      show(body, paragraphs(await lines));
    } catch (error) {
      show(body, h("p", { class: "failure" }, prose(error instanceof Error ? error.message : String(error))));
    }
  }

  close(): void {
    this.room.hidden = true;
    this.back?.focus?.();
    this.back = null;
  }
}

export function paragraphs(lines: string[]): HTMLElement {
  const room = h("div", {});
  append(
    room,
    lines.map((line) => {
      const depth = Math.min(5, Math.floor((line.length - line.trimStart().length) / 2));
      return h("p", { class: `depth-${depth}` }, prose(line.trim()));
    }),
  );
  return room;
}
