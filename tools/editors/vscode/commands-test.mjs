// Runs the commands of the built extension as VS Code would: with the real language server, and a VS Code that only
// remembers what it was told.
// usage: node commands-test.mjs LIBRARIES PROGRAM(as JSON) FILE CURSORS(as JSON: [{command, line}])

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [libraries, programText, file, cursorsText] = process.argv.slice(2);
const program = JSON.parse(programText);
const require = createRequire(join(libraries, "package.json"));
const rpc = require("vscode-jsonrpc/node");
const uri = pathToFileURL(file).toString();
const told = [];

class Client {
  constructor(_id, _name, server, options) {
    Object.assign(this, { server, options });
  }
  async start() {
    this.process = spawn(this.server.command, this.server.args, { stdio: ["pipe", "pipe", "inherit"] });
    this.connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(this.process.stdout), new rpc.StreamMessageWriter(this.process.stdin),
    );
    this.connection.listen();
    await this.connection.sendRequest("initialize", {
      processId: null, capabilities: {}, rootUri: null, workspaceFolders: null,
      initializationOptions: this.options.initializationOptions,
    });
    await this.connection.sendNotification("initialized", {});
    const text = readFileSync(file, "utf8");
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "botwright", version: 1, text },
    });
    running = this;
  }
  sendRequest(method, params) {
    return this.connection.sendRequest(method, params);
  }
  async stop() {
    await this.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    this.connection.end();
  }
}
let running;

const registered = new Map();
const ask = (method) => running.sendRequest(method, { textDocument: { uri } });
const plainUri = (text) => ({ toString: () => text, fsPath: text.replace("file://", "") });
const editor = {
  document: { uri: plainUri(uri), lineCount: 1e6, lineAt: (line) => ({ range: { line } }) },
  selection: { active: { line: 0, character: 0 } },
  setDecorations: (_sort, shown) => told.push(...shown.map((one) => ({ beside: one.range.line, says: one.renderOptions.after.contentText }))),
};
const terminals = [];
const vscode = {
  workspace: {
    getConfiguration: () => ({ get: () => program }),
    createFileSystemWatcher: () => ({}),
    onDidChangeTextDocument: () => ({ dispose() {} }),
    openTextDocument: async (about) => about,
  },
  window: {
    terminals,
    activeTextEditor: editor,
    visibleTextEditors: [editor],
    createTextEditorDecorationType: () => ({}),
    createTerminal: (name) => {
      const terminal = { name, show() {}, sendText: (text) => told.push({ typed: text }) };
      terminals.push(terminal);
      return terminal;
    },
    showTextDocument: async (about, options) => told.push({ shown: about.content ?? about.toString(), selection: options?.selection }),
    showInformationMessage: (text) => told.push({ message: text }),
    showErrorMessage: (text) => told.push({ error: text }),
  },
  commands: {
    registerCommand: (name, action) => {
      registered.set(name, action);
      return { dispose() {} };
    },
    executeCommand: async (name, ...rest) => {
      if (name === "vscode.executeCodeLensProvider") return ask("textDocument/codeLens");
      if (name === "vscode.executeDocumentSymbolProvider") return ask("textDocument/documentSymbol");
      told.push({ executed: name, rest });
    },
  },
  Uri: { parse: plainUri },
  Position: class { constructor(line, character) { Object.assign(this, { line, character }); } },
  Range: class { constructor(start, end) { Object.assign(this, { start, end }); } },
  ThemeColor: class {},
  MarkdownString: class { appendText(text) { this.text = text; return this; } },
  ViewColumn: { Beside: -2 },
};

const load = Module._load;
Module._load = (name, ...rest) =>
  name === "vscode" ? vscode : name === "vscode-languageclient/node" ? { LanguageClient: Client } : load(name, ...rest);

require("esbuild").buildSync({
  entryPoints: [join(libraries, "src/extension.ts")], outfile: join(libraries, "test/extension.js"), bundle: true,
  platform: "node", format: "cjs", external: ["vscode", "vscode-languageclient/node"], logLevel: "error",
});
const extension = require(join(libraries, "test/extension.js"));
await extension.activate({ subscriptions: [] });
for (const { command, line, given } of JSON.parse(cursorsText)) {
  editor.selection.active = { line, character: 0 };
  told.push({ command });
  await registered.get(command)(...(given ?? []));
}
await extension.deactivate();
console.log(JSON.stringify(told));
