// The extension starts `botwright lsp` and adds a few commands; everything else is the language server's.

import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

function program(): string[] {
  const words = vscode.workspace.getConfiguration("botwright").get<string[]>("command") ?? [];
  return words.length > 0 ? words : ["botwright"];
}

async function start(): Promise<void> {
  const [command, ...first] = program();
  const server: ServerOptions = { command, args: [...first, "lsp"] };
  const files = [
    { scheme: "file", language: "botwright" },
    { scheme: "file", pattern: "**/{pack,ruleset,clauses}.yaml" },
  ];
  const options: LanguageClientOptions = {
    documentSelector: files,
    initializationOptions: { commands: true }, // code lenses may name the commands below
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{bot,yaml,toml}") },
  };
  client = new LanguageClient("botwright", "Botwright", server, options);
  try {
    await client.start();
  } catch (error) {
    const shown = `Botwright: \`${command} lsp\` does not start. Install it with: pip install "botwright[lsp]"`;
    void vscode.window.showErrorMessage(`${shown} (${String(error)})`);
  }
}

// Arguments are quoted for a POSIX shell or for cmd and PowerShell alike: no value of a file is ever run.
function quoted(word: string): string {
  if (/^[\w./:@=-]+$/.test(word)) {
    return word;
  }
  return process.platform === "win32" ? `"${word.replace(/["%$\`]/g, "")}"` : `'${word.replace(/'/g, `'\\''`)}'`;
}

function run(words: string[], folder: string): void {
  const terminal =
    vscode.window.terminals.find((one) => one.name === "Botwright") ?? vscode.window.createTerminal("Botwright");
  terminal.show(true);
  const line = [...program(), ...words].map(quoted).join(" ");
  terminal.sendText(`cd ${quoted(folder)}`);
  terminal.sendText(line);
}

// Without arguments a command means the declaration around the cursor: its code lens knows which.
async function here(command: string): Promise<string[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const uri = editor.document.uri;
  const at = editor.selection.active;
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", uri);
  const around = (symbols ?? []).find((one) => one.range.start.line <= at.line && at.line <= one.range.end.line);
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 10_000);
  const lens = (lenses ?? []).find(
    (one) =>
      one.command?.command === command &&
      around !== undefined &&
      around.range.start.line <= one.range.start.line &&
      one.range.start.line <= around.range.end.line,
  );
  if (lens === undefined) {
    void vscode.window.showInformationMessage("Botwright: there is nothing of that sort at the cursor.");
  }
  return lens?.command?.arguments;
}

type Action = (root: string, name: string, game: string) => void | Promise<void>;

function register(context: vscode.ExtensionContext, command: string, action: Action): void {
  context.subscriptions.push(
    vscode.commands.registerCommand(command, async (...given: string[]) => {
      const [root, name, game] = given.length >= 2 ? given : ((await here(command)) ?? []);
      if (typeof root === "string" && typeof name === "string") {
        await action(root, name, typeof game === "string" ? game : root);
      }
    }),
  );
}

// The prompt of the game with the card on the table; it loads the rules for a moment before it reads the line.
function tryCard(root: string, name: string, game: string): void {
  run(["repl", game, ...(game === root ? [] : ["--pack", root]), "--no-resume"], path.dirname(root));
  if (/^\w+$/.test(name)) {
    vscode.window.terminals.find((one) => one.name === "Botwright")?.sendText(`given ${name}`);
  }
}

function pattern(names: string): string {
  return names.split("|").map((name) => name.replace(/[.*+?^${}()[\]\\]/g, "\\$&")).join("|");
}

async function showCard(root: string, name: string): Promise<void> {
  const text = await client?.sendRequest<string | null>("workspace/executeCommand", {
    command: "botwright.server.cardText", arguments: [root, name],
  });
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text ?? `${name}: no card` });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
}

interface Answer {
  title: string;
  summary: string;
  holds: boolean;
  wrong: string[];
  results: { name: string; status: string; message: string; uri: string; line: number }[];
}

const marks = {
  holds: vscode.window.createTextEditorDecorationType({ after: { color: new vscode.ThemeColor("testing.iconPassed"), margin: "0 0 0 2em" } }),
  fails: vscode.window.createTextEditorDecorationType({ after: { color: new vscode.ThemeColor("testing.iconFailed"), margin: "0 0 0 2em" } }),
};

// Runs the scenarios of a declaration on the server and shows beside its first line how they ended.
async function evaluate(uri: string, position: string): Promise<void> {
  const answer = await client?.sendRequest<Answer | null>("workspace/executeCommand", {
    command: "botwright.server.evaluate", arguments: [uri, position],
  });
  const editor = vscode.window.visibleTextEditors.find((one) => one.document.uri.toString() === vscode.Uri.parse(uri).toString());
  if (!answer || editor === undefined) {
    return;
  }
  const line = Number.parseInt(position, 10);
  const range = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1)).range;
  const hoverMessage = [...answer.wrong, ...answer.results.map((one) => `${one.status}: ${one.name} ${one.message}`)]
    .map((text) => new vscode.MarkdownString().appendText(text));
  const shown = { range, hoverMessage, renderOptions: { after: { contentText: answer.summary } } };
  editor.setDecorations(marks.holds, answer.holds ? [shown] : []);
  editor.setDecorations(marks.fails, answer.holds ? [] : [shown]);
}

async function showStages(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return;
  }
  const at = editor.selection.active;
  const text = await client?.sendRequest<string | null>("workspace/executeCommand", {
    command: "botwright.server.stages", arguments: [editor.document.uri.toString(), `${at.line}:${at.character}`],
  });
  if (text) {
    const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
  }
}

interface Place {
  uri: string;
  line: number;
  character: number;
}

async function openClause(root: string, clause: string): Promise<void> {
  const place = await client?.sendRequest<Place | null>("workspace/executeCommand", {
    command: "botwright.server.clausePlace", arguments: [root, clause],
  });
  if (place) {
    const at = new vscode.Position(place.line, place.character);
    await vscode.window.showTextDocument(vscode.Uri.parse(place.uri), { selection: new vscode.Range(at, at) });
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  register(context, "botwright.tryCard", tryCard);
  register(context, "botwright.runScenario", (root, name) => run(["test", root, "-k", pattern(name)], path.dirname(root)));
  register(context, "botwright.evaluate", evaluate);
  register(context, "botwright.showCard", showCard);
  register(context, "botwright.openClause", openClause);
  context.subscriptions.push(
    vscode.commands.registerCommand("botwright.showCitations", async (file: string) => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.uri.fsPath === file) {
        await vscode.commands.executeCommand("editor.action.goToReferences");
      }
    }),
    vscode.commands.registerCommand("botwright.showStages", showStages),
    vscode.workspace.onDidChangeTextDocument((event) => {
      for (const editor of vscode.window.visibleTextEditors.filter((one) => one.document === event.document)) {
        editor.setDecorations(marks.holds, []);
        editor.setDecorations(marks.fails, []);
      }
    }),
    vscode.commands.registerCommand("botwright.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
