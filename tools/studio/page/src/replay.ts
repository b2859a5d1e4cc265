// Replay: a record with a slider; forward, back, reasons, playing on, and two records side by side.

import { ask } from "./api";
import { Drawer } from "./drawer";
import { button, busy, choice, failure, field, h, show } from "./dom";
import type { Invitation, NewsItem, Picture, State } from "./model";
import { enter } from "./play";
import { address, go, replace, type Place, type View } from "./router";
import { drawTable, headline } from "./table";

interface Row { name: string; game: string; mode: string | null; seats: string[]; answers: number; when: string }
interface Opened { title: string; headline: string; seats: string[]; game: string; moments: { words: string; round: number }[] }
interface Moment { index: number; picture: Picture; news: NewsItem[]; closing: string[]; over: boolean; asked: string | null; turn: number; last_turn: number }
const EVERYTHING = "*";

export function replayView(_state: State): View {
  return (room, place) => {
    const name = place.path.slice(1).join("/");
    if (!name) {
      document.title = "Replay · Botwright Studio";
      void list(room);
      return;
    }
    const other = place.values.get("with");
    const first = new ReplayPage(name, place, "at", other !== null);
    const second = other ? new ReplayPage(other, place, "at2", true) : null;
    const keys = (event: KeyboardEvent): void => first.key(event);
    document.title = "Replay · Botwright Studio";
    show(room, h("h1", {}, other ? "Two records" : "Replay"), other ? difference(name, other) : null, h("div", { class: second ? "two" : "one" }, first.room, second?.room ?? null), other ? null : compareWith(name));
    addEventListener("keydown", keys);
    return () => removeEventListener("keydown", keys);
  };
}

async function list(room: HTMLElement): Promise<void> {
  show(room, h("h1", {}, "Replay"), busy("Looking for recorded matches …"));
  try {
    const rows = await ask<Row[]>("/api/records");
    show(
      room,
      h("h1", {}, "Replay"),
      rows.length
        ? h("div", { class: "scroll" }, h("table", { class: "records" }, h("thead", {}, h("tr", {}, ["Match", "Players", "Answers", "When"].map((title) => h("th", { scope: "col" }, title)))), h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: address(["replay", row.name]) }, row.game, row.mode ? ` (${row.mode})` : "")), h("td", {}, row.seats.join(", ")), h("td", {}, row.answers), h("td", {}, row.when))))))
        : h("p", {}, "No match is recorded yet. ", h("a", { href: "/play" }, "Play one"), ": every match is recorded."),
    );
  } catch (error) {
    show(room, failure(error));
  }
}

function compareWith(name: string): HTMLElement {
  const room = h("section", { class: "compare" });
  void ask<Row[]>("/api/records").then((rows) => {
    const others = rows.filter((row) => row.name !== name).map((row) => ({ value: row.name, words: `${row.game}, ${row.seats.join(" and ")}, ${row.when}` }));
    if (others.length) show(room, field("Side by side with", choice([{ value: "", words: "…" }, ...others], "", (other) => { if (other) go(address(["replay", name], { with: other })); })));
  }, () => {});
  return room;
}

function difference(record: string, other: string): HTMLElement {
  const room = h("p", { class: "difference", role: "status" }, "Comparing …");
  ask<{ words: string; versions: string[] }>("/api/replay", { body: { record, other } }).then((found) => show(room, found.words, found.versions.map((line) => [h("br", {}), line])), (error: unknown) => show(room, failure(error)));
  return room;
}

class ReplayPage {
  readonly room = h("section", { class: "replay" });
  private readonly drawer = new Drawer();
  private readonly body = h("div", {});
  private readonly seat: string;
  private opened: Opened | null = null;
  private moment: Moment | null = null;
  private wanted: number;
  private asking = false;
  private force = false;

  constructor(private readonly name: string, private readonly place: Place, private readonly at: string, private readonly narrow: boolean) {
    this.seat = place.values.get("as") ?? "";
    this.wanted = Number(place.values.get(at) ?? 0) || 0;
    void this.open();
  }

  private question(more: Record<string, unknown> = {}): Promise<unknown> {
    const viewer = this.seat === EVERYTHING ? { everything: true } : this.seat ? { seat: this.seat } : {};
    return ask("/api/replay", { body: { record: this.name, force: this.force, ...viewer, ...more } });
  }

  private async open(): Promise<void> {
    show(this.room, busy("Playing the record again …"));
    try {
      this.opened = (await this.question()) as Opened;
      show(this.room, h("p", { class: "dim" }, this.opened.headline), this.controls(), this.body);
      show(this.body, busy("Laying the table …"));
      await this.show(this.wanted);
    } catch (error) {
      const anyway = button("Show it anyway", () => { this.force = true; void this.open(); });
      show(this.room, failure(error), this.force ? null : anyway);
    }
  }

  private get last(): number {
    return (this.opened?.moments.length ?? 1) - 1;
  }

  /** Show a moment; while one is on its way, only the newest wish counts. */
  private async show(index: number): Promise<void> {
    this.wanted = Math.min(Math.max(index, 0), this.last);
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.moment?.index !== this.wanted) this.moment = (await this.question({ do: "moment", index: this.wanted })) as Moment;
      this.draw();
      const values = Object.fromEntries(new URLSearchParams(location.search));
      replace(address(["replay", ...this.place.path.slice(1)], { ...values, [this.at]: String(this.wanted) }));
    } catch (error) {
      show(this.body, failure(error));
    } finally {
      this.asking = false;
    }
  }

  private controls(): HTMLElement {
    const seats = [{ value: "", words: "a spectator" }, ...(this.opened?.seats ?? []).map((value) => ({ value, words: value })), { value: EVERYTHING, words: "everything" }];
    const view = choice(seats, this.seat, (as) => go(address(["replay", ...this.place.path.slice(1)], { ...Object.fromEntries(this.place.values), [this.at]: String(this.wanted), as })), {});
    const slider = h("input", { type: "range", min: 0, max: this.last, value: this.wanted, "aria-label": "Moment", class: "slider", oninput: () => void this.show(Number(slider.value)) });
    const event = h("input", { inputmode: "numeric", size: 5, "aria-label": "Number of an event" });
    const find = async (): Promise<void> => {
      try {
        await this.show((await this.question({ do: "find", event: Number(event.value) })) as number);
      } catch (error) {
        show(this.body, failure(error));
      }
    };
    return h(
      "div",
      { class: "controls" },
      h("div", { class: "steps" },
        button("Start", () => void this.show(0)),
        button("◀ turn", () => void this.show(this.moment?.last_turn ?? 0), { "aria-label": "The turn before" }),
        button("◀", () => void this.show(this.wanted - 1), { "aria-label": "One decision back", class: "back" }),
        button("▶", () => void this.show(this.wanted + 1), { "aria-label": "One decision on", class: "on" }),
        button("turn ▶", () => void this.show(this.moment?.turn ?? this.last), { "aria-label": "The next turn" }),
        button("End", () => void this.show(this.last))),
      slider,
      field("As seen by", view),
      h("form", { onsubmit: (submitted) => { submitted.preventDefault(); void find(); } }, "Event ", event, h("button", { class: "quiet" }, "go")),
      this.narrow ? null : button("Play on from here", () => void this.play(), { class: "main", id: "play-on" }),
    );
  }

  private draw(): void {
    const moment = this.moment!;
    const words = this.opened!.moments[moment.index]?.words ?? "";
    const slider = this.room.querySelector<HTMLInputElement>(".slider");
    if (slider) [slider.value, slider.ariaValueText] = [String(moment.index), `decision ${moment.index}: ${words}`];
    const touch = { state: () => "" as const, pick: (thing: number) => this.inspect(moment.index, thing), own: ({ owner }: { owner: string | null }) => owner !== null && owner === this.seat };
    show(
      this.body,
      headline(moment.picture),
      h("p", { class: "decision", role: "status" }, h("strong", {}, `${moment.index} of ${this.last}`), ` ${words}`),
      h("div", { class: "match" }, h("div", { class: "table-room" }, drawTable(moment.picture, touch)), h("div", { class: "right" },
        h("section", { class: "log", "aria-label": "What happened" }, h("h2", {}, "What happened"), moment.news.length ? null : h("p", { class: "dim" }, "Nothing that this viewer could see."), h("ol", {}, moment.news.map((item) => h("li", { class: `depth-${Math.min(5, item.inset)}` }, h("span", {}, item.words), button("why?", () => this.why(moment.index, item), { class: "quiet why", "aria-label": `Why: ${item.words}` }))))),
        this.drawer.room,
        moment.closing.length ? h("section", { class: "closing" }, moment.closing.filter(Boolean).map((line) => h("p", { class: "table-line" }, line))) : null)),
    );
  }

  private inspect(index: number, thing: number): void {
    void this.drawer.tell("What is it?", this.question({ do: "inspect", index, thing }) as Promise<string[]>);
  }

  private why(index: number, item: NewsItem): void {
    void this.drawer.tell(`Why: ${item.words}`, this.question({ do: "why", index, about: String(item.number) }) as Promise<string[]>);
  }

  private async play(): Promise<void> {
    try {
      const as = this.seat && this.seat !== EVERYTHING ? { as: this.seat } : {};
      enter((await this.question({ do: "play", index: this.wanted, ...as })) as Invitation);
    } catch (error) {
      show(this.body, failure(error));
    }
  }

  key(event: KeyboardEvent): void {
    if ((event.target as Element).matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowRight" && !(event.target as Element).closest(".board")) void this.show(this.wanted + 1);
    if (event.key === "ArrowLeft" && !(event.target as Element).closest(".board")) void this.show(this.wanted - 1);
  }
}
