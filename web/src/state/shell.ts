// What is open on the page: panes, tabs, dialogs, messages.
import type { ComponentChildren } from "preact";
import { type Dialog, type Pane, store, type Tab, type Toast } from "./store";

const MOST_TOASTS = 3;
let serial = 0;

export const showPane = (pane: Pane) => {
  store.pane.value = pane;
  if (pane !== "board" && !store.split.value) store.split.value = 36; // what is asked for is not folded away
};

export function showTab(tab: Tab) {
  store.tab.value = tab;
  store.pane.value = "more";
}

/** Open a dialog on top of what is open; the answer closes it. */
export function openDialog(
  title: () => string,
  body: (close: () => void) => ComponentChildren,
  options: Pick<Dialog, "isWide" | "isFixed" | "onClose"> = {},
): () => void {
  const id = ++serial;
  const close = () => closeDialog(id);
  store.dialogs.value = [...store.dialogs.value, { id, title, body: () => body(close), ...options }];
  return close;
}

export function closeDialog(id: number) {
  const closed = store.dialogs.value.find((dialog) => dialog.id === id);
  store.dialogs.value = store.dialogs.value.filter((dialog) => dialog.id !== id);
  closed?.onClose?.();
}

/** A short message at the edge of the screen, read aloud as well. */
export function toast(message: string, action?: Toast["action"], milliseconds = action ? 12_000 : 6000) {
  const id = ++serial;
  const others = store.toasts.value.filter((other) => other.message !== message);
  store.toasts.value = [...others.slice(1 - MOST_TOASTS), { id, message, action }];
  setTimeout(() => closeToast(id), milliseconds);
}

export function closeToast(id: number) {
  store.toasts.value = store.toasts.value.filter((other) => other.id !== id);
}
