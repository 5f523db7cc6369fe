// What a rule says, where it is printed, and a way to its text.
import type { RuleRef } from "../calls";
import { openDialog } from "../state/shell";
import { t } from "../text/text";
import { goTo } from "./editor";
import { Icon } from "./widgets";

export function openRule(rule: RuleRef) {
  const { place } = rule;
  openDialog(
    () => rule.title || rule.id,
    (close) => (
      <div class="rule-card">
        <p>{rule.says}</p>
        {rule.cites.length > 0 && <p class="muted">{rule.cites.join(" · ")}</p>}
        <p class="muted">
          <code>{rule.id}</code>
        </p>
        {place && (
          <div class="row">
            <button type="button" onClick={() => (close(), void goTo(place.file, place.from, place.to))}>
              <Icon name="book" />
              {t("rule.read")}
            </button>
          </div>
        )}
      </div>
    ),
  );
}
