// The tabs about the rules and the game: changes, moves, measure, compare, position.
import { type App, on } from "./app-state";
import { changesPanel } from "./changes";
import { comparePanel } from "./compare";
import type { ShowRule } from "./dialogs";
import { h } from "./dom";
import type { Editor } from "./editor";
import { logPanel } from "./log";
import { measurePanel } from "./measure";
import { showPane } from "./panes";
import { positionPanel } from "./position";
import { FIRST, type Session } from "./session";
import { type Key, t } from "./text";

const TABS = ["changes", "log", "measure", "compare", "position"] as const;
export type Tab = (typeof TABS)[number];
const TITLES: Record<Tab, Key> = { changes: "tab.changes", log: "tab.log", measure: "tab.measure", compare: "tab.compare", position: "tab.position" };

export const isTab = (name: unknown): name is Tab => TABS.includes(name as Tab);

export function tabsPane(app: App, session: Session, editor: () => Editor, showRule: ShowRule, saveSoon: () => void): HTMLElement {
  const panels: Record<Tab, { element: HTMLElement; update: () => void }> = {
    changes: changesPanel(app, editor),
    log: logPanel(app, showRule),
    measure: measurePanel(app),
    compare: comparePanel(app, (project, title, witness, position) => {
      session.lookAt(project, title, { players: witness.players, seed: 0, seats: [], position, moves: witness.moves });
      showPane("board");
    }),
    position: positionPanel(app, (position, players) => {
      showPane("board");
      const { seed, seats, settings } = app.game ?? FIRST;
      void session.begin({ players, seed, seats, settings, position });
    }),
  };
  const buttons = TABS.map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => select(name) }, t(TITLES[name])));
  const list = h("div.tabs", { role: "tablist", "aria-label": t("tabs.label") }, buttons);
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    select(TABS[(TABS.indexOf(app.tab) + step + TABS.length) % TABS.length]!);
    buttons[TABS.indexOf(app.tab)]!.focus();
  });
  const bodies = TABS.map((name) => h("div.tab-body", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0" }, panels[name].element));
  function select(name: Tab) {
    app.tab = name;
    TABS.forEach((other, i) => {
      const isOpen = other === name;
      buttons[i]!.setAttribute("aria-selected", String(isOpen));
      buttons[i]!.tabIndex = isOpen ? 0 : -1;
      bodies[i]!.hidden = !isOpen;
    });
    panels[name].update();
    saveSoon();
  }
  on(["check", "game", "catalog", "files", "pane", "engine"], () => panels[app.tab].update());
  queueMicrotask(() => select(app.tab));
  return h("section.tabs-pane", { "aria-label": t("tabs.label") }, list, bodies);
}
