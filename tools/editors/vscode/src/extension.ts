// The extension starts `botwright lsp` and adds four commands; everything else is the language server's.

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
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{bot,yaml}") },
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

interface Lens {
  command: string;
  arguments: string[];
  line: number;
}

// Without arguments a command means the declaration around the cursor: its code lens knows which.
async function here(command: string): Promise<string[] | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider", editor.document.uri, 10_000,
  );
  const lenses: Lens[] = (found ?? [])
    .filter((one) => one.command?.command === command)
    .map((one) => ({ command, arguments: one.command?.arguments ?? [], line: one.range.start.line }))
    .filter((one) => one.line <= editor.selection.active.line)
    .sort((one, other) => other.line - one.line);
  if (lenses.length === 0) {
    void vscode.window.showInformationMessage("Botwright: there is nothing of that sort at the cursor.");
  }
  return lenses[0]?.arguments;
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
  register(context, "botwright.runScenarios", (root, name) => run(["test", root, "-k", pattern(name)], path.dirname(root)));
  register(context, "botwright.showCard", showCard);
  register(context, "botwright.openClause", openClause);
  context.subscriptions.push(
    vscode.commands.registerCommand("botwright.showCitations", async (file: string) => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.uri.fsPath === file) {
        await vscode.commands.executeCommand("editor.action.goToReferences");
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
