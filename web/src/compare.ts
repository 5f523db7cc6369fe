// Two rulesets side by side: each difference with both pages and, where it matters in play, a position to look at.
import type { App } from "./app-state";
import { fill, h, icon } from "./dom";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { field } from "./measure";
import { citation, t } from "./text";
import type { Diff, DiffItem, DiffSide, Project } from "./types";

export type SetUp = (project: Project, title: string, witness: NonNullable<DiffItem["witness"]>, position: string) => void;
const OWN = "";

export function comparePanel(app: App, setUp: SetUp) {
  let running: AbortController | null = null;
  const left = h("select", { id: "compare-left" });
  const right = h("select", { id: "compare-right" });
  const run = h("button.primary", { type: "button", onclick: () => (running ? running.abort() : void start()) });
  const out = h("div.differences", { "aria-live": "polite" });
  const element = h("div.panel", null, h("p.muted", null, t("compare.intro")), h("div.row.form", null, field("compare-left", t("compare.left"), left), field("compare-right", t("compare.right"), right), run), out);

  const side = (value: string): string | Project => (value === OWN ? (app.playable ?? app.project) : value);
  const title = (value: string) => (value === OWN ? t("compare.own") : value);
  const asProject = (value: string, variants: string[]): Project => {
    const project = value === OWN ? (app.playable ?? app.project) : { files: {}, main: value };
    return { ...project, main: [project.main, ...variants].join("+") };
  };

  async function start() {
    const names = [left.value, right.value] as const;
    running = new AbortController();
    label();
    fill(out, h("p.muted", null, h("span.spinner.small", { "aria-hidden": "true" }), t("compare.running")));
    try {
      const argument = { left: side(names[0]), right: side(names[1]), lang: app.lang };
      draw(await app.engine.call("diff", argument, { signal: running.signal, progress: (part) => draw(part, ...names, false) }), ...names, true);
    } catch (error) {
      fill(out, isAbort(error) ? h("p.muted", null, t("measure.stopped")) : h("p.failure", null, failureOf(error).message));
    } finally {
      running = null;
      label();
    }
  }

  function draw(diff: Diff, leftName: string, rightName: string, isDone: boolean) {
    const grades = new Map<string, DiffItem[]>();
    for (const item of diff.items) grades.set(item.grade, [...(grades.get(item.grade) ?? []), item]);
    fill(
      out,
      !isDone && h("p.muted", null, h("span.spinner.small", { "aria-hidden": "true" }), t("compare.running"), ` ${diff.done} / ${diff.of}`),
      isDone && !diff.items.length && h("p", null, t("compare.same")),
      [...grades].map(([grade, items]) => h("section", null, h("h3", null, `${grade} (${items.length})`), items[0]!.about && h("p.muted", null, items[0]!.about), items.map((item) => difference(item, leftName, rightName)))),
    );
  }

  function difference(item: DiffItem, leftName: string, rightName: string): HTMLElement {
    const { witness } = item;
    const column = (name: string, { says, cites }: DiffSide, side: 0 | 1) => h("div", null, h("h4", null, title(name)), h("p", null, says || "–"), cites.length > 0 && h("p.muted", null, cites.map(citation).join(" · ")), witness && h("button", { type: "button", onclick: () => setUp(asProject(name, witness.variants), title(name), witness, witness.positions[side]) }, icon("board"), t("compare.show")));
    return h("details.difference-item", null, h("summary", null, h("strong", null, heading(item)), heading(item) !== item.title && h("code", null, item.title), item.summary && h("span.muted", null, item.summary)), h("div.sides", null, column(leftName, item.left, 0), column(rightName, item.right, 1)), item.phrasings && h("ul", null, item.phrasings.map((one) => h("li", null, h("strong", null, one.aspect), `: ${one.left} / ${one.right}`))), item.reading && h("p", null, item.reading), witness?.caption && h("pre.caption", { tabindex: "0" }, witness.caption));
  }

  /** A topic of the manuals has no title but an address; what it says is better. */
  const heading = (item: DiffItem) => (/^[\w-]+(\.[\w-]+)+$/.test(item.title) ? item.left.says || item.right.says || item.title : item.title);

  function label() {
    fill(run, icon(running ? "close" : "play"), running ? t("measure.stop") : t("compare.run"));
  }

  function update() {
    label();
    if (!app.catalog || left.options.length) return;
    const options = (chosen: string) => [
      ...(app.project.main in app.project.files ? [h("option", { value: OWN, selected: chosen === OWN }, t("compare.own"))] : []),
      ...app.catalog!.rulesets.map((ruleset) => h("option", { value: ruleset.name, selected: ruleset.name === chosen }, `${ruleset.name}`)),
    ];
    const names = app.catalog.rulesets.map((ruleset) => ruleset.name);
    fill(left, options(names.includes("de-abacus-24") ? "de-abacus-24" : names[0]!));
    fill(right, options(names.includes("en-abacus-24") ? "en-abacus-24" : (names[1] ?? names[0]!)));
  }
  return { element, update };
}
