// The table: the board, the turn, the players and the moves so far.
import { Advice } from "./advice";
import { type App, emit, shownGame } from "./app-state";
import { Board } from "./board";
import { Bots } from "./bots";
import { fill, h, toast } from "./dom";
import { isAbort } from "./engine";
import { failureOf, type Game } from "./game";
import { Seats } from "./seats";
import * as table from "./table";
import { t } from "./text";
import { Timeline } from "./timeline";
import { canAct, Turn } from "./turn";
import type { RuleRef, View } from "./types";

export type PlayActions = { newGame: () => void; showRule: (rule: RuleRef) => void; leaveAside: () => void };

export class PlayPanel {
  readonly element: HTMLElement;
  private readonly picture = h("div.board", { "aria-label": t("board.label") });
  private readonly ribbon = h("div.ribbon", { hidden: true, role: "status" });
  private readonly live = h("div.visually-hidden", { "aria-live": "polite", role: "status" });
  private readonly board = new Board(this.picture, true);
  private readonly timeline: Timeline;
  private readonly bots: Bots;
  private readonly advice: Advice;
  private readonly turn: Turn;
  private readonly seats: Seats;
  private spoken = "";
  private byKeyboard = false; // the last choice was made with the keyboard

  constructor(
    private readonly app: App,
    private readonly actions: PlayActions,
  ) {
    const choose = (key: string) => void this.choose(key);
    const redraw = () => this.game?.view && this.turn.draw(this.game);
    this.board.onChoose(choose);
    this.timeline = new Timeline(app);
    this.bots = new Bots(app, () => this.update(false));
    this.advice = new Advice(app, () => this.bots.strongest, redraw, (text) => (this.live.textContent = text));
    this.turn = new Turn(app, this.board, this.bots, this.advice, { ...actions, choose, play: (move) => void this.play(move) });
    this.seats = new Seats(this.bots, this.advice, { ...actions, choose });
    this.element = h(
      "div.play",
      null,
      this.ribbon,
      h("div.table", null, this.picture, this.timeline.element, h("div.side", null, this.turn.element, this.seats.element)),
      this.live,
    );
    this.update(false);
  }

  private get game(): Game | null {
    return shownGame(this.app);
  }

  update(animate: boolean) {
    const game = this.game;
    const view = game?.view ?? null;
    this.advice.forget(game?.current);
    this.drawRibbon(game);
    if (!game || !view) {
      if (!this.picture.firstChild) fill(this.picture, h("div.board-waiting", null, h("div.spinner", { "aria-hidden": "true" }), h("p", null, this.app.isReady ? t("board.noGame") : t("board.loading"))));
      this.turn.update(game);
      this.seats.clear();
      fill(this.timeline.element);
      return;
    }
    if (this.picture.querySelector(".board-waiting")) fill(this.picture);
    this.board.show(view, { animate: animate && !matchMedia("(prefers-reduced-motion: reduce)").matches });
    this.turn.update(game);
    this.turn.offer(game);
    this.seats.draw(game, view, animate);
    this.timeline.draw(game);
    this.speak(game, view);
    // After the moves of bots, the keyboard goes on where it was.
    if (this.byKeyboard && document.activeElement === document.body && (canAct(game) || view.result)) this.focus();
    this.bots.schedule();
  }

  /** The rules were checked. The position is the same, so what is open beside the board stays. */
  checked() {
    if (this.game?.view) this.drawRibbon(this.game);
    else this.update(false);
  }

  /** What is special about what is shown. */
  private drawRibbon(game: Game | null) {
    const { app } = this;
    const parts: HTMLElement[] = [];
    if (app.aside) parts.push(h("span", null, t("ribbon.aside", { title: app.aside.title })), h("button", { type: "button", onclick: this.actions.leaveAside }, t("ribbon.back")));
    else if (app.check && app.playable !== app.project && game) parts.push(h("span", null, t("ribbon.errors")));
    fill(this.ribbon, parts);
    this.ribbon.hidden = !parts.length;
  }

  /** A click on the picture: play what it offers, or say why it is not possible. */
  private async choose(key: string) {
    const game = this.game;
    if (!game || !canAct(game)) return;
    const options = game.view!.options.filter((option) => option.keys.includes(key));
    if (options.length === 1) return this.play(options[0]!.move);
    if (options.length > 1) return this.turn.narrow(game, options);
    // What lights up only after a card is chosen is no question of rules yet.
    if (!game.view!.options.some((option) => option.kind === "piece")) return this.turn.first(game);
    const move = this.target(key);
    if (!move) return;
    try {
      const found = await this.app.engine.call("explain", { game: game.ref(), move, lang: this.app.lang });
      if (game !== this.game) return;
      this.live.textContent = found.text;
      this.turn.why(found);
    } catch (error) {
      if (!isAbort(error)) toast(failureOf(error).message);
    }
  }

  /** The move text of a piece in the picture, for the question why it may not move. */
  private target(key: string): string | null {
    const element = this.picture.querySelector<SVGElement>(`[data-key="${CSS.escape(key)}"]`);
    const { kind, space, letter } = element?.dataset ?? {};
    if (kind === "wizard" && space && letter) return `wizard s${space}${letter}`;
    if (kind === "tower" && space) return `tower s${space}`;
    return null;
  }

  private async play(move: string) {
    const game = this.game;
    if (!game) return;
    const hadFocus = this.turn.element.contains(document.activeElement);
    this.byKeyboard = hadFocus && document.activeElement!.matches(":focus-visible");
    table.discard(this.turn.element.querySelector<HTMLElement>(`.card[data-move="${CSS.escape(move)}"]`));
    await game.play(move, this.app.lang);
    if (hadFocus) this.focus();
  }

  /** Go on with the keyboard at the next choice. */
  focus() {
    this.turn.element.querySelector<HTMLElement>(".card.offered, .option, .cover button, .result button")?.focus();
  }

  private speak(game: Game, view: View) {
    const player = view.to_act === null ? null : view.players[view.to_act]!;
    const text = [game.current.words, view.result?.text, !view.result && player && !game.isBot(view.to_act) ? `${t("turn.of", { name: player.name })} ${view.question ?? ""}` : ""].filter(Boolean).join(" ");
    if (text !== this.spoken) this.live.textContent = this.spoken = text;
  }

  resume() {
    this.bots.schedule();
    emit("engine");
  }
}
