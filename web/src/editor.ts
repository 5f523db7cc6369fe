// The text editor: one view, one state for each file. Everything that needs thought is asked of the engine and never waited for.
import { autocompletion, closeBrackets, closeBracketsKeymap, type CompletionContext, type CompletionResult, completionKeymap, snippetCompletion } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { crosshairCursor, drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, rectangularSelection } from "@codemirror/view";
import { type App, emit } from "./app-state";
import { h, toast } from "./dom";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { ruleColours, ruleLanguage } from "./language";
import { showPane } from "./panes";
import { showPage } from "./problems";
import { citation, t } from "./text";
import type { Diagnostic, Fix } from "./types";

export class Editor {
  readonly view: EditorView;
  private states = new Map<string, EditorState>();
  private shown = "";
  private readonly language = new Compartment();

  constructor(
    private readonly app: App,
    parent: HTMLElement,
    private readonly actions: { format: () => void },
  ) {
    this.view = new EditorView({ parent, state: this.fresh("") });
    this.open(app.file);
  }

  private extensions(): Extension[] {
    return [
      lineNumbers(),
      highlightActiveLineGutter(),
      highlightSpecialChars(),
      history(),
      foldGutter(),
      drawSelection(),
      dropCursor(),
      EditorState.allowMultipleSelections.of(true),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      closeBrackets(),
      rectangularSelection(),
      crosshairCursor(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      search({ top: true }),
      lintGutter(),
      autocompletion({ override: [(context) => this.complete(context)], activateOnTypingDelay: 60, icons: false }),
      hoverTooltip((view, at) => this.hover(view, at), { hoverTime: 350 }),
      this.language.of(ruleLanguage(this.app.catalog?.words ?? {}, this.app.catalog?.beforeNames ?? {})),
      ruleColours,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": t("editor.label"), spellcheck: "false", tabindex: "0", autocapitalize: "off", autocorrect: "off" }),
      EditorState.phrases.of({ "Find": t("editor.find"), "Replace": t("editor.replace"), "close": t("close") }),
      keymap.of([
        { key: "Mod-Shift-f", run: () => (this.actions.format(), true) },
        { key: "Mod-/", run: toggleComment },
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || !(this.shown in this.app.project.files)) return;
        this.app.project = { ...this.app.project, files: { ...this.app.project.files, [this.shown]: update.state.doc.toString() } };
        emit("text");
      }),
    ];
  }

  private fresh(doc: string, isReadOnly = false) {
    return EditorState.create({ doc, extensions: [this.extensions(), EditorState.readOnly.of(isReadOnly)] });
  }

  /** Show a file; its undo history and cursor are as they were left. */
  open(name: string) {
    if (this.shown) this.states.set(this.shown, this.view.state);
    this.shown = ""; // a state that is put in place is no edit
    const text = this.app.project.files[name] ?? this.app.reading[name] ?? "";
    let state = this.states.get(name);
    if (!state || state.doc.toString() !== text) state = this.fresh(text, name in this.app.reading);
    this.view.setState(state);
    this.shown = name;
    this.mark();
  }

  /** The catalogue has come, and with it the words of the language. */
  colour() {
    this.view.dispatch({ effects: this.language.reconfigure(ruleLanguage(this.app.catalog?.words ?? {}, this.app.catalog?.beforeNames ?? {})) });
    this.states.clear(); // of the other files, whose words have no colours yet
  }

  forget(name: string) {
    this.states.delete(name);
    if (this.shown === name) this.shown = "";
  }

  /** Replace a text by what the engine made of it, with the smallest change, so that the cursor stays. */
  replace(text: string) {
    const old = this.view.state.doc.toString();
    let from = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from++;
    let end = 0;
    while (end < old.length - from && end < text.length - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    if (old !== text) this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
  }

  /** Show a place; a shipped file is opened to read. */
  async goTo(file: string, from: number, to: number) {
    const { app } = this;
    if (!(file in app.project.files) && !(file in app.reading)) {
      try {
        const { text } = await app.engine.call("source", { file });
        app.reading = { ...app.reading, [file]: text };
      } catch (error) {
        return toast(failureOf(error).message);
      }
    }
    showPane("rules");
    if (file !== this.shown) {
      this.app.file = file;
      emit("files");
    }
    const most = this.view.state.doc.length;
    this.view.dispatch({ selection: { anchor: Math.min(from, most), head: Math.min(to, most) }, effects: EditorView.scrollIntoView(Math.min(from, most), { y: "center" }) });
    this.view.focus();
  }

  apply(fix: Fix) {
    for (const file of new Set(fix.edits.map((edit) => edit.file))) {
      const edits = fix.edits.filter((edit) => edit.file === file);
      if (file === this.shown) this.view.dispatch({ changes: edits.map(({ from, to, insert }) => ({ from, to, insert })) });
      else {
        let text = this.app.project.files[file] ?? "";
        for (const { from, to, insert } of [...edits].sort((a, b) => b.from - a.from)) text = text.slice(0, from) + insert + text.slice(to);
        this.app.project = { ...this.app.project, files: { ...this.app.project.files, [file]: text } };
        emit("text");
      }
    }
  }

  /** Underline what the newest check found in this file. */
  mark() {
    const most = this.view.state.doc.length;
    const found = (this.app.check?.diagnostics ?? []).filter((diagnostic) => diagnostic.file === this.shown);
    const marks: Mark[] = found.map((diagnostic) => {
      const from = Math.min(diagnostic.from, most);
      return {
        from,
        to: Math.min(Math.max(diagnostic.to, from + 1), most),
        severity: diagnostic.severity === "note" ? "info" : diagnostic.severity,
        message: diagnostic.message,
        renderMessage: () => this.message(diagnostic),
        actions: diagnostic.fixes.map((fix) => ({ name: fix.title, apply: () => this.apply(fix) })),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  private message(diagnostic: Diagnostic): HTMLElement {
    return h(
      "div.diagnostic-tip",
      null,
      h("p", null, diagnostic.message),
      diagnostic.help.map((line) => h("p.help", null, line)),
      diagnostic.page && h("button.link", { type: "button", onclick: () => showPage(diagnostic) }, t("problems.page")),
    );
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    if (context.state.readOnly) return null;
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_.-]*/u);
    if (!word && !context.explicit && !/[ \n]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))) return null;
    if (!word && !context.explicit) return null;
    try {
      const found = await this.app.engine.call("complete", { project: this.app.project, file: this.shown, at: context.pos, lang: this.app.lang });
      if (context.aborted || !found.options.length) return null;
      return {
        from: found.from,
        validFor: /^[\p{L}\p{N}_.-]*$/u,
        options: found.options.map((option) => {
          const common = { label: option.label, type: option.kind, detail: option.detail, info: option.documentation || undefined };
          if (option.insert.includes("${")) return snippetCompletion(option.insert, common);
          return { ...common, apply: option.insert || option.label };
        }),
      };
    } catch {
      return null; // a completion that does not come is no loss
    }
  }

  private async hover(view: EditorView, at: number) {
    try {
      const found = await this.app.engine.call("hover", { project: this.app.project, file: this.shown, at, lang: this.app.lang });
      if (!found) return null;
      return {
        pos: found.from,
        end: found.to,
        above: true,
        create: () => ({
          dom: h(
            "div.hover-tip",
            null,
            h("strong", null, found.title, found.value ? ` = ${found.value}` : ""),
            found.says && h("p", null, found.says),
            found.cites.length > 0 && h("p.muted", null, found.cites.map(citation).join(" · ")),
            found.origin.length > 0 && h("p.muted", null, found.origin.join(" → ")),
            found.definition && h("button.link", { type: "button", onclick: () => void this.goTo(found.definition!.file, found.definition!.from, found.definition!.to) }, t("editor.definition")),
          ),
        }),
      };
    } catch (error) {
      if (!isAbort(error)) view.dom.dataset.hover = "failed";
      return null;
    }
  }
}
