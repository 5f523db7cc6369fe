// The list of what is wrong, with fixes to click and the manual page of each kind of mistake. It is folded until
// somebody opens it or there are errors, so that it does not squeeze the text.
import { useState } from "preact/hooks";
import type { Diagnostic } from "../calls";
import { applyFix } from "../state/rules";
import { openDialog } from "../state/shell";
import { store } from "../state/store";
import { t } from "../text/text";
import { goTo } from "./editor";
import { Icon, Inline, Markdown } from "./widgets";

const MOST = 50;
const ORDER = { error: 0, warning: 1, note: 2 };

export function showManualPage({ code, page }: Diagnostic) {
  const text = page.replace(/^# .*\n/, "");
  const title = /^# (.*)$/m.exec(page)?.[1] ?? code;
  openDialog(
    () => title.replaceAll("`", ""),
    () => <Markdown text={text} />,
    { isWide: true },
  );
}

/** What helps on the page; commands are for a terminal. */
export const helpOf = ({ help }: Diagnostic): string[] => help.filter((line) => !line.includes("`wtrules "));

function Problem({ diagnostic }: { diagnostic: Diagnostic }) {
  const { file, from, to } = diagnostic;
  const text = file === null ? undefined : store.project.value.files[file];
  const line = text === undefined ? null : text.slice(0, from).split("\n").length;
  const name = file === store.file.value ? "" : `${file}, `;
  const where = line === null ? file : `${name}${t("problems.line", { line })}`;
  return (
    <li class={`problem ${diagnostic.severity}`}>
      <button type="button" class="problem-text" onClick={() => line !== null && void goTo(file!, from, to)}>
        <span class="message">
          <Inline text={diagnostic.message} />
        </span>
        {where && <span class="where">{where}</span>}
      </button>
      {helpOf(diagnostic).map((help) => (
        <p class="help" key={help}>
          <Inline text={help} />
        </p>
      ))}
      <div class="row">
        {diagnostic.fixes.map((fix) => (
          <button type="button" class="fix" onClick={() => applyFix(fix)} key={fix.title}>
            <Icon name="check" />
            <Inline text={fix.title} />
          </button>
        ))}
        {diagnostic.page && (
          <button type="button" class="link" onClick={() => showManualPage(diagnostic)}>
            {t("problems.page")}
          </button>
        )}
      </div>
    </li>
  );
}

export function Problems() {
  const [isFolded, fold] = useState(false);
  const check = store.check.value;
  const all = [...(check?.diagnostics ?? [])].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  const errors = all.filter((diagnostic) => diagnostic.severity === "error").length;
  const others = all.length - errors;
  return (
    <section class={`problems-panel${errors ? " has-errors" : ""}`} aria-label={t("problems.title")}>
      {!isFolded && all.length > 0 && (
        <ol class="problems" aria-label={t("problems.title")}>
          {all.slice(0, MOST).map((diagnostic, i) => (
            <Problem diagnostic={diagnostic} key={i} />
          ))}
        </ol>
      )}
      <div class="problems-summary" role="status">
        {!check && (
          <span class="muted">{store.status.value === "ready" ? t("problems.checking") : t("problems.waiting")}</span>
        )}
        {check && !all.length && (
          <span class="good">
            <Icon name="check" />
            {t("problems.none")}
          </span>
        )}
        {errors > 0 && (
          <span class="bad">
            <Icon name="alert" />
            {errors === 1 ? t("problems.error") : t("problems.errors", { n: errors })}
          </span>
        )}
        {others > 0 && (
          <span class="warn">{others === 1 ? t("problems.warning") : t("problems.warnings", { n: others })}</span>
        )}
        {all.length > 0 && (
          <button type="button" class="link" aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
            {isFolded ? t("problems.show") : t("problems.hide")}
          </button>
        )}
      </div>
    </section>
  );
}
