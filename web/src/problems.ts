// The list of what is wrong, with fixes to click and the manual page of each kind of mistake.
import type { App } from "./app-state";
import { dialog, fill, h, icon } from "./dom";
import type { Editor } from "./editor";
import { markdown } from "./markdown";
import { t } from "./text";
import type { Diagnostic } from "./types";

export function showPage(diagnostic: Diagnostic) {
  dialog(diagnostic.code, t("close"), markdown(diagnostic.page.replace(/^# .*\n/, "")), { wide: true });
}

function lineOf(app: App, diagnostic: Diagnostic): number | null {
  const text = diagnostic.file === null ? undefined : app.project.files[diagnostic.file];
  return text === undefined ? null : text.slice(0, diagnostic.from).split("\n").length;
}

export function problemsPanel(app: App, editor: () => Editor): { element: HTMLElement; update: () => void } {
  const summary = h("div.problems-summary", { role: "status" });
  const list = h("ol.problems", { "aria-label": t("problems.title") });
  const element = h("section.problems-panel", { "aria-label": t("problems.title") }, summary, list);

  function item(diagnostic: Diagnostic): HTMLElement {
    const line = lineOf(app, diagnostic);
    const where = line === null ? diagnostic.file : `${diagnostic.file !== app.file ? `${diagnostic.file}, ` : ""}${t("problems.line", { line })}`;
    return h(
      "li",
      { class: `problem ${diagnostic.severity}` },
      h(
        "button.problem-text",
        { type: "button", onclick: () => line !== null && void editor().goTo(diagnostic.file!, diagnostic.from, diagnostic.to) },
        h("span.message", null, diagnostic.message),
        where && h("span.where", null, where),
      ),
      diagnostic.help.map((help) => h("p.help", null, help)),
      h(
        "div.row",
        null,
        diagnostic.fixes.map((fix) => h("button.fix", { type: "button", onclick: () => editor().apply(fix) }, icon("check"), fix.title)),
        diagnostic.page && h("button.link", { type: "button", onclick: () => showPage(diagnostic) }, t("problems.page")),
      ),
    );
  }

  function update() {
    const check = app.check;
    if (!check) {
      fill(summary, h("span.muted", null, app.isReady ? t("problems.checking") : t("problems.waiting")));
      fill(list);
      return;
    }
    const errors = check.diagnostics.filter((d) => d.severity === "error").length;
    const others = check.diagnostics.length - errors;
    element.classList.toggle("has-errors", errors > 0);
    if (!check.diagnostics.length) fill(summary, h("span.good", null, icon("check"), t("problems.none")));
    else
      fill(
        summary,
        errors > 0 && h("span.bad", null, icon("alert"), errors === 1 ? t("problems.error") : t("problems.errors", { n: errors })),
        others > 0 && h("span.warn", null, others === 1 ? t("problems.warning") : t("problems.warnings", { n: others })),
      );
    fill(list, check.diagnostics.slice(0, 50).map(item));
  }
  return { element, update };
}
