// What the rule text changes, live, and the pages of the rulebook about it.
import { type App, baseOf } from "./app-state";
import { dialog, fill, h, icon, toast } from "./dom";
import type { Editor } from "./editor";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { t } from "./text";

export function changesPanel(app: App, editor: () => Editor) {
  const list = h("ul.changes", { "aria-label": t("changes.title") });
  const note = h("p.muted");
  const element = h("div.panel", null, note, list, h("div.row", null, h("button", { type: "button", onclick: () => void showBook(app, "changes") }, icon("book"), t("changes.book"))));

  function update() {
    const check = app.check;
    if (!(app.project.main in app.project.files)) {
      note.textContent = t("changes.shipped");
      return fill(list);
    }
    note.textContent = !check ? t("problems.checking") : check.changes.length ? t("changes.against", { base: baseOf(app) }) : check.playable ? t("changes.none") : t("changes.broken");
    fill(
      list,
      check?.changes.map((change) =>
        h(
          "li",
          null,
          change.file !== undefined && change.from !== undefined && change.file in app.project.files
            ? h("button.change", { type: "button", onclick: () => editor().goTo(change.file!, change.from!, change.to!) }, change.text)
            : h("span.change", null, change.text),
        ),
      ) ?? [],
    );
  }
  return { element, update };
}

/** A page for reading, in a frame that can run nothing. */
export async function showBook(app: App, only?: "changes") {
  const frame = h("iframe.book", { sandbox: "", title: t("book.title") });
  const body = h("div.book-body", null, h("p.muted", { role: "status" }, t("book.loading")));
  dialog(t("book.title"), t("close"), body, { wide: true });
  try {
    const { html } = await app.engine.call("rulebook", { project: app.project, lang: app.lang, only });
    frame.srcdoc = html;
    fill(body, h("div.row", null, h("button", { type: "button", onclick: () => download(`${app.project.main.replace(/\.wtr$/, "")}.html`, html, "text/html") }, t("book.save"))), frame);
  } catch (error) {
    if (!isAbort(error)) fill(body, h("p.failure", null, failureOf(error).message));
  }
}

export function download(name: string, data: BlobPart, type: string) {
  const url = URL.createObjectURL(new Blob([data], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    dialog(t("copy.title"), t("close"), h("textarea.copy", { readonly: true, rows: "6", "aria-label": t("copy.title"), onfocus: (event: Event) => (event.target as HTMLTextAreaElement).select() }, text));
  }
}
