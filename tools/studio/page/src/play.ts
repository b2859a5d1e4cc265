// Play: beginning a match, and the match itself for a player, a spectator or the owner of the studio.

import { ask, query, socket } from "./api";
import { Drawer } from "./drawer";
import { button, busy, choice, failure, field, h, Refused, show } from "./dom";
import { gameChoices, type About, type GameAbout, type Invitation, type NewsItem, type Seen, type State } from "./model";
import { Asked } from "./question";
import { address, go, replace, type Place, type View } from "./router";
import { drawTable, headline } from "./table";

const PLAYERS = [
  { value: "human", words: "a person" },
  { value: "random", words: "a bot that plays at random" },
  { value: "greedy", words: "a bot that looks one move ahead" },
  { value: "mcts:200", words: "a bot that searches (slow)" },
];

// -------------------------------------------------------------------------------------------------------- a new match

export function playView(state: State): View {
  return (room, place) => {
    document.title = "Play · Botwright Studio";
    const form = h("div", {});
    const open = h("section", {});
    const names = gameChoices(state);
    const chosen = place.values.get("game") ?? names[0]?.value ?? "";
    const games = choice(names, chosen, (game) => {
      replace(address(["play"], { game }));
      void describe(game);
    }, { id: "game" });
    let turn = 0;
    const describe = async (game: string): Promise<void> => {
      const mine = ++turn;
      show(form, busy(`Reading the rules of ${state.titles[game] ?? game} …`));
      try {
        const about = await ask<GameAbout>(query("/api/game", { game }));
        if (mine === turn) show(form, setup(game, about, place));
      } catch (error) {
        if (mine === turn) show(form, failure(error));
      }
    };
    show(room, h("h1", {}, "Play"), h("div", { class: "columns" }, h("section", {}, field("Game", games), form), open));
    if (chosen) void describe(chosen);
    void listOpen(open);
  };
}

function setup(game: string, about: GameAbout, place: Place): HTMLElement {
  const room = h("div", {});
  let mode = about.modes.find((one) => one.mode === (place.values.get("mode") ?? about.usual)) ?? about.modes[0]!;
  let count = Math.max(mode.least, Math.min(2, mode.most));
  const who: string[] = about.names.map((_, at) => (at ? "random" : "human"));
  const seed = h("input", { inputmode: "numeric", placeholder: "any", size: 8 });
  const told = h("div", { "aria-live": "polite" });
  const draw = (): void => {
    const modes = about.modes.map((one) => ({ value: one.mode ?? "", words: (one.mode ?? "the game").replaceAll("_", " ") }));
    const counts = Array.from({ length: mode.most - mode.least + 1 }, (_, at) => String(mode.least + at));
    show(
      room,
      h("p", { class: "aim" }, mode.aim),
      about.modes.length > 1
        ? field("Mode", choice(modes, mode.mode ?? "", (value) => {
            mode = about.modes.find((one) => (one.mode ?? "") === value)!;
            count = Math.min(Math.max(count, mode.least), mode.most);
            replace(address(["play"], { game, mode: mode.mode }));
            draw();
          }, { id: "mode" }))
        : null,
      counts.length > 1 ? field("Players", choice(counts.map((value) => ({ value, words: value })), String(count), (value) => ((count = Number(value)), draw()))) : null,
      about.names.slice(0, count).map((name, at) => field(name, choice(PLAYERS, who[at]!, (value) => (who[at] = value), { "data-seat": name }))),
      field("Seed", seed, "the same seed and answers give the same match"),
      button("Begin the match", () => void begin(), { class: "main", id: "begin" }),
      told,
    );
  };
  const begin = async (): Promise<void> => {
    show(told, busy("Laying the table …"));
    const seats = Object.fromEntries(about.names.slice(0, count).map((name, at) => [name, who[at]!]));
    const body = { game, mode: mode.mode, who: seats, ...(seed.value.trim() ? { seed: Number(seed.value) } : {}) };
    try {
      enter(await ask<Invitation>("/api/matches", { body }));
    } catch (error) {
      show(told, failure(error));
    }
  };
  draw();
  return room;
}

const link = (match: Invitation, seat: string | null): string => address(["play", match.id], {}, match.links.find((one) => one.seat === seat)?.token ?? "");

export function enter(match: Invitation): void {
  go(link(match, match.people[0] ?? null));
}

async function listOpen(room: HTMLElement): Promise<void> {
  try {
    const matches = await ask<Invitation[]>("/api/matches");
    if (!matches.length) return;
    show(room, h("h2", {}, "Open matches"), h("ul", { class: "plain" }, matches.map((match) => h("li", {}, h("strong", {}, match.title), match.mode ? ` (${match.mode})` : "", match.over ? ", over" : "", ": ", invitations(match)))));
  } catch (error) {
    show(room, failure(error));
  }
}

/** A link for each person, and one for spectators. */
function invitations(match: Invitation): HTMLElement {
  const copied = h("span", { role: "status", class: "dim" });
  return h(
    "span",
    { class: "invitations" },
    match.links.map(({ seat }) => {
      const words = seat ?? "spectators";
      const to = link(match, seat);
      return h("span", { class: "invitation" }, h("a", { href: to }, words), button("copy link", () => {
        void navigator.clipboard?.writeText(location.origin + to).then(() => (copied.textContent = `the link of ${words} is copied`));
      }, { class: "quiet", "aria-label": `Copy the link of ${words}` }));
    }),
    copied,
  );
}

// ------------------------------------------------------------------------------------------------------------ a match

const FORETELL_AFTER = 100;

interface Message {
  about?: About; seen?: Seen; broken?: string; here?: string[]; spectators?: number; thinks?: string;
  id?: number; answer?: unknown; refused?: { message: string; help: string };
}

export function matchView(state: State | null): View {
  return (room, place) => {
    const match = new MatchPage(room, place, state);
    return () => match.close();
  };
}

class MatchPage {
  private readonly channel: WebSocket;
  private readonly drawer = new Drawer();
  private readonly notice = h("div", { class: "notice", role: "status" });
  private readonly head = h("div", { class: "match-head" });
  private readonly tableRoom = h("div", { class: "table-room" });
  private readonly side = h("div", { class: "side" });
  private readonly log = h("section", { class: "log", "aria-label": "What happened" });
  private readonly presence = h("p", { class: "dim presence" });
  private readonly waiting = new Map<number, { done: (answer: unknown) => void; failed: (error: Error) => void }>();
  private about: About | null = null;
  private seen: Seen | null = null;
  private asked: Asked | null = null;
  private number = 0;
  private busyTimer = 0;
  private foretellTimer = 0;
  private answering = false;
  private closed = false;

  constructor(room: HTMLElement, private readonly place: Place, private readonly state: State | null) {
    show(room, this.head, this.notice, h("div", { class: "match" }, this.tableRoom, h("div", { class: "right" }, this.side, this.drawer.room, this.log)), this.presence);
    show(this.tableRoom, busy("Taking a seat …"));
    this.channel = socket(`/api/play/${place.path[1]}`);
    this.channel.onopen = () => this.channel.send(JSON.stringify({ token: place.token }));
    this.channel.onmessage = (event: MessageEvent<string>) => this.take(JSON.parse(event.data) as Message);
    this.channel.onclose = (event) => this.ended(event);
    addEventListener("keydown", this.key);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.foretellTimer);
    removeEventListener("keydown", this.key);
    this.channel.close();
  }

  private ended(event: CloseEvent): void {
    if (this.closed) return;
    const words = event.code === 4401 ? "This link does not open a match: it may be over, or the link is not complete." : event.reason || "The connection to the studio has ended.";
    show(this.notice, h("div", { class: "failure", role: "alert" }, words), button("Try again", () => location.reload()));
    if (!this.seen) show(this.tableRoom);
  }

  private send(message: Record<string, unknown>): Promise<unknown> {
    const id = ++this.number;
    this.channel.send(JSON.stringify({ id, ...message }));
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  private lines(message: Record<string, unknown>): Promise<string[]> {
    return this.send(message) as Promise<string[]>;
  }

  private take(message: Message): void {
    if (message.id !== undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.refused) waiting?.failed(new Refused(message.refused.message, message.refused.help));
      else waiting?.done(message.answer);
    } else if (message.about) {
      this.about = message.about;
      document.title = `${message.about.title} · ${message.about.seat ?? "spectator"}`;
    } else if (message.seen) {
      this.seen = message.seen;
      this.draw();
    } else if (message.broken) {
      this.broken(message.broken);
    } else if (message.thinks) {
      show(this.side, busy(`${message.thinks} is thinking …`));
    } else if (message.here) {
      const people = this.about?.people ?? [];
      const words = people.map((name) => `${name} ${message.here!.includes(name) ? "is here" : "is not here yet"}`);
      if (message.spectators) words.push(`${message.spectators} watching`);
      this.presence.textContent = people.length + (message.spectators ?? 0) > 1 ? words.join(" · ") : "";
    }
  }

  // ------------------------------------------------------------------------------------------------------- drawing

  private draw(): void {
    const { picture, over } = this.seen!;
    this.answering = false;
    clearTimeout(this.busyTimer);
    show(this.notice);
    const inside = this.side.contains(document.activeElement) || this.tableRoom.contains(document.activeElement);
    const spot = (document.activeElement as Element | null)?.getAttribute("data-thing");
    const onBoard = spot && document.activeElement?.classList.contains("space") ? spot : null;
    this.asked = picture.question ? new Asked(picture.question, (chosen) => void this.answer(chosen), () => this.drawTable(), (option) => this.explain(option)) : null;
    clearTimeout(this.foretellTimer);
    if (this.asked && picture.question!.sort === "act") this.foretellTimer = window.setTimeout(() => this.foretell(this.asked), FORETELL_AFTER);
    show(this.head, headline(picture), h("p", { class: "dim" }, picture.seat ? `You are ${picture.seat}.` : "You are watching: you see what everybody may know."), this.tools());
    this.drawTable();
    show(this.side, over ? this.ending() : this.asked ? this.asked.room : this.waits());
    this.drawLog(picture.news ?? [], this.seen!.earlier);
    if (inside) {
      const again = onBoard ? this.tableRoom.querySelector<SVGElement>(`.space[data-thing="${onBoard}"]`) : null;
      (again ?? this.side.querySelector<HTMLElement>(".options button, .actions button, a"))?.focus();
    }
  }

  /** The table is drawn first; what follows from the options is found out while it is read. */
  private foretell(asked: Asked | null): void {
    if (!asked) return;
    void (this.send({ do: "foretell", request: asked.question.id }) as Promise<Record<string, string>>).then((notes) => asked.foretold(notes), () => {});
  }

  private drawTable(): void {
    const pick = (thing: number, inspect: boolean): void => {
      if (inspect || !this.asked || !this.asked.state(thing)) this.inspect(thing);
      else this.asked.pick(thing);
    };
    const focused = (document.activeElement as Element | null)?.getAttribute("data-thing");
    const had = this.tableRoom.contains(document.activeElement);
    show(this.tableRoom, drawTable(this.seen!.picture, { state: (thing) => this.asked?.state(thing) ?? "", pick, own: ({ owner }) => owner !== null && owner === this.seen!.picture.seat }));
    if (had && focused) this.tableRoom.querySelector<HTMLElement>(`[data-thing="${focused}"]`)?.focus();
  }

  private waits(): HTMLElement {
    const names = (this.seen!.picture.waiting ?? []).join(" and ");
    return h("section", { class: "question" }, h("h2", { "aria-live": "polite" }, names ? `${names} decides …` : "The match goes on …"));
  }

  private tools(): HTMLElement {
    const about = h("input", { placeholder: "an action", "aria-label": "An action that you miss among the options" });
    const rules = h("input", { placeholder: "a word", "aria-label": "A chapter or a word of the rules" });
    return h(
      "div",
      { class: "tools" },
      this.seen!.may_undo ? button("Undo", () => void this.undo(), { id: "undo" }) : null,
      this.asked ? h("form", { onsubmit: (event) => { event.preventDefault(); void this.drawer.tell(`Why not ${about.value}?`, this.lines({ do: "why_not", about: about.value })); } }, "Why not ", about, h("button", { class: "quiet" }, "?")) : null,
      h("form", { onsubmit: (event) => { event.preventDefault(); void this.rules(rules.value); } }, "Rules ", rules, h("button", { class: "quiet" }, "look up")),
      this.state ? h("a", { href: "/play" }, "all matches") : null,
    );
  }

  private drawLog(news: NewsItem[], earlier: number): void {
    const followed = this.log.scrollTop + this.log.clientHeight >= this.log.scrollHeight - 8;
    const least = Math.min(...news.map((item) => item.inset), 9);
    show(
      this.log,
      h("h2", {}, "What happened"),
      earlier ? button(`Show ${earlier} earlier lines`, () => void (this.send({ do: "log" }) as Promise<NewsItem[]>).then((all) => this.drawLog(all, 0)), { class: "quiet" }) : null,
      h("div", { role: "log", "aria-label": "What happened" }, h("ol", {}, news.map((item) =>
        h("li", { class: `depth-${Math.min(5, item.inset - least)}` }, h("span", {}, item.words, (item.times ?? 1) > 1 ? ` ×${item.times}` : ""), button("why?", () => this.why(item.number), { class: "quiet why", "aria-label": `Why: ${item.words}` })),
      ))),
    );
    if (followed) this.log.scrollTop = this.log.scrollHeight;
  }

  private ending(): HTMLElement {
    const { result, fight } = this.seen!;
    const seats = this.about?.seats ?? [];
    const replay = h("a", { href: "/replay" }, "Replay it");
    if (this.state) void ask<Invitation>(`/api/matches/${this.place.path[1]}`).then(({ record }) => { if (record) replay.setAttribute("href", address(["replay", record])); }, () => {});
    const rows = fight ?? [];
    return h(
      "section",
      { class: "question ending" },
      h("h2", { "aria-live": "assertive" }, result),
      this.about?.aim ? h("p", { class: "dim" }, this.about.aim) : null,
      rows.length ? h("table", { class: "fight" }, h("caption", {}, "How it came about"), h("thead", {}, h("tr", {}, h("td", {}), seats.map((seat) => h("th", { scope: "col" }, seat)))), h("tbody", {}, rows.map(([deed, counts]) => h("tr", {}, h("th", { scope: "row" }, deed), counts.map((count) => h("td", {}, count || "–")))))) : null,
      this.state ? h("div", { class: "actions" }, button("Play again", () => void this.again(), { class: "main" }), replay, h("a", { href: "/play" }, "Another game")) : null,
    );
  }

  // -------------------------------------------------------------------------------------------------------- asking

  private async answer(chosen: number[]): Promise<void> {
    const question = this.seen?.picture.question;
    if (!question || this.answering) return; // a second click while the first is on its way
    this.answering = true;
    this.busyTimer = window.setTimeout(() => show(this.notice, busy("The rules are at work …")), 100);
    try {
      await this.send({ do: "answer", request: question.id, chosen });
    } catch (error) {
      show(this.notice, failure(error));
    } finally {
      this.answering = false;
      clearTimeout(this.busyTimer);
    }
  }

  private async undo(): Promise<void> {
    try {
      await this.send({ do: "undo" });
    } catch (error) {
      show(this.notice, failure(error));
    }
  }

  private explain(option: number | null): void {
    const words = this.seen?.picture.question?.options.find((one) => one.index === option)?.words;
    void this.drawer.tell(words ?? "The rule that asks", this.lines({ do: "rule", option }));
  }

  private why(event: number): void {
    const words = this.seen?.picture.news?.find((item) => item.number === event)?.words;
    void this.drawer.tell(words ? `Why: ${words}` : `Why did event ${event} happen?`, this.lines({ do: "why", about: String(event) }));
  }

  private inspect(thing: number): void {
    void this.drawer.tell("What is it?", this.lines({ do: "inspect", thing }));
  }

  private async rules(about: string): Promise<void> {
    const answer = this.send({ do: "rules", about }) as Promise<{ chapters: string[]; lines: string[] }>;
    const chapters = h("p", { class: "chapters" });
    void answer.then((found) => show(chapters, "Chapters: ", found.chapters.map((chapter) => button(chapter, () => void this.rules(chapter), { class: "quiet" }))), () => {});
    await this.drawer.tell(about ? `Rules: ${about}` : "Rules", answer.then((found) => found.lines), chapters);
  }

  private async again(): Promise<void> {
    if (!this.about) return;
    const { game, mode, who } = this.about;
    try {
      enter(await ask<Invitation>("/api/matches", { body: { game, mode, who } }));
    } catch (error) {
      show(this.notice, failure(error));
    }
  }

  private broken(words: string): void {
    const reopen = async (): Promise<void> => {
      show(this.notice, busy("Opening the match from its record …"));
      try {
        await ask(`/api/matches/${this.place.path[1]}`, { method: "POST" });
      } catch (error) {
        show(this.notice, failure(error));
      }
    };
    show(this.notice, h("div", { class: "failure", role: "alert" }, h("p", {}, words), this.state ? button("Open it again from its record", () => void reopen()) : null));
  }

  /** Digits pick options, `u` takes back, Escape closes the explanation. */
  private readonly key = (event: KeyboardEvent): void => {
    if ((event.target as Element).matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[1-9]$/.test(event.key)) this.asked?.pickNumber(Number(event.key));
    else if (event.key === "u" && this.seen?.may_undo) void this.undo();
    else if (event.key === "Escape") this.drawer.close();
  };
}
