// The moves so far in words, each with its rule; a click shows the board at that moment.
import { type App, shownGame } from "./app-state";
import type { ShowRule } from "./dialogs";
import { fill, h } from "./dom";
import { t } from "./text";

export function logPanel(app: App, showRule: ShowRule) {
  const list = h("ol.log", { "aria-label": t("log.title") });
  const empty = h("p.muted", null, t("log.empty"));
  const element = h("div.panel", null, empty, list);

  function update() {
    const game = shownGame(app);
    const line = game?.line() ?? [];
    empty.hidden = line.length > 1;
    fill(
      list,
      line.slice(1).map((step, i) => {
        const player = step.seat === null ? null : game!.view?.players[step.seat];
        return h(
          "li",
          { class: step === game!.current ? "current" : "" },
          h("span.number", { "aria-hidden": "true" }, i + 1),
          h("button.entry", { type: "button", "aria-current": step === game!.current ? "step" : null, onclick: () => void game!.go(step, app.lang) }, player && h("span.dot", { style: { "--player": player.colour }, title: player.name }), step.words || step.move),
          step.rule && h("button.link.rule-id", { type: "button", title: step.rule.says, onclick: () => showRule(step.rule!) }, step.rule.id),
        );
      }),
    );
    list.querySelector(".current")?.scrollIntoView?.({ block: "nearest" });
  }
  return { element, update };
}
