// The files above the text: the reader's own, and shipped ones that are open to read.
import { type App, emit, on } from "./app-state";
import { examples, newRule, type Ways } from "./dialogs";
import { dialog, fill, h, icon, iconButton, toast } from "./dom";
import { Editor } from "./editor";
import { failureOf } from "./game";
import { problemsPanel } from "./problems";
import { t } from "./text";

export type Rules = { element: HTMLElement; editor: Editor };

/** The pane with the text, its files and its problems. */
export function rulesPane(app: App, ways: Ways, saveToDisk: () => void): Rules {
  const place = h("div.editor");
  const note = h("div.reading", { role: "status" });
  const shipped = h("div.shipped", null, h("h2", null, t("shipped.title")), h("p", null, t("shipped.text")), h("div.row", null, h("button.primary", { type: "button", onclick: () => newRule(app, ways) }, icon("pen"), t("rule.new")), h("button", { type: "button", onclick: () => examples(app, ways) }, icon("book"), t("examples.title"))));
  const problems = problemsPanel(app, () => editor);
  const format = () => void formatted(app, editor);
  const editor: Editor = new Editor(app, place, { format });
  const draw = () => {
    const isOpen = app.file in app.project.files || app.file in app.reading;
    place.hidden = !isOpen;
    shipped.hidden = isOpen;
    problems.element.hidden = !Object.keys(app.project.files).length;
    note.hidden = !(app.file in app.reading);
    fill(note, icon("book"), h("span", null, t("files.reading")));
    if (isOpen) editor.open(app.file);
  };
  on("files", draw);
  on("check", () => (editor.mark(), problems.update()));
  on("engine", problems.update);
  on("catalog", () => app.catalog && editor.colour());
  draw();
  problems.update();
  return { element: h("section.rules-pane", { "aria-label": t("pane.rules") }, fileBar(app, ways, () => editor, { format, save: saveToDisk }), note, place, shipped, problems.element), editor };
}

function fileBar(app: App, ways: Ways, editor: () => Editor, actions: { format: () => void; save: () => void }): HTMLElement {
  const bar = h("div.file-bar");
  const tab = (name: string, label: string, close: (() => void) | null, extra = "") =>
    h("span.file-tab", { class: `${name === app.file ? "open" : ""} ${extra}` }, h("button", { type: "button", title: name, "aria-pressed": String(name === app.file), onclick: () => ((app.file = name), emit("files")) }, extra && icon("book"), label), close && iconButton("close", t("files.remove", { name: label }), close));
  const action = (act: string, picture: string, label: string, run: () => void, long = label) => h("button", { type: "button", "aria-label": long, title: long, onclick: run, "data-act": act }, icon(picture), h("span", null, label));
  const draw = () => {
    const names = Object.keys(app.project.files);
    fill(
      bar,
      h(
        "div.file-tabs",
        { role: "group", "aria-label": t("files.label") },
        names.map((name) => tab(name, name, name === app.project.main ? null : () => removeFile(app, editor(), name))),
        names.length > 0 && iconButton("plus", t("files.add"), () => addFile(app)),
        Object.keys(app.reading).map((name) => tab(name, name.split("/").at(-1)!, () => closeShipped(app, name), "read-only")),
      ),
      h(
        "div.row",
        null,
        app.disk && app.disk.file in app.project.files && action("save", "save", t("save.short"), actions.save, t("save.save", { name: app.disk.file })),
        app.file in app.project.files && action("format", "format", t("editor.format"), actions.format),
        action("examples", "book", t("examples.title"), () => examples(app, ways)),
      ),
    );
  };
  on("files", draw);
  draw();
  return bar;
}

function addFile(app: App) {
  const name = h("input", { id: "file-name", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9 _.\\-]*", value: "my-base.wtr" });
  const { close } = dialog(
    t("files.add"),
    t("close"),
    h(
      "form",
      {
        onsubmit: (event: Event) => {
          event.preventDefault();
          const file = name.value.endsWith(".wtr") ? name.value : `${name.value}.wtr`;
          const base = app.catalog?.default ?? "en-capstone";
          if (!(file in app.project.files)) app.project = { ...app.project, files: { ...app.project.files, [file]: `ruleset ${file.replace(/\.wtr$/, "")} {\n  title    en "…"\n  extends  ${base}\n}\n` } };
          app.file = file;
          close();
          emit("files");
          emit("text");
        },
      },
      h("p", null, t("files.why")),
      h("label.field", { for: "file-name" }, h("span", null, t("files.name")), name),
      h("div.row", null, h("button.primary", { type: "submit" }, t("files.create"))),
    ),
  );
  name.select();
}

function removeFile(app: App, editor: Editor, name: string) {
  const text = app.project.files[name]!;
  const { [name]: _, ...rest } = app.project.files;
  const change = (files: Record<string, string>) => {
    app.project = { ...app.project, files };
    emit("files");
    emit("text");
  };
  if (app.file === name) app.file = app.project.main;
  editor.forget(name);
  change(rest);
  toast(t("files.removed", { name }), { label: t("timeline.undo"), run: () => change({ ...app.project.files, [name]: text }) });
}

function closeShipped(app: App, name: string) {
  const { [name]: _, ...rest } = app.reading;
  app.reading = rest;
  if (app.file === name) app.file = app.project.main in app.project.files ? app.project.main : (Object.keys(rest)[0] ?? "");
  emit("files");
}

async function formatted(app: App, editor: Editor) {
  try {
    const { file } = app;
    const before = app.project.files[file];
    if (before === undefined) return;
    const { text } = await app.engine.call("format", { project: app.project, file });
    if (file === app.file && before === app.project.files[file]) editor.replace(text);
  } catch (error) {
    toast(failureOf(error).message);
  }
}
