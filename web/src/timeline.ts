// Back and forth through the game: undo, redo, a line to scrub, and the moves that were tried beside it.
import type { App } from "./app-state";
import { dialog, fill, h, iconButton } from "./dom";
import type { Game, Step } from "./game";
import { t } from "./text";

export class Timeline {
  readonly element = h("div.timeline", { role: "group", "aria-label": t("timeline.label") });

  constructor(private readonly app: App) {}

  draw(game: Game) {
    const line = game.line();
    const at = line.indexOf(game.current);
    const back = game.undoTarget();
    const forth = game.redoTarget();
    const go = (step: Step | null) => step && void game.go(step, this.app.lang, Math.abs(line.indexOf(step) - at) === 1);
    const siblings = game.current.parent?.children.length ?? 0;
    const label = at ? t("timeline.at", { at, of: line.length - 1 }) : t("timeline.start");
    const scrub = h("input", { type: "range", min: "0", max: String(Math.max(1, line.length - 1)), value: String(at), disabled: line.length < 2, "aria-label": t("timeline.scrub"), "aria-valuetext": label, oninput: (event: Event) => go(line[Number((event.target as HTMLInputElement).value)]!) });
    const hadFocus = this.element.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.act : undefined;
    const isScrubbing = document.activeElement instanceof HTMLInputElement && this.element.contains(document.activeElement);
    fill(
      this.element,
      iconButton("first", t("timeline.first"), () => go(line[0]!), { disabled: at === 0, "data-act": "first" }),
      iconButton("undo", t("timeline.undo"), () => go(back), { disabled: !back, "data-act": "undo" }),
      scrub,
      iconButton("redo", t("timeline.redo"), () => go(forth), { disabled: !forth, "data-act": "redo" }),
      iconButton("last", t("timeline.last"), () => go(line.at(-1)!), { disabled: at === line.length - 1, "data-act": "last" }),
      h("span.muted.count", null, label),
      siblings > 1 && h("button.link", { type: "button", onclick: () => this.showVariations(game) }, t("timeline.variations", { n: siblings })),
    );
    // The buttons are new, but the keyboard stays where it was.
    if (isScrubbing) scrub.focus();
    else if (hadFocus) this.element.querySelector<HTMLElement>(`[data-act="${hadFocus}"]`)?.focus();
  }

  private showVariations(game: Game) {
    const { close } = dialog(
      t("variations.title"),
      t("close"),
      h("ul.options", null, game.current.parent!.children.map((step) => h("li", null, h("button.option", { type: "button", "aria-current": step === game.current ? "true" : null, onclick: () => (close(), void game.go(step, this.app.lang)) }, step.words || step.move)))),
    );
  }
}
