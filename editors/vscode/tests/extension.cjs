// The bundled extension with the real language server and a simulated editor:
// node tests/extension.cjs WTRULES FILE EXAMPLE
// Prints as JSON which commands there are, the page of the board preview, and what was reported.
const Module = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const [wtrules, file, example] = process.argv.slice(2);
const commands = new Map();
const executed = [];
const reported = [];
let panel = null;

class Disposable {
  constructor(end) {
    this.end = end;
  }
  dispose() {
    this.end?.();
  }
}
class EventEmitter {
  listeners = [];
  event = (listener) => (this.listeners.push(listener), new Disposable());
  fire(what) {
    for (const listener of this.listeners) listener(what);
  }
  dispose() {}
}
const never = () => new Disposable(); // an event that never happens
// Whatever else the client asks for can be called, constructed and looked into.
const anything = () =>
  new Proxy(function () {}, {
    get: (target, name) => (name === "prototype" ? target.prototype : typeof name === "symbol" || name === "then" ? undefined : anything()),
    apply: () => new Disposable(),
    construct: () => ({ dispose() {} }),
  });
const also = (known) =>
  new Proxy(known, { get: (target, name) => (name in target ? target[name] : typeof name === "string" && name.startsWith("on") ? never : anything()) });

const settings = { path: wtrules, language: "de" };
const write = (text) => reported.push(String(text));
const channel = { append: write, appendLine: write, error: write, warn() {}, info() {}, debug() {}, trace() {}, show() {}, hide() {}, clear() {}, replace() {}, dispose() {} };
const kind = { value: "", append: () => kind, contains: () => true };
const tabGroups = { all: [], onDidChangeTabs: never, onDidChangeTabGroups: never };
const document = { uri: { toString: () => pathToFileURL(file).href }, languageId: "wtr", getText: () => require("node:fs").readFileSync(file, "utf8"), offsetAt: (offset) => offset };
const cursor = { document, selection: { active: document.getText().indexOf(`example ${example}`) } };

const vscode = also({
  Disposable,
  EventEmitter,
  CancellationError: class extends Error {},
  CancellationTokenSource: class {
    token = { isCancellationRequested: false, onCancellationRequested: never };
    cancel() {}
    dispose() {}
  },
  CodeActionKind: new Proxy({}, { get: () => kind }),
  Uri: { parse: (text) => ({ toString: () => text }), file: (path) => pathToFileURL(path), from: (parts) => parts },
  ViewColumn: { Beside: -2 },
  version: "1.91.0",
  env: { language: "en", appName: "test" },
  l10n: { t: (text, ...parts) => parts.reduce((made, part, i) => made.replace(`{${i}}`, part), text) },
  workspace: also({
    textDocuments: [],
    notebookDocuments: [],
    workspaceFolders: undefined,
    getConfiguration: () => ({ get: (name, other) => settings[name] ?? other, has: () => false, inspect: () => undefined }),
    createFileSystemWatcher: () => ({ onDidCreate: never, onDidChange: never, onDidDelete: never, dispose() {} }),
  }),
  window: also({
    activeTextEditor: cursor,
    visibleTextEditors: [],
    tabGroups,
    createOutputChannel: () => channel,
    showErrorMessage: async (text) => write(text),
    showWarningMessage: async () => undefined,
    showInformationMessage: async () => undefined,
    createWebviewPanel: () => (panel = { webview: { html: "" }, onDidDispose: never, dispose() {} }),
  }),
  commands: also({
    registerCommand: (name, run) => (commands.set(name, run), new Disposable()),
    executeCommand: async (...given) => void executed.push(given),
  }),
  languages: also({ match: () => 10, createDiagnosticCollection: () => ({ set() {}, delete() {}, clear() {}, dispose() {} }) }),
});
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

async function main() {
  const extension = require(join(__dirname, "../dist/extension.js"));
  await extension.activate({ subscriptions: [], extensionPath: join(__dirname, "..") });
  const board = commands.get("wtrules.showBoard");
  await board?.(document.uri.toString(), example);
  const fromLens = panel?.webview.html;
  if (panel) panel.webview.html = "";
  await commands.get("wtrules.previewBoard")();
  for (let i = 0; i < 200 && !panel.webview.html; i += 1) await new Promise((done) => setTimeout(done, 50));
  await commands.get("wtrules.explain")?.("unknown-override");
  await extension.deactivate();
  console.log(JSON.stringify({ commands: [...commands.keys()].sort(), fromLens, underCursor: panel.webview.html, executed, reported }));
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error, reported);
    process.exit(1);
  },
);
