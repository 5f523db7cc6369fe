// Who plays: wizards at home, flasks and hands; beside them the spells and the piles of the table.
import type { Advice } from "./advice";
import type { Bots } from "./bots";
import { dialog, fill, h, icon } from "./dom";
import { type Game, PERSON } from "./game";
import * as table from "./table";
import { t } from "./text";
import { canAct, capital } from "./turn";
import type { Card, Player, View } from "./types";

export type SeatActions = { newGame: () => void; choose: (key: string) => void };

export class Seats {
  readonly element = h("div.players");

  constructor(
    private readonly bots: Bots,
    private readonly advice: Advice,
    private readonly actions: SeatActions,
  ) {}

  draw(game: Game, view: View, animate: boolean) {
    const flasks = table.shownFlasks(this.element);
    fill(
      this.element,
      view.spells.length > 0 && this.spells(game, view),
      view.players.map((player, seat) => this.player(game, view, player, seat)),
      this.piles(view),
      h("div.row", null, h("button", { type: "button", "data-act": "new-game", onclick: this.actions.newGame }, icon("plus"), t("game.new"))),
    );
    if (animate) table.fillFlasks(flasks, this.element);
  }

  clear() {
    fill(this.element);
  }

  private player(game: Game, view: View, player: Player, seat: number): HTMLElement {
    const isTurn = view.to_act === seat;
    const flasks = t("player.flasks", { full: player.flasks.full, empty: player.flasks.empty, spent: player.flasks.spent });
    const home = t("player.homeN", { n: player.home });
    return h(
      "section.player",
      { class: isTurn ? "acting" : "", style: { "--player": player.colour }, "aria-label": t("player.label", { name: player.name }) },
      h("header", null, h("span.dot", { "aria-hidden": "true" }), h("h3", null, capital(player.name)), h("span.kind", null, game.seats[seat] === PERSON ? "" : this.bots.title(game.seats[seat] ?? ""))),
      h(
        "div.facts",
        null,
        h("span", { title: t("player.home") }, icon("home"), player.wizards ? t("player.homeOf", { n: player.home, of: player.wizards }) : home),
        h("span.flasks.wt-flasks", { "aria-label": flasks, title: flasks, role: "img" }, table.flasks(view.art, player)),
        player.points ? h("span", null, t("player.points", { n: player.points })) : null,
      ),
      player.hand.length > 0 && !(isTurn && canAct(game)) && h("ul.hand", { "aria-label": t("player.hand", { name: player.name }) }, player.hand.map((one) => h("li", null, card(game, view, game.isCovered ? null : one, this.advice, this.actions.choose)))),
    );
  }

  /** The spells as tiles. One that may be cast lights up; the others say what they do. */
  private spells(game: Game, view: View): HTMLElement {
    const tile = (spell: View["spells"][number]) => {
      const key = spell.key ?? `spell:${spell.id}`;
      const isOffered = canAct(game) && view.options.some((option) => option.keys.includes(key));
      const press = () => (isOffered ? this.actions.choose(key) : dialog(spell.name, t("close"), h("div.rule-card", null, h("p", null, spell.says), h("p.muted", null, cost(spell.cost)), h("p.muted", null, t("spells.notNow")))));
      return h("li", null, h("button.spell", { type: "button", class: isOffered ? "offered" : "", title: spell.says, "data-spell": key, onclick: press }, table.picture(spell.svg), h("span", { class: spell.svg ? "visually-hidden" : "" }, `${spell.name}. ${cost(spell.cost)}`)));
    };
    return h("section.spells", { "aria-label": t("spells.title") }, h("h3", null, t("spells.title")), h("ul", null, view.spells.map(tile)));
  }

  private piles(view: View): HTMLElement | null {
    if (!view.decks?.length) return null;
    return h(
      "ul.piles",
      { "aria-label": t("piles.title") },
      view.decks.map((deck) => h("li", null, h("strong", null, capital(deck.name)), h("span", null, t("piles.counts", { pile: deck.pile, discards: deck.discards })), deck.top && h("span", null, t("piles.top", { card: deck.top })))),
      (view.memories ?? []).map((memory) => h("li", null, h("strong", null, capital(memory.label)), h("span", null, memory.value))),
    );
  }
}

const cost = (n: string) => (n === "1" ? t("spells.costOne") : t("spells.cost", { n }));

/** A card of a hand: a button if it can be played, its back if nobody may see it. */
export function card(game: Game, view: View, one: Card | null, advice: Advice, choose: (key: string) => void): HTMLElement {
  if (!one) return h("span.card.back", { role: "img", "aria-label": t("card.hidden") }, table.picture(view.art?.back));
  const option = canAct(game) ? view.options.find((other) => other.keys.includes(one.key)) : undefined;
  const drawn = table.picture(one.svg);
  const face = [drawn ?? h("span.code", { "aria-hidden": "true" }, one.code), h("span.card-words", drawn && { class: "visually-hidden" }, one.words), option && advice.chanceOf(option.move)];
  if (!option) return h("span.card", { title: one.words }, face);
  return h("button.card.offered", { type: "button", class: advice.hint?.move === option.move ? "hinted" : "", title: option.words, "data-card": one.key, "data-move": option.move, onclick: () => choose(one.key) }, face);
}
