// What the rule text changes, live, in the words of players; beside it, the pages of the rulebook about it.
import { type App, baseOf } from "./app-state";
import { changedPages, showBook } from "./book";
import { fill, h, icon } from "./dom";
import type { Editor } from "./editor";
import { t } from "./text";
import type { Change } from "./types";

export function changesPanel(app: App, editor: () => Editor) {
  const list = h("ul.changes", { "aria-label": t("changes.title") });
  const note = h("p.muted");
  const pages = changedPages(app);
  const beside = h("section.beside", null, h("div.row", null, h("h3", null, t("changes.book")), h("button.link", { type: "button", onclick: () => void showBook(app) }, t("changes.whole"))), pages.element);
  const element = h("div.panel.changes-panel", null, h("div.column", null, note, list), beside);

  function item(change: Change): HTMLElement {
    const isOwn = change.file !== undefined && change.from !== undefined && change.file in app.project.files;
    const words = [
      h("span.change-title", null, h("strong", null, change.title || change.says || change.about || change.text), h("code", null, change.about ?? change.id)),
      h("span.change-what", null, change.value || change.what || change.text),
      change.title && change.says && h("span.muted", null, change.says),
      (change.lost ?? []).map((lost) => h("span.warn", null, lost)),
    ];
    const { before } = change;
    return h(
      "li",
      null,
      isOwn ? h("button.change", { type: "button", title: t("changes.place"), onclick: () => void editor().goTo(change.file!, change.from!, change.to!) }, words) : h("div.change", null, words),
      before && h("button.link.before", { type: "button", onclick: () => void editor().goTo(before.file, before.from, before.to) }, icon("book"), t("changes.before")),
    );
  }

  function update() {
    const check = app.check;
    const isShipped = !(app.project.main in app.project.files);
    beside.hidden = isShipped || !check?.changes.length;
    if (isShipped) {
      note.textContent = t("changes.shipped");
      return fill(list);
    }
    const base = app.catalog?.rulesets.find((ruleset) => ruleset.name === (check?.extends || baseOf(app)));
    note.textContent = !check ? t("problems.checking") : check.changes.length ? t("changes.against", { base: base ? `${base.title} (${base.name})` : baseOf(app) }) : check.playable ? t("changes.none") : t("changes.broken");
    fill(list, check?.changes.map(item) ?? []);
    if (!beside.hidden && element.offsetParent) pages.update();
  }
  return { element, update };
}
