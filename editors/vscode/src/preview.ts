// The board of the example under the cursor, in a panel beside the text.
import * as vscode from "vscode";
import { exampleAt, page, type Shown } from "./board";

type Ask = (uri: string, id: string) => Promise<unknown>;
const PAUSE = 250; // milliseconds after the last key

export class BoardPreview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  private readonly listeners: vscode.Disposable[];

  constructor(
    private readonly ask: Ask,
    private readonly language: () => string,
  ) {
    this.listeners = [
      vscode.window.onDidChangeTextEditorSelection((event) => this.later(event.textEditor)),
      vscode.workspace.onDidChangeTextDocument((event) => {
        const editor = vscode.window.activeTextEditor;
        if (editor?.document === event.document) this.later(editor);
      }),
    ];
  }

  /** Open the panel for the example under the cursor. */
  open(): void {
    this.ensure();
    this.refresh();
  }

  /** Show the answer to a command of the server, from a lens. */
  show(uri: string, answer: unknown): void {
    this.asked += 1;
    const shown = answer as Shown | null;
    if (shown?.svg) this.ensure().webview.html = page(shown, this.language(), uri);
  }

  refresh(): void {
    const editor = vscode.window.activeTextEditor;
    if (editor) this.later(editor, 0);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
    for (const one of this.listeners) one.dispose();
  }

  private ensure(): vscode.WebviewPanel {
    if (!this.panel) {
      const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      // No scripts: a rule file may come from a stranger, and a picture needs none.
      this.panel = vscode.window.createWebviewPanel("wtrules.board", vscode.l10n.t("Board"), where, { enableScripts: false, localResourceRoots: [] });
      this.panel.onDidDispose(() => (this.panel = undefined));
    }
    return this.panel;
  }

  private later(editor: vscode.TextEditor, pause = PAUSE): void {
    if (!this.panel || editor.document.languageId !== "wtr") return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(editor), pause);
  }

  private async update(editor: vscode.TextEditor): Promise<void> {
    const { document, selection } = editor;
    const id = exampleAt(document.getText(), document.offsetAt(selection.active));
    const number = ++this.asked;
    const uri = document.uri.toString();
    let shown: Shown = { says: vscode.l10n.t("Put the cursor into an example.") };
    if (id) {
      const answer = (await this.ask(uri, id).catch(() => null)) as Shown | null | undefined;
      shown = answer?.svg ? answer : { says: vscode.l10n.t("There is no board for the example {0}.", id) };
    }
    // A later question, or a panel closed meanwhile, makes this answer worthless.
    if (number === this.asked && this.panel) this.panel.webview.html = page(shown, this.language(), uri);
  }
}
