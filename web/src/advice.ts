// Advice for the player to act: a hint from the strongest bot, and the chance of winning of each move.
import { type App, shownGame } from "./app-state";
import { h, icon, toast } from "./dom";
import { isAbort } from "./engine";
import { failureOf, type Game, type Step } from "./game";
import { number, percent, t } from "./text";
import type { Chance } from "./types";

const BUDGET = 600; // games for the chances of a decision

export class Advice {
  hint: { step: Step; move: string; words: string } | null = null;
  private chances: { step: Step; moves: Chance[]; isDone: boolean } | null = null;
  private asking: AbortController | null = null;
  private isThinking = false;

  constructor(
    private readonly app: App,
    private readonly strongest: () => string,
    private readonly redraw: () => void,
    private readonly say: (text: string) => void,
  ) {}

  /** Advice is about one position: forget it when another one is shown. */
  forget(step: Step | undefined) {
    if (this.chances && this.chances.step !== step) {
      this.asking?.abort();
      this.asking = null;
      this.chances = null;
    }
    if (this.hint && this.hint.step !== step) this.hint = null;
  }

  chanceOf(move: string): HTMLElement | null {
    const chance = this.chances?.moves.find((other) => other.move === move);
    if (!chance) return null;
    const spread = Math.max(chance.high - chance.chance, chance.chance - chance.low);
    return h(
      "span.chance",
      { title: t("chances.range", { low: percent(chance.low), high: percent(chance.high) }) },
      h("span.bar", { "aria-hidden": "true" }, h("span", { style: { width: `${chance.chance * 100}%` } })),
      h("span.value", null, `${percent(chance.chance)}${spread > 0.005 ? ` ± ${number(spread * 100)}` : ""}`),
    );
  }

  buttons(game: Game): HTMLElement {
    const many = game.view!.options.length > 1;
    const isCounting = this.chances && !this.chances.isDone;
    return h(
      "div.row.helpers",
      null,
      many && h("button", { type: "button", disabled: this.isThinking, "data-act": "hint", onclick: () => void this.askHint(game) }, icon("light"), t("hint.ask")),
      many && h("button", { type: "button", "data-act": "chances", onclick: () => void this.askChances(game) }, icon(isCounting ? "close" : "chart"), isCounting ? t("chances.stop") : t("chances.ask")),
      this.isThinking && h("p.hint", { role: "status" }, h("span.spinner.small", { "aria-hidden": "true" }), t("hint.thinking")),
      this.hint && h("p.hint", { role: "status" }, t("hint.text", { words: this.hint.words })),
    );
  }

  private async askHint(game: Game) {
    const step = game.current;
    const isCurrent = () => game === shownGame(this.app) && step === game.current;
    this.isThinking = true;
    this.say(t("hint.thinking"));
    this.redraw();
    try {
      const found = await this.app.engine.call("hint", { game: game.ref(), bot: this.strongest(), lang: this.app.lang });
      if (isCurrent()) this.hint = { step, ...found };
    } catch (error) {
      if (!isAbort(error)) toast(failureOf(error).message);
    } finally {
      this.isThinking = false;
      if (isCurrent()) this.redraw();
    }
  }

  private async askChances(game: Game) {
    if (this.asking) {
      this.asking.abort();
      this.asking = null;
      if (this.chances) this.chances.isDone = true;
      return this.redraw();
    }
    const step = game.current;
    const asking = (this.asking = new AbortController());
    const show = (moves: Chance[], isDone: boolean) => {
      if (game !== shownGame(this.app) || step !== game.current || asking.signal.aborted) return;
      this.chances = { step, moves, isDone };
      this.redraw();
    };
    show([], false);
    try {
      const found = await this.app.engine.call("chances", { game: game.ref(), budget: BUDGET, lang: this.app.lang }, { signal: asking.signal, progress: (part) => show(part.moves, false) });
      show(found.moves, true);
    } catch (error) {
      if (!isAbort(error)) {
        toast(failureOf(error).message);
        this.chances = null;
      }
    } finally {
      if (this.asking === asking) this.asking = null;
      if (game === shownGame(this.app)) this.redraw();
    }
  }
}
