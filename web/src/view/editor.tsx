// The text editor: one view, one state for each file. Everything that needs thought is asked of the engine and never
// waited for.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  snippetCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic as Mark, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { effect } from "@preact/signals";
import { render } from "preact";
import type { Diagnostic, Hover } from "../calls";
import { isAbort } from "../engine/engine";
import { applyFix, edit, format, openFile, readShipped } from "../state/rules";
import { showPane } from "../state/shell";
import { call, store } from "../state/store";
import { lang, t } from "../text/text";
import { ruleColours, ruleLanguage } from "./language";
import { helpOf, showManualPage } from "./problems";
import { Inline } from "./widgets";

/** The editor of the page, once it is there. */
let editor: Editor | null = null;
const register = (made: Editor) => (editor = made);

/** Show a place in the text; a shipped file is opened to read. */
export async function goTo(file: string, from: number, to: number) {
  if (!(await readShipped(file))) return;
  openFile(file);
  showPane("rules");
  editor?.select(file, from, to);
}

export class Editor {
  readonly view: EditorView;
  private states = new Map<string, EditorState>(); // of the files of all drafts, with what can be undone
  private shown: { draft: string; file: string } | null = null;
  private readonly words = new Compartment();
  private readonly labels = new Compartment();
  private readonly stops: (() => void)[];

  constructor(parent: HTMLElement) {
    this.view = new EditorView({ parent, state: this.fresh("", false) });
    register(this);
    this.stops = [
      effect(() => this.follow(store.draft.value.id, store.file.value, store.project.value.files, store.reading.value)),
      effect(() => this.mark(store.check.value?.diagnostics ?? [], store.file.value)),
      effect(() => this.relabel([lang.value, store.catalog.value])),
    ];
  }

  destroy() {
    for (const stop of this.stops) stop();
    this.view.destroy();
    if (editor === this) editor = null;
  }

  /** Show the text of the open file; what was undone in it before can be done again. */
  private follow(draft: string, file: string, files: Record<string, string>, reading: Record<string, string>) {
    const text = files[file] ?? reading[file];
    if (text === undefined) return;
    if (this.shown?.draft === draft && this.shown.file === file) return this.replace(text);
    if (this.shown) this.states.set(keyOf(this.shown), this.view.state);
    this.shown = null; // a state that is put in place is no edit
    const next = { draft, file };
    this.view.setState(this.states.get(keyOf(next)) ?? this.fresh(text, !(file in files)));
    this.relabel([]);
    this.shown = next;
    this.replace(text);
    this.mark(store.check.peek()?.diagnostics ?? [], file);
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
      this.words.of(colours()),
      ruleColours,
      EditorView.lineWrapping,
      this.labels.of(labels()),
      keymap.of([
        { key: "Mod-Shift-f", run: () => (void format(), true) },
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
        const { shown } = this;
        if (!update.docChanged || !shown || !(shown.file in store.project.peek().files)) return;
        edit(shown.file, update.state.doc.toString());
      }),
    ];
  }

  private fresh(doc: string, isReadOnly: boolean) {
    return EditorState.create({ doc, extensions: [this.extensions(), EditorState.readOnly.of(isReadOnly)] });
  }

  /** The words of the language have come with the catalogue, or the reader's language has changed. */
  private relabel(_: unknown[]) {
    this.view.dispatch({ effects: [this.words.reconfigure(colours()), this.labels.reconfigure(labels())] });
  }

  /** Put another text in place, with the smallest change, so that the cursor stays and undo brings the old one back. */
  replace(text: string) {
    const old = this.view.state.doc.toString();
    let from = 0;
    while (from < old.length && from < text.length && old[from] === text[from]) from++;
    let end = 0;
    while (
      end < old.length - from &&
      end < text.length - from &&
      old[old.length - 1 - end] === text[text.length - 1 - end]
    )
      end++;
    if (old !== text)
      this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
  }

  /** Select a place in a file that is open. */
  select(file: string, from: number, to: number) {
    if (this.shown?.file !== file) return;
    const most = this.view.state.doc.length;
    const [anchor, head] = [Math.min(from, most), Math.min(to, most)];
    const effects = EditorView.scrollIntoView(anchor, { y: "center" });
    this.view.dispatch({ selection: { anchor, head }, effects });
    this.view.focus();
    // The pane may only just become visible.
    if (!this.view.hasFocus) setTimeout(() => (this.view.dispatch({ effects }), this.view.focus()));
  }

  /** Underline what the newest check found in this file. */
  private mark(diagnostics: Diagnostic[], file: string) {
    if (this.shown?.file !== file) return;
    const most = this.view.state.doc.length;
    const found = diagnostics.filter((diagnostic) => diagnostic.file === file);
    const marks: Mark[] = found.map((diagnostic) => {
      const from = Math.min(diagnostic.from, most);
      return {
        from,
        to: Math.min(Math.max(diagnostic.to, from + 1), most),
        severity: diagnostic.severity === "note" ? "info" : diagnostic.severity,
        message: diagnostic.message,
        renderMessage: () => this.message(diagnostic),
        actions: diagnostic.fixes.map((fix) => ({ name: fix.title, apply: () => applyFix(fix) })),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  private message(diagnostic: Diagnostic): HTMLElement {
    const box = document.createElement("div");
    box.className = "diagnostic-tip";
    render(
      <>
        <p>
          <Inline text={diagnostic.message} />
        </p>
        {helpOf(diagnostic).map((line) => (
          <p class="help">
            <Inline text={line} />
          </p>
        ))}
        {diagnostic.page && (
          <button type="button" class="link" onClick={() => showManualPage(diagnostic)}>
            {t("problems.page")}
          </button>
        )}
      </>,
      box,
    );
    return box;
  }

  private async complete(context: CompletionContext): Promise<CompletionResult | null> {
    if (context.state.readOnly) return null;
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_.-]*/u);
    if (!word && !context.explicit && !/[ \n]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos)))
      return null;
    if (!word && !context.explicit) return null;
    try {
      const found = await call("complete", this.place(context.pos));
      if (context.aborted || !found.options.length) return null;
      return {
        from: found.from,
        validFor: /^[\p{L}\p{N}_.-]*$/u,
        options: found.options.map((option, number) => {
          const common = {
            label: option.label,
            boost: Math.max(99 - number, -99), // in the order of the answer, not of the alphabet
            type: option.kind,
            detail: option.detail,
            info: option.documentation || undefined,
          };
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
      const found = await call("hover", this.place(at));
      if (!found) return null;
      return {
        pos: found.from,
        end: found.to,
        above: true,
        create: () => ({ dom: tip(found) }),
      };
    } catch (error) {
      if (!isAbort(error)) view.dom.dataset.hover = "failed";
      return null;
    }
  }

  private place(at: number) {
    return { project: store.project.peek(), file: this.shown?.file ?? "", at, lang: lang.peek() };
  }
}

const keyOf = ({ draft, file }: { draft: string; file: string }) => `${draft}/${file}`;

const colours = () => {
  const catalog = store.catalog.peek();
  return ruleLanguage(catalog?.words ?? {}, catalog?.beforeNames ?? {});
};

const labels = (): Extension => [
  EditorView.contentAttributes.of({
    "aria-label": t("editor.label"),
    spellcheck: "false",
    tabindex: "0",
    autocapitalize: "off",
    autocorrect: "off",
  }),
  EditorState.phrases.of({ Find: t("editor.find"), Replace: t("editor.replace"), close: t("close") }),
];

/** What a name means, beside the mouse. */
function tip(found: NonNullable<Hover>): HTMLElement {
  const box = document.createElement("div");
  box.className = "hover-tip";
  const { definition } = found;
  render(
    <>
      <strong>
        {found.title}
        {found.value ? ` = ${found.value}` : ""}
      </strong>
      {found.says && <p>{found.says}</p>}
      {found.cites.length > 0 && <p class="muted">{found.cites.join(" · ")}</p>}
      {found.origin.length > 0 && <p class="muted">{found.origin.join(" → ")}</p>}
      {definition && (
        <button type="button" class="link" onClick={() => void goTo(definition.file, definition.from, definition.to)}>
          {t("editor.definition")}
        </button>
      )}
    </>,
    box,
  );
  return box;
}
