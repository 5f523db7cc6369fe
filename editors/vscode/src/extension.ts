// Starts the language server and shows boards beside the text.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import { BoardPreview } from "./preview";

let client: LanguageClient | undefined;
let preview: BoardPreview | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  preview = new BoardPreview((uri, id) => ask("wtrules.showBoard", uri, id));
  context.subscriptions.push(
    preview,
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
  const made = new LanguageClient("wtrules", "wtrules", server, options(settings));
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

function options(settings: vscode.WorkspaceConfiguration): LanguageClientOptions {
  const wanted = settings.get<string>("language");
  const language = wanted && wanted !== "auto" ? wanted : vscode.env.language.startsWith("de") ? "de" : "en";
  return {
    documentSelector: [{ language: "wtr", scheme: "file" }, { language: "wtr", scheme: "untitled" }],
    // ownViews: the server leaves showing a board to the preview.
    initializationOptions: { language, ownViews: true },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.wtr") },
    middleware: {
      async executeCommand(command, args, next) {
        const answer: unknown = await next(command, args);
        if (command === "wtrules.showBoard" && preview) await preview.show(args[0] as string, answer);
        return answer;
      },
    },
  };
}

/** Ask the server without showing anything. */
async function ask(command: string, ...args: string[]): Promise<unknown> {
  if (!client) return undefined;
  return client.sendRequest("workspace/executeCommand", { command, arguments: args });
}
