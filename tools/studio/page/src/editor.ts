// An editor for one text: CodeMirror, connected to the language server of the studio.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import {
  findReferencesKeymap, formatKeymap, hoverTooltips, jumpToDefinitionKeymap, LSPClient, LSPPlugin, renameKeymap, serverCompletion, signatureHelp,
  Workspace, type Transport, type WorkspaceFile,
} from "@codemirror/lsp-client";
import { ChangeSet, EditorState, type Extension, RangeSet, StateEffect, StateField, Text, type TransactionSpec } from "@codemirror/state";
import { drawSelection, EditorView, gutter, GutterMarker, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { socket } from "./api";
import type { State } from "./model";

export interface Finding { from: number; to: number; line: number; severity: "error" | "warning" | "info"; message: string; code: string; raw: unknown }
interface LspRange { start: { line: number; character: number }; end: { line: number; character: number } }
interface LspDiagnostic { range: LspRange; severity?: number; message: string; code?: string | number }
interface TextEdit { range: LspRange; newText: string }
interface WorkspaceEdit { changes?: Record<string, TextEdit[]>; documentChanges?: { textDocument: { uri: string }; edits: TextEdit[] }[] }
export interface CodeAction { title: string; edit?: WorkspaceEdit }

// A word of the language, a text, a number or a comment: what the words mean, the language server says.
function botwright(words: State["words"]): StreamLanguage<null> {
  const declarations = new Set(words.declarations), sentences = new Set(words.sentences);
  return StreamLanguage.define<null>({
    name: "botwright",
    startState: () => null,
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return "comment";
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
      if (stream.match(/^\d+/)) return "number";
      const first = stream.sol();
      const word = stream.match(/^[A-Za-z_]\w*/);
      if (Array.isArray(word)) {
        const text = word[0] ?? "";
        if (first && declarations.has(text)) return "definitionKeyword";
        if (sentences.has(text)) return "keyword";
        return /^[A-Z]/.test(text) ? "typeName" : null;
      }
      stream.next();
      return null;
    },
  });
}

const yaml = StreamLanguage.define<null>({
  name: "yaml",
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^[\w-]+(?=:)/)) return "keyword";
    stream.next();
    return null;
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], class: "tok-keyword" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.typeName, class: "tok-type" },
]);

/** What the server writes as Markdown is shown as text: it may quote a pack. */
function asText(html: string): string {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  const room = document.createElement("div");
  room.textContent = (body.textContent ?? "").trim();
  return room.innerHTML;
}

class OpenFile implements WorkspaceFile {
  version = 0;
  constructor(readonly uri: string, readonly languageId: string, public doc: Text, readonly view: EditorView) {}
  getView(): EditorView {
    return this.view;
  }
}

/** One text is open at a time. */
class OneText extends Workspace {
  override files: OpenFile[] = [];
  constructor(client: LSPClient, private readonly display: (uri: string) => Promise<EditorView | null>, private readonly changeOther: (uri: string, change: TransactionSpec) => void) {
    super(client);
  }
  override syncFiles(): { file: WorkspaceFile; prevDoc: Text; changes: ChangeSet }[] {
    return this.files.flatMap((file) => {
      const plugin = LSPPlugin.get(file.view);
      const changes = plugin?.unsyncedChanges;
      if (!plugin || !changes || changes.empty) return [];
      const prevDoc = file.doc;
      file.doc = file.view.state.doc;
      file.version++;
      plugin.clear();
      return [{ file, prevDoc, changes }];
    });
  }
  override openFile(uri: string, languageId: string, view: EditorView): void {
    const file = new OpenFile(uri, languageId, view.state.doc, view);
    this.files.push(file);
    this.client.didOpen(file);
  }
  override closeFile(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }
  override updateFile(uri: string, update: TransactionSpec): void {
    const file = this.getFile(uri);
    if (file) file.getView()?.dispatch(update);
    else this.changeOther(uri, update);
  }
  override displayFile(uri: string): Promise<EditorView | null> {
    const file = this.files.find((open) => open.uri === uri);
    return file ? Promise.resolve(file.view) : this.display(uri);
  }
}

export class Language {
  readonly client: LSPClient;
  private channel: WebSocket | null = null;
  private handlers: ((value: string) => void)[] = [];
  private findings = new Map<string, LspDiagnostic[]>();
  private listener: ((uri: string, findings: LspDiagnostic[]) => void) | null = null;

  constructor(root: string, display: (uri: string) => Promise<EditorView | null>, lost: () => void) {
    this.client = new LSPClient({
      rootUri: root,
      timeout: 15000,
      sanitizeHTML: asText,
      workspace: (client) => new OneText(client, display, () => {}),
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, params: { uri: string; diagnostics: LspDiagnostic[] }) => {
          this.findings.set(params.uri, params.diagnostics);
          this.listener?.(params.uri, params.diagnostics);
          return true;
        },
      },
      extensions: [serverCompletion(), hoverTooltips(), signatureHelp(), keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap])],
    });
    const channel = socket("/api/language");
    this.channel = channel;
    channel.onmessage = (event: MessageEvent<string>) => this.handlers.forEach((handler) => handler(event.data));
    channel.onclose = () => {
      if (this.channel === channel) lost();
    };
    const transport: Transport = {
      send: (message) => {
        if (channel.readyState === WebSocket.OPEN) channel.send(message);
        else channel.addEventListener("open", () => channel.send(message), { once: true });
      },
      subscribe: (handler) => void this.handlers.push(handler),
      unsubscribe: (handler) => void (this.handlers = this.handlers.filter((other) => other !== handler)),
    };
    this.client.connect(transport);
  }

  listen(listener: (uri: string, findings: LspDiagnostic[]) => void): void {
    this.listener = listener;
  }

  async actions(uri: string, raw: unknown): Promise<CodeAction[]> {
    const diagnostic = raw as LspDiagnostic;
    const found = await this.client.request<unknown, CodeAction[] | null>("textDocument/codeAction", { textDocument: { uri }, range: diagnostic.range, context: { diagnostics: [diagnostic] } });
    return (found ?? []).filter((action) => action.edit);
  }

  async card(uri: string, view: EditorView): Promise<unknown> {
    const at = view.state.selection.main.head, line = view.state.doc.lineAt(at);
    return this.client.request("workspace/executeCommand", { command: "botwright.server.cardAt", arguments: [uri, `${line.number - 1}:${at - line.from}`] });
  }

  saved(uri: string): void {
    this.client.notification("textDocument/didSave", { textDocument: { uri } });
  }

  close(): void {
    const channel = this.channel;
    this.channel = null;
    channel?.close();
  }
}

export function editsOf(action: CodeAction, uri: string): TextEdit[] {
  return action.edit?.changes?.[uri] ?? action.edit?.documentChanges?.find((change) => change.textDocument.uri === uri)?.edits ?? [];
}

function offset(doc: Text, position: { line: number; character: number }): number {
  if (position.line >= doc.lines) return doc.length;
  const line = doc.line(position.line + 1);
  return Math.min(line.from + position.character, line.to);
}

export function apply(view: EditorView, edits: TextEdit[]): void {
  const doc = view.state.doc;
  view.dispatch({ changes: edits.map((edit) => ({ from: offset(doc, edit.range.start), to: offset(doc, edit.range.end), insert: edit.newText })) });
}

const SEVERITIES = ["error", "error", "warning", "info", "info"] as const;

export function showFindings(view: EditorView, found: LspDiagnostic[]): Finding[] {
  const doc = view.state.doc;
  const findings = found.map((one) => {
    const from = offset(doc, one.range.start), to = Math.max(from, offset(doc, one.range.end));
    return { from, to, line: one.range.start.line + 1, severity: SEVERITIES[one.severity ?? 1] ?? "error", message: one.message, code: String(one.code ?? ""), raw: one };
  });
  const marks: Diagnostic[] = findings.map(({ from, to, severity, message }) => ({ from, to, severity, message }));
  view.dispatch(setDiagnostics(view.state, marks));
  return findings;
}

// ------------------------------------------------------------------------------------------- scenarios, green and red

class Light extends GutterMarker {
  constructor(private readonly status: string) {
    super();
  }
  override toDOM(): Node {
    const light = document.createElement("span");
    light.className = `light ${this.status}`;
    light.title = `this scenario: ${this.status}`;
    return light;
  }
}

const setLights = StateEffect.define<{ line: number; status: string }[]>();
const lights = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setLights));
    if (!set) return marks.map(transaction.changes);
    const doc = transaction.state.doc;
    const own = (set.value as { line: number; status: string }[]).filter(({ line }) => line <= doc.lines).sort((a, b) => a.line - b.line);
    return RangeSet.of(own.map(({ line, status }) => new Light(status).range(doc.line(line).from)));
  },
});
const scenarioLights: Extension = [lights, gutter({ class: "cm-lights", markers: (view) => view.state.field(lights) })];

export function showLights(view: EditorView, lines: { line: number; status: string }[]): void {
  view.dispatch({ effects: setLights.of(lines) });
}

const SYNC = 15;

export interface EditorEvents { changed: () => void; moved: () => void; save: () => void }

export function openEditor(parent: HTMLElement, text: string, path: string, uri: string, language: Language, words: State["words"], events: EditorEvents): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
  let timer = 0;
  const watch = EditorView.updateListener.of((update) => {
    if (update.docChanged) {
      clearTimeout(timer);
      timer = window.setTimeout(() => language.client.sync(), SYNC);
      events.changed();
    }
    if (update.docChanged || update.selectionSet) events.moved();
  });
  const isBot = path.endsWith(".bot");
  const extensions: Extension[] = [
    EditorView.cspNonce.of(nonce),
    lineNumbers(), highlightSpecialChars(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), lintGutter(), scenarioLights, autocompletion(),
    indentUnit.of("  "), EditorState.tabSize.of(2), EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": `Text of ${path}`, spellcheck: "false" }),
    isBot ? botwright(words) : path.endsWith(".yaml") ? yaml : [],
    syntaxHighlighting(colours),
    keymap.of([
      { key: "Mod-s", preventDefault: true, run: () => (events.save(), true) },
      { key: "Escape", run: (view) => (view.contentDOM.blur(), false) },
      ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab,
    ]),
    isBot || path.endsWith(".yaml") ? language.client.plugin(uri, "botwright") : [],
    watch,
  ];
  return new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
}
