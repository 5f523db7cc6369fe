// Starts the language server and shows boards beside the text.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { BoardPreview } from "./preview";

const MANUAL = "wtrules-manual"; // the scheme of manual pages
const pages = new Map<string, string>();
let client: LanguageClient | undefined;
let preview: BoardPreview | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  preview = new BoardPreview((uri, id) => ask("wtrules.showBoard", uri, id), language);
  context.subscriptions.push(
    preview,
    vscode.workspace.registerTextDocumentContentProvider(MANUAL, { provideTextDocumentContent: (uri) => pages.get(uri.path) ?? "" }),
    vscode.commands.registerCommand("wtrules.previewBoard", () => preview?.open()),
    vscode.commands.registerCommand("wtrules.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("wtrules.path") || change.affectsConfiguration("wtrules.language")) void restart();
    }),
    { dispose: () => void client?.stop() },
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function restart(): Promise<void> {
  await client?.stop().catch(() => undefined); // one that never started cannot be stopped
  client = undefined;
  const settings = vscode.workspace.getConfiguration("wtrules");
  const command = settings.get<string>("path") || "wtrules";
  const server: ServerOptions = { command, args: ["lsp"] };
  const made = new Client("wtrules", "wtrules", server, options());
  try {
    await made.start();
    client = made;
    preview?.refresh();
  } catch (error) {
    const open = vscode.l10n.t("Open Settings");
    const reason = error instanceof Error ? error.message : String(error);
    const message = vscode.l10n.t("wtrules cannot be started ({0}). Install it with `pip install 'wtrules[lsp]'`, or set its path.", reason);
    void vscode.window.showErrorMessage(message, open).then((chosen) => {
      if (chosen === open) void vscode.commands.executeCommand("workbench.action.openSettings", "wtrules.path");
    });
  }
}

/** A client that speaks the language of the settings. */
class Client extends LanguageClient {
  protected override getLocale(): string {
    return language();
  }
}

function language(): string {
  const wanted = vscode.workspace.getConfiguration("wtrules").get<string>("language");
  return wanted && wanted !== "auto" ? wanted : vscode.env.language;
}

function options(): LanguageClientOptions {
  return {
    documentSelector: [{ language: "wtr", scheme: "file" }, { language: "wtr", scheme: "untitled" }],
    // ownViews: the server leaves showing boards and manual pages to this extension.
    initializationOptions: { ownViews: true },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.wtr") },
    middleware: {
      async executeCommand(command, args, next) {
        const answer: unknown = await next(command, args);
        if (command === "wtrules.showBoard") preview?.show(args[0] as string, answer);
        if (command === "wtrules.explain") await showManual(args[0] as string, answer);
        return answer;
      },
    },
  };
}

/** Show the manual page of a diagnostic as Markdown is shown. */
async function showManual(code: string, answer: unknown): Promise<void> {
  const text = (answer as { text?: string } | null)?.text;
  if (!text) return;
  const path = `${code}.md`;
  pages.set(path, text);
  await vscode.commands.executeCommand("markdown.showPreviewToSide", vscode.Uri.from({ scheme: MANUAL, path }));
}

/** Ask the server without showing anything. */
async function ask(command: string, ...args: string[]): Promise<unknown> {
  if (!client) return undefined;
  return client.sendRequest("workspace/executeCommand", { command, arguments: args });
}
