// The bar at the top: the title of the rules, language, colours, sharing, the menu and help.
import { type App, on } from "./app-state";
import { examples, newRule, type Ways, welcome } from "./dialogs";
import { dialog, fill, h, icon, iconButton } from "./dom";
import { newGame } from "./new-game";
import { share } from "./sharing";
import { t } from "./text";
import type { Lang } from "./types";

export type HeaderActions = { setLang: (lang: Lang) => void; setTheme: (theme: "light" | "dark") => void };

export function header(app: App, ways: Ways, actions: HeaderActions): HTMLElement {
  const title = h("h1");
  const state = h("span.engine-state", { role: "status" });
  const other = app.lang === "en" ? "de" : "en";
  const name = other === "de" ? "Deutsch" : "English";
  const language = h("button.lang", { type: "button", lang: other, title: t("lang.switch"), "aria-label": name, onclick: () => actions.setLang(other) }, h("span.long", null, name), h("span.short", { "aria-hidden": "true" }, other.toUpperCase()));
  const isDark = document.documentElement.dataset.theme === "dark" || (app.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = iconButton(isDark ? "sun" : "moon", isDark ? t("theme.light") : t("theme.dark"), () => actions.setTheme(isDark ? "light" : "dark"));
  const draw = () => {
    title.textContent = app.check?.title || app.project.main.replace(/\.wtr$/, "");
    fill(state, app.isReady ? "" : t("engine.loading"));
  };
  on(["check", "files", "engine"], draw);
  draw();
  return h(
    "header.top",
    null,
    h("a.brand", { href: "./", "aria-label": t("brand"), onclick: (event: Event) => (event.preventDefault(), welcome(app, ways)) }, h("img", { src: "icon.svg", alt: "", width: "30", height: "30" })),
    h("div.titles", null, title, state),
    h("div.spacer"),
    language,
    theme,
    h("button.share-button", { type: "button", "aria-label": t("share.open"), title: t("share.title"), onclick: () => void share(app) }, icon("share"), h("span", null, t("share.open"))),
    iconButton("menu", t("menu.open"), (event) => menu(app, ways, event.currentTarget as HTMLElement)),
  );
}

function menu(app: App, ways: Ways, anchor: HTMLElement) {
  const items: [string, string, () => void][] = [
    ["plus", t("rule.new"), () => newRule(app, ways)],
    ["book", t("examples.title"), () => examples(app, ways)],
    ["board", t("game.new"), () => newGame(app, ways)],
    ["share", t("share.title"), () => void share(app)],
    ["light", t("help.title"), help],
  ];
  const list = h("div.menu", { role: "menu", popover: "auto" });
  for (const [name, label, run] of items) list.append(h("button", { type: "button", role: "menuitem", onclick: () => (list.hidePopover(), run()) }, icon(name), label));
  list.addEventListener("toggle", (event) => (event as ToggleEvent).newState === "closed" && list.remove());
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]!.focus();
    else if (event.key === "ArrowUp") buttons[(at + buttons.length - 1) % buttons.length]!.focus();
    else return;
    event.preventDefault();
  });
  document.body.append(list);
  const place = anchor.getBoundingClientRect();
  list.style.top = `${place.bottom + 6}px`;
  list.style.right = `${Math.max(8, innerWidth - place.right)}px`;
  list.showPopover();
  list.querySelector("button")!.focus();
}

function help() {
  const keys: [string, string][] = [
    ["← →", t("help.moves")],
    ["Ctrl Space", t("help.complete")],
    ["Ctrl Shift F", t("help.format")],
    ["F8", t("help.problem")],
    ["Ctrl S", t("help.save")],
    ["Esc, Tab", t("help.leave")],
  ];
  dialog(t("help.title"), t("close"), h("div.help", null, h("p", null, t("help.text")), h("dl", null, keys.map(([key, text]) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)])), h("p.muted", null, t("help.fan"))));
}
