// The ways in: welcome, examples, a new house rule; and what a rule says.
import { type App, baseOf, on } from "./app-state";
import { dialog, fill, h, icon, svgElement, toast } from "./dom";
import { failureOf } from "./game";
import { field } from "./measure";
import { inline } from "./markdown";
import { newGame } from "./new-game";
import type { Start } from "./session";
import { citation, t } from "./text";
import type { Place, Project, RuleRef } from "./types";
import landscape from "./welcome.svg";

export type Ways = {
  open: (project: Project) => void;
  /** `main`: shipped rules to play; without it, the edited ones, with these variants. */
  start: (start: Start, main: string | undefined, variants: string[]) => void;
  read: (place: Place) => void;
};

export function welcome(app: App, ways: Ways) {
  const way = (name: string, title: string, text: string, go: () => void, first = false) => h("button.way", { type: "button", autofocus: first, onclick: () => (close(), go()) }, icon(name), h("strong", null, title), h("span", null, text));
  const { close } = dialog(
    t("welcome.title"),
    t("close"),
    h(
      "div.welcome",
      null,
      h("div.landscape", null, svgElement(landscape)),
      h("p", null, t("welcome.text")),
      h(
        "div.ways",
        null,
        way("book", t("welcome.example"), t("welcome.exampleText"), () => examples(app, ways), true),
        way("pen", t("welcome.rule"), t("welcome.ruleText"), () => newRule(app, ways)),
        way("board", t("welcome.play"), t("welcome.playText"), () => newGame(app, ways)),
      ),
      h("p.muted", null, t("welcome.private")),
    ),
    { wide: true },
  );
}

/** Run once the catalogue is there; until then, a dialog says that it is on its way. */
export function withCatalog(app: App, title: string, run: () => void) {
  if (app.catalog) return run();
  let isWanted = true;
  const { close } = dialog(title, t("close"), h("p.muted", null, h("span.spinner.small", { "aria-hidden": "true" }), t("engine.soon")), { onclose: () => (isWanted = false) });
  on("catalog", () => {
    if (!isWanted) return;
    close();
    run();
  });
}

export const examples = (app: App, ways: Ways) => withCatalog(app, t("examples.title"), () => chooseExample(app, ways));
export const newRule = (app: App, ways: Ways) => withCatalog(app, t("rule.new"), () => writeRule(app, ways));

function chooseExample(app: App, ways: Ways) {
  const list = h("ul.examples");
  const search = h("input", { type: "search", placeholder: t("examples.search"), "aria-label": t("examples.search"), oninput: () => draw() });
  const draw = () => {
    const wanted = search.value.toLowerCase();
    fill(
      list,
      app.catalog!.examples
        .filter((example) => `${example.name} ${example.title} ${example.says}`.toLowerCase().includes(wanted))
        .map((example) => h("li", null, h("button.example", { type: "button", "data-example": example.name, onclick: () => (close(), ways.open({ files: { [`${example.name}.wtr`]: example.text }, main: `${example.name}.wtr` })) }, h("strong", null, example.title), h("span", null, example.says)))),
    );
  };
  const { close } = dialog(t("examples.title"), t("close"), h("div", null, search, list), { wide: true });
  draw();
}

function writeRule(app: App, ways: Ways) {
  const title = h("input", { id: "rule-title", required: true, value: t("rule.suggestion"), maxlength: "80" });
  const base = h("select", { id: "rule-base" }, app.catalog!.rulesets.map((ruleset) => h("option", { value: ruleset.name, selected: ruleset.name === baseOf(app) }, `${ruleset.title} (${ruleset.name})`)));
  const wishes = (app.catalog!.wishes ?? []).map((wish) => h("label.wish", null, h("input", { type: "checkbox", value: wish.id }), h("span", null, h("span", null, ...inline(wish.title)))));
  const form = h(
    "form",
    {
      onsubmit: async (event: Event) => {
        event.preventDefault();
        const chosen = [...form.querySelectorAll<HTMLInputElement>("input[type=checkbox]:checked")].map((box) => box.value);
        try {
          const { name, text } = await app.engine.call("newRule", { extends: base.value, title: title.value.trim(), wishes: chosen, lang: app.lang });
          close();
          const file = name.endsWith(".wtr") ? name : `${name}.wtr`;
          ways.open({ files: { [file]: text }, main: file });
        } catch (error) {
          toast(failureOf(error).message);
        }
      },
    },
    field("rule-title", t("rule.title"), title),
    field("rule-base", t("rule.base"), base),
    wishes.length > 0 && h("fieldset", null, h("legend", null, t("rule.wishes")), wishes),
    h("div.row.sticky", null, h("button.primary", { type: "submit" }, t("rule.create"))),
  );
  const { close } = dialog(t("rule.new"), t("close"), form);
  title.select();
}

export type ShowRule = (rule: RuleRef) => void;

/** What a rule says, where it is printed, and a way to its text. */
export function ruleDialog(ways: Ways): ShowRule {
  return (rule) => {
    const { close } = dialog(
      rule.title || rule.id,
      t("close"),
      h(
        "div.rule-card",
        null,
        h("p", null, rule.says),
        rule.cites.length > 0 && h("p.muted", null, rule.cites.map(citation).join(" · ")),
        h("p.muted", null, h("code", null, rule.id)),
        rule.place && h("div.row", null, h("button", { type: "button", autofocus: true, onclick: () => (close(), ways.read(rule.place!)) }, icon("book"), t("rule.read"))),
      ),
    );
  };
}
