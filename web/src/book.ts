// The rulebook: as a page to read and save, and the part of it that a house rule changes, inside the page.
import type { App } from "./app-state";
import { dialog, fill, h } from "./dom";
import { download } from "./download";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { t } from "./text";
import type { Project } from "./types";

/** A page for reading, in a frame that can run nothing. */
export async function showBook(app: App, only?: "changes") {
  const frame = h("iframe.book", { sandbox: "", title: t("book.title") });
  const body = h("div.book-body", null, h("p.muted", { role: "status" }, t("book.loading")));
  dialog(t("book.title"), t("close"), body, { wide: true });
  try {
    const { html } = await app.engine.call("rulebook", { project: app.playable ?? app.project, lang: app.lang, only });
    frame.srcdoc = html;
    fill(body, h("div.row", null, h("button", { type: "button", onclick: () => download(`${app.project.main.replace(/\.wtr$/, "")}.html`, html, "text/html") }, t("book.save"))), frame);
  } catch (error) {
    if (!isAbort(error)) fill(body, h("p.failure", null, failureOf(error).message));
  }
}

/** The changed rules of a project as the rulebook prints them, kept up to date while it is visible. */
export function changedPages(app: App) {
  const element = h("div.changed-pages", { role: "region", "aria-label": t("changes.book"), tabindex: "0" });
  let shown: { project: Project; lang: string } | null = null;
  let asking: AbortController | null = null;

  async function update() {
    const project = app.playable;
    if (!app.isReady || !project || (shown?.project === project && shown.lang === app.lang)) return;
    asking?.abort();
    const mine = (asking = new AbortController());
    shown = { project, lang: app.lang };
    if (!element.firstChild) fill(element, h("p.muted", { role: "status" }, t("book.loading")));
    try {
      const { html } = await app.engine.call("rulebook", { project, lang: app.lang, only: "changes" }, { signal: mine.signal });
      if (!mine.signal.aborted) fill(element, pages(html));
    } catch (error) {
      if (!isAbort(error)) fill(element, h("p.muted", null, failureOf(error).message));
    }
  }
  return { element, update: () => void update() };
}

/** The chapters of a rulebook as elements of this page: nothing in them can run or load anything. */
function pages(html: string): HTMLElement[] {
  const main = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  if (!main) return [];
  for (const element of main.querySelectorAll("*")) {
    if (["SCRIPT", "STYLE", "LINK", "IFRAME", "OBJECT", "IMG", "FORM"].includes(element.tagName)) element.remove();
    for (const { name } of [...element.attributes]) if (name !== "class") element.removeAttribute(name);
  }
  return [...main.children].map((chapter) => document.importNode(chapter, true) as HTMLElement);
}
