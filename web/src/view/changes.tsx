// What the rule text changes, live, in the words of players; beside it, the pages of the rulebook about it.
import type { Change } from "../calls";
import { baseName, isOwn, store, titleOf } from "../state/store";
import { t } from "../text/text";
import { ChangedPages, openBook } from "./book";
import { goTo } from "./editor";
import { TryButton } from "./try-rule";
import { Icon } from "./widgets";

export function ChangesPanel() {
  const check = store.check.value;
  const isChanged = isOwn.value && (check?.changes.length ?? 0) > 0;
  return (
    <div class="panel changes-panel">
      <div class="column">
        <p class="muted">{note()}</p>
        <ul class="changes" aria-label={t("changes.title")}>
          {isOwn.value && check?.changes.map((change) => <Item key={change.kind + change.id} change={change} />)}
        </ul>
      </div>
      {isChanged && (
        <section class="beside">
          <div class="row">
            <h3>{t("changes.book")}</h3>
            <button type="button" class="link" onClick={() => void openBook()}>
              {t("changes.whole")}
            </button>
          </div>
          <ChangedPages />
        </section>
      )}
    </div>
  );
}

function note(): string {
  const check = store.check.value;
  if (!isOwn.value) return t("changes.shipped");
  if (!check) return t("problems.checking");
  if (check.changes.length) return t("changes.against", { base: titleOf(check.extends || baseName.value) });
  return check.playable ? t("changes.none") : t("changes.broken");
}

function Item({ change }: { change: Change }) {
  const { file, from, to, before, title, says, about, text, value, what } = change;
  const isHere = file !== undefined && from !== undefined && to !== undefined && file in store.project.value.files;
  const words = (
    <>
      <span class="change-title">
        <strong>{title || says || about || text}</strong>
        <code>{about ?? change.id}</code>
      </span>
      <span class="change-what">{value || what || text}</span>
      {title && says && <span class="muted">{says}</span>}
      {(change.lost ?? []).map((lost) => (
        <span class="warn" key={lost}>
          {lost}
        </span>
      ))}
    </>
  );
  return (
    <li>
      {isHere ? (
        <button type="button" class="change" title={t("changes.place")} onClick={() => void goTo(file, from, to)}>
          {words}
        </button>
      ) : (
        <div class="change">{words}</div>
      )}
      <div class="row after-change">
        {before && (
          <button type="button" class="link before" onClick={() => void goTo(before.file, before.from, before.to)}>
            <Icon name="book" />
            {t("changes.before")}
          </button>
        )}
        <TryButton change={change} />
      </div>
    </li>
  );
}
