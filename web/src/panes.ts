// The three parts of the page. On a phone, one of them is shown at a time, with a bar at the bottom.
import { emit } from "./app-state";
import { h, icon } from "./dom";
import { t } from "./text";

export type Pane = "rules" | "board" | "more";

const panes = () => document.querySelector<HTMLElement>(".panes");

export const shownPane = (): Pane => (panes()?.dataset.pane as Pane | undefined) ?? "board";

export function showPane(name: Pane) {
  const body = panes();
  if (body) body.dataset.pane = name;
  emit("pane");
  for (const button of document.querySelectorAll<HTMLElement>(".bottom-bar button")) button.setAttribute("aria-pressed", String(button.dataset.pane === name));
}

export function bottomBar(): HTMLElement {
  const items: [Pane, string, string][] = [["rules", "pen", t("pane.rules")], ["board", "board", t("pane.board")], ["more", "chart", t("pane.more")]];
  return h("nav.bottom-bar", { "aria-label": t("pane.label") }, items.map(([name, picture, label]) => h("button", { type: "button", "data-pane": name, onclick: () => showPane(name) }, icon(picture), label)));
}
