// The browser's way back: it closes a dialog, and leads to the part of the page that was shown before.
import { effect } from "@preact/signals";
import { freshen } from "./address";
import { closeDialog } from "./shell";
import { type Pane, PANES, store, type Tab, TABS } from "./store";

type Entry = { pane: Pane; tab: Tab; dialogs: number };

const isEntry = (value: unknown): value is Entry => {
  const entry = value as Entry | null;
  return !!entry && PANES.includes(entry.pane) && TABS.includes(entry.tab) && Number.isInteger(entry.dialogs);
};

/** What is shown, as an entry. Where all parts are visible at once, which one was used last is no place. */
function shown(): Entry {
  const bar = document.querySelector<HTMLElement>(".bottom-bar");
  const hasPanes = bar !== null && getComputedStyle(bar).display !== "none";
  const pane = hasPanes ? store.pane.value : "board";
  return { pane, tab: store.tab.value, dialogs: store.dialogs.value.length };
}

export function followHistory() {
  let current: Entry = { ...shown(), dialogs: 0 };
  let isGoing = false; // back, because a dialog was closed with its own button
  let timer: ReturnType<typeof setTimeout> | undefined;
  history.replaceState(current, "");

  /** Bring the history in step with the page. */
  const settle = () => {
    if (isGoing) return;
    const now = shown();
    const isElsewhere = now.pane !== current.pane || now.tab !== current.tab;
    if (now.dialogs === current.dialogs && !isElsewhere) return;
    if (now.dialogs < current.dialogs && !isElsewhere) {
      isGoing = true;
      return history.go(now.dialogs - current.dialogs);
    }
    // A dialog that leads somewhere makes way for it: the way back is to where it was opened.
    if (now.dialogs < current.dialogs || (now.dialogs === current.dialogs && now.dialogs > 0)) {
      history.replaceState(now, "");
    } else history.pushState(now, "");
    current = now;
  };

  effect(() => {
    void [store.pane.value, store.tab.value, store.dialogs.value];
    clearTimeout(timer);
    timer = setTimeout(settle);
  });

  window.addEventListener("popstate", (event) => {
    const entry: Entry = isEntry(event.state) ? event.state : { ...current, dialogs: 0 };
    if (isGoing) {
      isGoing = false;
      current = entry;
      freshen();
      return settle();
    }
    const open = store.dialogs.value;
    for (const dialog of open.slice(entry.dialogs).reverse()) {
      if (dialog.isFixed) continue;
      closeDialog(dialog.id);
    }
    store.pane.value = entry.pane;
    store.tab.value = entry.tab;
    // The way forward cannot open a dialog again.
    current = { ...entry, dialogs: Math.min(entry.dialogs, store.dialogs.value.length) };
    history.replaceState(current, "");
    if (isEntry(event.state)) freshen(); // otherwise somebody has put a link into the address bar
  });
}
