// The tabs about the rules and the game: changes, moves, measure, compare, position.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { store, type Tab, TABS } from "../state/store";
import { t } from "../text/text";
import { ChangesPanel } from "./changes";
import { ComparePanel } from "./compare";
import { LogPanel } from "./log";
import { MeasurePanel } from "./measure";
import { PositionPanel } from "./position";

const PANELS: Record<Tab, () => ComponentChildren> = {
  changes: () => <ChangesPanel />,
  log: () => <LogPanel />,
  measure: () => <MeasurePanel />,
  compare: () => <ComparePanel />,
  position: () => <PositionPanel />,
};

export function TabsPane() {
  const open = store.tab.value;
  // A tab that was open once keeps what was chosen and found in it.
  const [seen] = useState(new Set<Tab>());
  seen.add(open);
  const titles: Record<Tab, string> = {
    changes: t("tab.changes"),
    log: t("tab.log"),
    measure: t("tab.measure"),
    compare: t("tab.compare"),
    position: t("tab.position"),
  };
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    const next = TABS[(TABS.indexOf(open) + step + TABS.length) % TABS.length]!;
    store.tab.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <section class="tabs-pane" aria-label={t("tabs.label")}>
      <div class="tabs" role="tablist" aria-label={t("tabs.label")} onKeyDown={move}>
        {TABS.map((name) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
            aria-selected={name === open}
            tabIndex={name === open ? 0 : -1}
            onClick={() => (store.tab.value = name)}
          >
            {titles[name]}
          </button>
        ))}
      </div>
      {TABS.map((name) => (
        <div
          class="tab-body"
          role="tabpanel"
          key={name}
          id={`panel-${name}`}
          aria-labelledby={`tab-${name}`}
          tabIndex={0}
          hidden={name !== open}
        >
          {seen.has(name) && PANELS[name]()}
        </div>
      ))}
    </section>
  );
}
