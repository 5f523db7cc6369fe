// The turn: whose it is, what is to be chosen, the hand and the options; or who has won, or what is in the way.
import type { App } from "./app-state";
import type { Advice } from "./advice";
import type { Board } from "./board";
import type { Bots } from "./bots";
import { fill, h, icon, iconButton, toast } from "./dom";
import type { Game } from "./game";
import { card } from "./seats";
import * as table from "./table";
import { citation, t } from "./text";
import type { Explanation, Option, Player, RuleRef, View } from "./types";

export type TurnActions = { newGame: () => void; showRule: (rule: RuleRef) => void; play: (move: string) => void; choose: (key: string) => void };

export class Turn {
  readonly element = h("section.turn", { "aria-label": t("turn.label") });
  private filter: Option[] | null = null; // several options share the piece that was clicked

  constructor(
    private readonly app: App,
    private readonly board: Board,
    private readonly bots: Bots,
    private readonly advice: Advice,
    private readonly actions: TurnActions,
  ) {}

  /** Show the position that was reached. */
  update(game: Game | null) {
    this.filter = null;
    if (game?.view) this.draw(game);
    else fill(this.element, game?.failure && this.failure(game));
  }

  /** Offer only these options, which share the piece that was clicked. */
  narrow(game: Game, options: Option[]) {
    this.filter = options;
    this.draw(game);
    this.element.querySelector<HTMLElement>(".option")?.focus();
  }

  /** Light up what may be chosen. */
  offer(game: Game) {
    this.board.offer(canAct(game) ? (this.filter ?? game.view!.options).flatMap((option) => option.keys) : []);
  }

  draw(game: Game) {
    const view = game.view!;
    const focused = this.focused();
    fill(this.element, this.content(game, view));
    if (focused) this.element.querySelector<HTMLElement>(focused)?.focus();
  }

  /** How to find the button that has the focus again, once it is drawn anew. */
  private focused(): string | null {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || !this.element.contains(element)) return null;
    const { move, act } = element.dataset;
    return move ? `[data-move="${CSS.escape(move)}"]` : act ? `[data-act="${act}"]` : null;
  }

  private content(game: Game, view: View): (HTMLElement | null | false)[] {
    if (game.failure) return [this.failure(game)];
    if (view.result) return [this.result(view)];
    const player = view.to_act === null ? null : view.players[view.to_act]!;
    if (game.isCovered && player) return [this.cover(game, player)];
    const isBot = game.isBot(view.to_act);
    const isCards = view.options.some((option) => isInHand(view, option));
    return [
      this.question(game, view, player, isBot),
      !isBot && !this.filter && isCards && this.hand(game, view),
      isBot ? this.bots.controls() : this.options(game, this.filter ?? view.options.filter((option) => !isInHand(view, option))),
      !isBot && !this.filter && !isCards && this.hand(game, view),
      !isBot && this.advice.buttons(game),
    ];
  }

  private question(game: Game, view: View, player: Player | null, isBot: boolean): HTMLElement {
    const title = isBot ? t("turn.thinks") : headline(view);
    return h(
      "div.question",
      player && { style: { "--player": player.colour } },
      player && h("p.who", null, h("span.dot", { "aria-hidden": "true" }), capital(isBot ? t("turn.bot", { name: player.name, bot: this.bots.title(game.seats[view.to_act!]!) }) : t("turn.of", { name: player.name }))),
      h("h2", null, title),
      view.roll ? h("p.roll", null, table.die(view.art), t("turn.roll", { n: view.roll })) : null,
      !isBot && view.question && view.question !== title && h("p.says", null, view.question),
      !isBot && view.rule && this.rule(view.rule),
    );
  }

  private rule(rule: RuleRef): HTMLElement {
    return h("button.rule", { type: "button", onclick: () => this.actions.showRule(rule) }, icon("book"), h("span", null, rule.cites[0] ? citation(rule.cites[0]) : rule.title || rule.id));
  }

  /** The hand of the player to act: cards that can be played are buttons. */
  private hand(game: Game, view: View): HTMLElement | null {
    const player = view.players[view.to_act!]!;
    if (!player.hand.length) return null;
    return h("ul.hand", { "aria-label": t("player.hand", { name: player.name }) }, player.hand.map((one) => h("li", null, card(game, view, one, this.advice, this.actions.choose))));
  }

  private options(game: Game, options: Option[]): HTMLElement {
    const list = h("ul.options", { "aria-label": t("options.label") }, options.map((option) => h("li", null, this.option(game, option))));
    const showAll = () => {
      this.filter = null;
      this.draw(game);
      this.offer(game);
    };
    return h("div", null, this.filter && h("div.row", null, h("button.link", { type: "button", onclick: showAll }, t("options.all"))), list, game.view!.options.length === 0 && h("p.muted", null, t("options.none")), (game.view!.more ?? 0) > 0 && h("p.muted", null, t("options.more", { n: game.view!.more! })));
  }

  private option(game: Game, option: Option): HTMLElement {
    const isHint = this.advice.hint?.move === option.move;
    return h(
      "button.option",
      {
        type: "button",
        class: `kind-${option.kind}${isHint ? " hinted" : ""}`,
        "data-move": option.move,
        title: option.rule?.says,
        onclick: () => this.actions.play(option.move),
        onmouseenter: () => this.board.offer(option.keys),
        onfocus: () => this.board.offer(option.keys),
        onmouseleave: () => this.offer(game),
        onblur: () => this.offer(game),
      },
      h("span.words", null, option.words),
      isHint && h("span.tag", null, t("hint.tag")),
      this.advice.chanceOf(option.move),
    );
  }

  private result(view: View): HTMLElement {
    return h(
      "div.result",
      null,
      h("h2", null, view.result!.text),
      h("p", null, view.result!.winners.map((seat) => h("span.dot.big", { style: { "--player": view.players[seat]!.colour }, "aria-hidden": "true" }))),
      h("div.row", null, h("button.primary", { type: "button", onclick: this.actions.newGame }, t("game.again"))),
    );
  }

  private cover(game: Game, player: Player): HTMLElement {
    return h(
      "div.cover",
      { style: { "--player": player.colour } },
      h("h2", null, t("cover.title", { name: player.name })),
      h("p", null, t("cover.text")),
      h("button.primary", { type: "button", onclick: () => game.uncover(this.app.lang) }, t("cover.ready", { name: player.name })),
    );
  }

  private failure(game: Game): HTMLElement {
    const failure = game.failure!;
    const isLong = failure.code === "too-long";
    return h(
      "div.failure",
      { role: "alert" },
      h("h2", null, failure.code === "position" ? t("failure.position") : isLong ? t("failure.long") : t("failure.title")),
      h("p", null, isLong ? t("failure.longText", { seconds: failure.message }) : failure.message),
      (failure.problems ?? []).length > 1 && h("ul.bullets", null, failure.problems!.map((problem) => h("li", null, problem))),
      failure.rule && this.rule(failure.rule),
      h(
        "div.row",
        null,
        failure.offer && h("button.primary", { type: "button", onclick: () => void game.replace(failure.offer!, this.app.lang) }, t("failure.offer")),
        game.current.parent && h("button", { type: "button", class: failure.offer ? "" : "primary", onclick: () => void this.lastPossible(game) }, t("failure.last")),
        h("button", { type: "button", onclick: this.actions.newGame }, t("game.new")),
      ),
    );
  }

  private async lastPossible(game: Game) {
    if (!(await game.lastPossible(this.app.lang))) toast(t("failure.none"), { label: t("game.new"), run: this.actions.newGame });
  }

  /** Something else is to be chosen first. */
  first(game: Game) {
    const isCard = game.view!.options.some((option) => option.kind === "card");
    this.why({ legal: false, text: isCard ? t("why.card") : t("why.other") });
  }

  /** Why something is not possible, with the rule and its page. */
  why({ text: whole, rule }: Explanation) {
    // What the rule says in words is better than how it is written.
    const words = whole.split("; ").filter((part) => !part.includes("`"));
    const text = rule?.says && words.length ? words.join("; ") : whole;
    const box = h(
      "div.why",
      { role: "status" },
      h("p", null, h("strong", null, capital(text))),
      rule?.says && !text.includes(rule.says) && h("p.says", null, rule.says),
      rule && this.rule(rule),
      iconButton("close", t("close"), () => box.remove()),
    );
    this.element.querySelector(".why")?.remove();
    this.element.prepend(box);
    box.scrollIntoView({ block: "nearest" });
  }
}

/** A person is to choose, and may see what there is to choose. */
export function canAct(game: Game): boolean {
  const view = game.view;
  return !!view && view.to_act !== null && !game.isBot(view.to_act) && !game.isCovered && !game.failure;
}

function isInHand(view: View, option: Option): boolean {
  return option.kind === "card" && view.players[view.to_act!]!.hand.some((one) => one && option.keys.includes(one.key));
}

export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A few words for what is to be chosen; the rule's own sentence if it is short. */
function headline(view: View): string {
  if (view.question && view.question.length < 60) return view.question;
  const kinds = new Set(view.options.map((option) => option.kind));
  if (kinds.has("card")) return t("choose.card");
  if (kinds.has("piece")) return t("choose.piece");
  if (kinds.has("spell")) return t("choose.spell");
  return t("choose.answer");
}
