// Write: the files of the workspace, a text with its findings while you type, and the card beside it.

import type { EditorView } from "@codemirror/view";
import { ask, query } from "./api";
import { button, busy, failure, h, prose, Refused, show } from "./dom";
import { apply, editsOf, Language, openEditor, showFindings, showLights, type Finding } from "./editor";
import { cardWords, drawCard } from "./card";
import type { Card, State } from "./model";
import { address, go, type Place, type View } from "./router";

interface Scenario { name: string; file: string; line: number; status: "passed" | "failed" | "todo"; message: string }
interface Ran { passed: number; failed: number; todo: number; scenarios: Scenario[]; findings: string[] }

export function writeView(state: State): View {
  return (room, place) => {
    const page = new WritePage(room, place, state);
    return () => page.close();
  };
}

class WritePage {
  private readonly path: string;
  private readonly uri: string;
  private readonly tree = h("nav", { class: "files", "aria-label": "Files" });
  private readonly bar = h("div", { class: "bar" });
  private readonly editorRoom = h("div", { class: "editor" });
  private readonly told = h("div", { class: "notice", role: "status" });
  private readonly findings = h("section", { class: "findings", "aria-label": "Findings", "aria-live": "polite" });
  private readonly card = h("section", { class: "card-beside", "aria-label": "The card" });
  private readonly scenarios = h("section", { class: "scenarios", "aria-label": "Scenarios" });
  private language: Language | null = null;
  private view: EditorView | null = null;
  private mark = "";
  private kept = "";
  private cardTimer = 0;
  private closed = false;

  constructor(room: HTMLElement, place: Place, private readonly state: State) {
    this.path = place.path.slice(1).join("/");
    this.uri = `${state.uri}/${encodePath(this.path)}`;
    document.title = `${this.path.split("/").at(-1) || "Write"} · Botwright Studio`;
    const side = h("div", { class: "beside" }, this.findings, this.card, this.scenarios);
    show(room, h("div", { class: `write${this.isFile ? "" : " no-file"}` }, this.tree, h("div", { class: "text" }, this.bar, this.told, this.editorRoom), side));
    void this.list();
    if (this.isFile) void this.open();
    else show(this.editorRoom, h("p", { class: "dim empty" }, "Choose a file. Findings, the printed card and its scenarios stand beside it while you write."));
    addEventListener("beforeunload", this.leaving);
  }

  private get isFile(): boolean {
    return /\.\w+$/.test(this.path);
  }

  private get dirty(): boolean {
    return this.view !== null && this.view.state.doc.toString() !== this.kept;
  }

  /** The game or pack that the text is in. */
  private get unit(): string {
    return this.path.split("/").slice(0, 2).join("/");
  }

  close(): void {
    this.closed = true;
    removeEventListener("beforeunload", this.leaving);
    clearTimeout(this.cardTimer);
    if (this.dirty && this.view) sessionStorage.setItem(`text:${this.path}`, this.view.state.doc.toString());
    this.view?.destroy();
    this.language?.close();
  }

  private readonly leaving = (event: BeforeUnloadEvent): void => {
    if (this.dirty) event.preventDefault();
  };

  // --------------------------------------------------------------------------------------------------------- files

  private async list(): Promise<void> {
    try {
      const files = await ask<string[]>("/api/files");
      const folders = new Map<string, string[]>();
      for (const file of files) {
        const parts = file.split("/");
        const unit = parts.length > 2 ? parts.slice(0, 2).join("/") : parts.slice(0, -1).join("/");
        folders.set(unit, [...(folders.get(unit) ?? []), file]);
      }
      show(
        this.tree,
        h("details", { class: "all-files", open: !this.isFile || matchMedia("(min-width: 1051px)").matches }, h("summary", {}, h("h2", {}, "Files")),
        files.length
          ? [...folders].map(([folder, inside]) =>
              h("details", { open: this.path.startsWith(folder) || folders.size === 1 }, h("summary", {}, folder || this.state.root), h("ul", {}, inside.map((file) => h("li", {}, h("a", { href: address(["write", file]), "aria-current": file === this.path ? "page" : null }, file.slice(folder ? folder.length + 1 : 0)))))))
          : h("p", { class: "dim" }, "No files yet. ", h("a", { href: "/" }, "Three things to do"), ".")),
      );
    } catch (error) {
      show(this.tree, failure(error));
    }
  }

  // ------------------------------------------------------------------------------------------------------ the text

  private async open(): Promise<void> {
    const wait = setTimeout(() => show(this.editorRoom, busy(`Opening ${this.path} …`)), 80);
    try {
      const { text, mark } = await ask<{ text: string; mark: string }>(query("/api/file", { path: this.path }));
      if (this.closed) return;
      [this.mark, this.kept] = [mark, text];
      this.language = new Language(this.state.uri, (uri) => this.display(uri), () => this.lost());
      this.language.listen((uri, found) => {
        if (decodeURIComponent(uri) === decodeURIComponent(this.uri) && this.view) this.tell(showFindings(this.view, found));
      });
      show(this.editorRoom);
      show(this.findings, h("h2", {}, "Findings"), busy("Reading the rules of the game …"));
      const left = sessionStorage.getItem(`text:${this.path}`);
      sessionStorage.removeItem(`text:${this.path}`);
      this.view = openEditor(this.editorRoom, left ?? text, this.path, this.uri, this.language, this.state.words, { changed: () => this.drawBar(), moved: () => this.soonCard(), save: () => void this.save() });
      this.drawBar();
      this.goToLine();
      this.soonCard(0);
      void this.run();
    } catch (error) {
      show(this.editorRoom, failure(error));
    } finally {
      clearTimeout(wait);
    }
  }

  private goToLine(): void {
    const line = Number(location.hash.replace("#L", ""));
    const doc = this.view?.state.doc;
    if (!doc || !line || line > doc.lines) return;
    this.view!.dispatch({ selection: { anchor: doc.line(line).from }, scrollIntoView: true });
    this.view!.focus();
  }

  private drawBar(): void {
    const dirty = this.dirty;
    show(
      this.bar,
      h("h1", { class: "path" }, this.path),
      h("span", { class: "dim", role: "status" }, dirty ? "not saved" : "saved"),
      button("Save", () => void this.save(), { class: dirty ? "main" : "quiet", disabled: !dirty, id: "save", title: "Ctrl+S" }),
      this.unit.startsWith("rulesets/") ? h("a", { href: address(["clauses", this.unit.split("/")[1] ?? ""]) }, "clauses") : null,
      this.unit.startsWith("content/") ? h("a", { href: address(["cards", this.unit.split("/")[1] ?? ""]) }, "cards") : null,
    );
  }

  private async save(mark = this.mark): Promise<void> {
    if (!this.view) return;
    const text = this.view.state.doc.toString();
    try {
      const saved = await ask<{ mark: string }>("/api/file", { method: "PUT", body: { path: this.path, text, mark: mark || null } });
      [this.mark, this.kept] = [saved.mark, text];
      show(this.told);
      this.language?.saved(this.uri);
      this.drawBar();
      void this.run();
    } catch (error) {
      if (error instanceof Refused && error.status === 409 && error.data["text"] !== null) this.conflict(error);
      else show(this.told, failure(error));
    }
  }

  /** The file was changed elsewhere: nothing is written until its author has chosen. */
  private conflict(error: Refused): void {
    const text = String(error.data["text"]), mark = String(error.data["mark"]);
    show(
      this.told,
      h("div", { class: "failure", role: "alert" }, h("p", {}, error.message), h("div", { class: "actions" },
        button("Show the other text here", () => {
          this.view?.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
          [this.mark, this.kept] = [mark, text];
          show(this.told);
          this.drawBar();
        }),
        button("Write mine over it", () => void this.save(mark)))),
    );
  }

  private display(uri: string): Promise<null> {
    const path = decodeURIComponent(uri.slice(this.state.uri.length + 1));
    if (uri.startsWith(`${this.state.uri}/`)) go(address(["write", path]));
    else show(this.told, h("p", {}, "This is declared in a game that comes with Botwright."));
    return Promise.resolve(null);
  }

  private lost(): void {
    if (this.closed) return;
    show(this.told, h("div", { class: "failure", role: "alert" }, h("p", {}, "The language server has stopped: this text may need too much time or memory."), button("Start it again", () => { this.close(); go(location.pathname); })));
  }

  // ------------------------------------------------------------------------------------------------------ findings

  private tell(found: Finding[]): void {
    this.soonCard();
    const rows = found.map((finding) => {
      const fixes = h("span", { class: "fixes" });
      void this.language?.actions(this.uri, finding.raw).then((actions) => {
        show(fixes, actions.slice(0, 3).map((action) => button(prose(action.title), () => { if (this.view) apply(this.view, editsOf(action, this.uri)); this.view?.focus(); }, { class: "fix" })));
      }, () => {});
      const jump = (): void => {
        this.view?.dispatch({ selection: { anchor: Math.min(finding.from, this.view.state.doc.length) }, scrollIntoView: true });
        this.view?.focus();
      };
      const [first = "", ...rest] = finding.message.split("\n");
      return h("li", { class: `finding ${finding.severity}` }, button([h("span", { class: "line" }, `${finding.line}`), prose(first)], jump, { class: "jump" }), rest.filter(Boolean).map((line) => h("p", { class: "dim" }, prose(line))), fixes);
    });
    show(this.findings, h("h2", {}, "Findings"), found.length ? h("ul", { class: "plain" }, rows) : h("p", { class: "good" }, "No findings."));
  }

  // ------------------------------------------------------------------------------------------------------ the card

  private soonCard(pause = 120): void {
    clearTimeout(this.cardTimer);
    this.cardTimer = window.setTimeout(() => void this.drawCard(), pause);
  }

  private async drawCard(): Promise<void> {
    if (!this.view || !this.path.endsWith(".bot")) return;
    try {
      const card = (await this.language?.card(this.uri, this.view)) as Card | null | undefined;
      if (this.closed) return;
      if (card) show(this.card, h("h2", {}, "As printed"), drawCard(card), cardWords(card));
      else if (!this.card.hasChildNodes()) show(this.card, h("p", { class: "dim" }, "Put the cursor into a card to see it printed."));
    } catch {
      // the next movement asks again
    }
  }

  // ----------------------------------------------------------------------------------------------------- scenarios

  private async run(): Promise<void> {
    show(this.scenarios, h("h2", {}, "Scenarios"), busy("Running the scenarios …"));
    try {
      const ran = await ask<Ran>("/api/scenarios", { body: { path: this.unit } });
      if (this.closed) return;
      const words = ran.scenarios.length ? `${ran.passed} passed${ran.failed ? `, ${ran.failed} failed` : ""}${ran.todo ? `, ${ran.todo} to do` : ""}` : "None yet.";
      const rows = [...ran.scenarios].sort((a, b) => order(a) - order(b)).map((scenario) =>
        h("li", { class: scenario.status }, h("a", { href: `${address(["write", scenario.file])}#L${scenario.line}` }, h("span", { class: "light", role: "img", "aria-label": scenario.status }), scenario.name), scenario.message ? h("p", { class: "dim" }, prose(scenario.message)) : null),
      );
      show(this.scenarios, h("h2", {}, "Scenarios"), h("p", { class: ran.failed ? "bad" : ran.passed ? "good" : "dim" }, words), ran.findings.map((finding) => h("p", { class: "bad" }, prose(finding))), h("ul", { class: "plain lights" }, rows));
      this.light(ran.scenarios);
    } catch (error) {
      show(this.scenarios, h("h2", {}, "Scenarios"), failure(error));
    }
  }

  /** Green and red beside the lines of this text. */
  private light(scenarios: Scenario[]): void {
    if (this.view) showLights(this.view, scenarios.filter((scenario) => scenario.file === this.path));
  }
}

const order = (scenario: Scenario): number => ({ failed: 0, todo: 1, passed: 2 })[scenario.status];
const encodePath = (path: string): string => path.split("/").map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (letter) => letter)).join("/");
