// The board, the players, and what the player to act may do.
import { type App, emit, shownGame } from "./app-state";
import { Board } from "./board";
import { dialog, fill, h, icon, iconButton, toast } from "./dom";
import { isAbort } from "./engine";
import { failureOf, type Game, PERSON } from "./game";
import * as table from "./table";
import { number, percent, t } from "./text";
import type { Card, Chance, Option, Player, RuleRef, View } from "./types";

const BOT_PAUSE = 700; // milliseconds between moves of bots, so that people can follow

export type PlayActions = { newGame: () => void; showRule: (rule: RuleRef) => void; leaveAside: () => void };

export class PlayPanel {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly picture = h("div.board", { "aria-label": t("board.label") });
  private readonly ribbon = h("div.ribbon", { hidden: true, role: "status" });
  private readonly players = h("div.players");
  private readonly turn = h("section.turn", { "aria-label": t("turn.label") });
  private readonly timeline = h("div.timeline", { role: "group", "aria-label": t("timeline.label") });
  private readonly live = h("div.visually-hidden", { "aria-live": "polite", role: "status" });
  private botTimer: ReturnType<typeof setTimeout> | undefined;
  private isThinking = false;
  private isPaused = false;
  private filter: Option[] | null = null; // several options share the piece that was clicked
  private hint: { step: unknown; move: string; words: string } | null = null;
  private chances: { step: unknown; moves: Chance[]; isDone: boolean } | null = null;
  private asking: AbortController | null = null;
  private spoken = "";

  constructor(
    private readonly app: App,
    private readonly actions: PlayActions,
  ) {
    this.board = new Board(this.picture);
    this.board.onChoose((key) => this.choose(key));
    this.element = h(
      "div.play",
      null,
      this.ribbon,
      h("div.table", null, this.picture, this.timeline, h("div.side", null, this.turn, this.players)),
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
    this.filter = null;
    if (this.chances && this.chances.step !== game?.current) this.stopAsking();
    if (this.hint && this.hint.step !== game?.current) this.hint = null;
    this.drawRibbon(game);
    if (!game || !view) {
      if (!this.picture.firstChild) fill(this.picture, h("div.board-waiting", null, h("div.spinner", { "aria-hidden": "true" }), h("p", null, this.app.isReady ? t("board.noGame") : t("board.loading"))));
      fill(this.turn, game?.failure && this.failureBox(game));
      fill(this.players);
      fill(this.timeline);
      return;
    }
    if (this.picture.querySelector(".board-waiting")) fill(this.picture);
    this.board.show(view, { animate: animate && !matchMedia("(prefers-reduced-motion: reduce)").matches });
    this.board.offer(this.canAct(game, view) ? view.options.flatMap((option) => option.keys) : []);
    this.drawTurn();
    const flasks = table.shownFlasks(this.players);
    this.drawPlayers(game, view);
    if (animate) table.fillFlasks(flasks, this.players);
    this.drawTimeline(game);
    this.speak(game, view);
    this.scheduleBot();
  }

  private canAct(game: Game, view: View): boolean {
    return view.to_act !== null && !game.isBot(view.to_act) && !game.isCovered && !game.failure;
  }

  // --- what is special about what is shown ---

  private drawRibbon(game: Game | null) {
    const { app } = this;
    const parts: (HTMLElement | string)[] = [];
    if (app.aside) parts.push(h("span", null, t("ribbon.aside", { title: app.aside.title })), h("button", { type: "button", onclick: this.actions.leaveAside }, t("ribbon.back")));
    else if (app.check && app.playable !== app.project && game) parts.push(h("span", null, t("ribbon.errors")));
    fill(this.ribbon, parts);
    this.ribbon.hidden = !parts.length;
  }

  private failureBox(game: Game): HTMLElement {
    const failure = game.failure!;
    return h(
      "div.failure",
      { role: "alert" },
      h("h2", null, failure.code === "position" ? t("failure.position") : failure.code === "too-long" ? t("failure.long") : t("failure.title")),
      h("p", null, failure.code === "too-long" ? t("failure.longText", { seconds: failure.message }) : failure.message),
      (failure.problems ?? []).length > 1 && h("ul.bullets", null, failure.problems!.map((problem) => h("li", null, problem))),
      failure.rule && this.ruleLine(failure.rule),
      h(
        "div.row",
        null,
        failure.offer && h("button.primary", { type: "button", onclick: () => void game.replace(failure.offer!, this.app.lang) }, t("failure.offer")),
        game.current.parent && h("button", { type: "button", class: failure.offer ? "" : "primary", onclick: () => this.lastPossible(game) }, t("failure.last")),
        h("button", { type: "button", onclick: this.actions.newGame }, t("game.new")),
      ),
    );
  }

  private async lastPossible(game: Game) {
    if (!(await game.lastPossible(this.app.lang))) toast(t("failure.none"), { label: t("game.new"), run: this.actions.newGame });
  }

  private ruleLine(rule: RuleRef): HTMLElement {
    return h("button.rule", { type: "button", onclick: () => this.actions.showRule(rule) }, icon("book"), h("span", null, rule.title || rule.id));
  }

  // --- the turn ---

  private drawTurn() {
    const game = this.game!;
    const view = game.view!;
    if (game.failure) return fill(this.turn, this.failureBox(game));
    if (view.result) return fill(this.turn, this.resultBox(view));
    const player = view.to_act === null ? null : view.players[view.to_act]!;
    if (game.isCovered && player) return fill(this.turn, this.cover(game, player));
    const isBot = game.isBot(view.to_act);
    const options = this.filter ?? view.options;
    fill(
      this.turn,
      h(
        "div.question",
        player && { style: { "--player": player.colour } },
        player && h("p.who", null, h("span.dot", { "aria-hidden": "true" }), capital(isBot ? t("turn.bot", { name: player.name, bot: this.botTitle(game.seats[view.to_act!]!) }) : t("turn.of", { name: player.name }))),
        h("h2", null, isBot ? t("turn.thinks") : headline(view)),
        !isBot && view.question && view.question !== headline(view) && h("details.says", null, h("summary", null, view.question.split(/(?<=[.!?]) /)[0]), h("p", null, view.question)),
        view.roll ? h("p.roll", null, table.die(view.art), t("turn.roll", { n: view.roll })) : null,
        view.rule && !isBot && this.ruleLine(view.rule),
      ),
      !isBot && !this.filter && this.handOptions(game, view),
      isBot ? this.botControls() : this.optionList(this.filter ?? options.filter((option) => !this.isInHand(view, option))),
      !isBot && this.helpers(game),
    );
  }

  private resultBox(view: View): HTMLElement {
    return h(
      "div.result",
      null,
      h("h2", null, view.result!.text),
      h("p", null, view.result!.winners.map((seat) => view.players[seat]!.name).join(", ")),
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

  private botTitle(name: string): string {
    return this.app.catalog?.bots.find((bot) => bot.name === name)?.title ?? name;
  }

  private botControls(): HTMLElement {
    const game = this.game!;
    const atEnd = !game.current.children.length;
    return h(
      "div.row",
      null,
      h("button", { type: "button", onclick: () => ((this.isPaused = atEnd ? !this.isPaused : false), atEnd ? this.update(false) : void this.botMove()) }, icon(this.isPaused || !atEnd ? "play" : "pause"), this.isPaused || !atEnd ? t("bots.go") : t("bots.pause")),
    );
  }

  private isInHand(view: View, option: Option): boolean {
    return option.kind === "card" && view.players[view.to_act!]!.hand.some((card) => card && option.keys.includes(card.key));
  }

  /** The hand of the player to act: cards that can be played are buttons. */
  private handOptions(game: Game, view: View): HTMLElement | null {
    const player = view.players[view.to_act!]!;
    if (!player.hand.length) return null;
    return h("ul.hand", { "aria-label": t("player.hand", { name: player.name }) }, player.hand.map((card) => h("li", null, this.card(game, view, card))));
  }

  private optionList(options: Option[]): HTMLElement {
    const game = this.game!;
    const best = this.chances?.moves;
    const list = h("ul.options", { "aria-label": t("options.label") });
    for (const option of options) {
      const chance = best?.find((other) => other.move === option.move);
      const isHint = this.hint?.move === option.move;
      const button = h(
        "button.option",
        {
          type: "button",
          class: `kind-${option.kind}${isHint ? " hinted" : ""}`,
          "data-move": option.move,
          title: option.rule?.says,
          onclick: () => this.play(option.move),
          onmouseenter: () => this.board.offer(option.keys),
          onfocus: () => this.board.offer(option.keys),
          onmouseleave: () => this.offerAll(),
          onblur: () => this.offerAll(),
        },
        h("span.words", null, option.words),
        isHint && h("span.tag", null, t("hint.tag")),
        chance && this.chanceBar(chance),
      );
      list.append(h("li", null, button));
    }
    return h("div", null, this.filter && h("div.row", null, h("button.link", { type: "button", onclick: () => ((this.filter = null), this.drawTurn(), this.offerAll()) }, t("options.all"))), list, game.view!.options.length === 0 && h("p.muted", null, t("options.none")));
  }

  private chanceBar(chance: Chance): HTMLElement {
    const spread = Math.max(chance.high - chance.chance, chance.chance - chance.low);
    return h(
      "span.chance",
      { title: t("chances.range", { low: percent(chance.low), high: percent(chance.high) }) },
      h("span.bar", { "aria-hidden": "true" }, h("span", { style: { width: `${chance.chance * 100}%` } })),
      h("span.value", null, `${percent(chance.chance)}${spread > 0.005 ? ` ± ${number(spread * 100)}` : ""}`),
    );
  }

  private offerAll() {
    const game = this.game;
    if (game?.view) this.board.offer(this.canAct(game, game.view) ? (this.filter ?? game.view.options).flatMap((option) => option.keys) : []);
  }

  private helpers(game: Game): HTMLElement {
    const many = game.view!.options.length > 1;
    return h(
      "div.row.helpers",
      null,
      many && h("button", { type: "button", onclick: () => this.askHint() }, icon("light"), t("hint.ask")),
      many && h("button", { type: "button", onclick: () => this.askChances() }, icon("chart"), this.chances && !this.chances.isDone ? t("chances.stop") : t("chances.ask")),
      this.hint && h("p.hint", { role: "status" }, t("hint.text", { words: this.hint.words })),
    );
  }

  private strongest(): string {
    return this.app.catalog?.bots.at(-1)?.name ?? "greedy";
  }

  private async askHint() {
    const game = this.game!;
    const step = game.current;
    this.live.textContent = t("hint.thinking");
    try {
      const found = await this.app.engine.call("hint", { game: game.ref(), bot: this.strongest(), lang: this.app.lang });
      if (game !== this.game || step !== game.current) return;
      this.hint = { step, ...found };
      this.drawTurn();
      const option = game.view!.options.find((other) => other.move === found.move);
      if (option) this.board.offer(option.keys);
    } catch (error) {
      if (!isAbort(error)) toast(failureOf(error).message);
    }
  }

  private stopAsking() {
    this.asking?.abort();
    this.asking = null;
    this.chances = null;
  }

  private async askChances() {
    if (this.asking) {
      this.asking.abort();
      this.asking = null;
      if (this.chances) this.chances.isDone = true;
      return this.drawTurn();
    }
    const game = this.game!;
    const step = game.current;
    const asking = (this.asking = new AbortController());
    this.chances = { step, moves: [], isDone: false };
    this.drawTurn();
    const show = (moves: Chance[], isDone: boolean) => {
      if (game !== this.game || step !== game.current || asking.signal.aborted) return;
      this.chances = { step, moves, isDone };
      this.drawTurn();
    };
    try {
      const found = await this.app.engine.call("chances", { game: game.ref(), budget: 600, lang: this.app.lang }, { signal: asking.signal, progress: (part) => show(part.moves, false) });
      show(found.moves, true);
    } catch (error) {
      if (!isAbort(error)) toast(failureOf(error).message);
      this.chances = null;
    } finally {
      if (this.asking === asking) this.asking = null;
      if (game === this.game) this.drawTurn();
    }
  }

  // --- choosing ---

  /** A click on the picture: play what it offers, or say why it is not possible. */
  async choose(key: string) {
    const game = this.game;
    const view = game?.view;
    if (!game || !view || !this.canAct(game, view)) return;
    const options = view.options.filter((option) => option.keys.includes(key));
    if (options.length === 1) return this.play(options[0]!.move);
    if (options.length > 1) {
      this.filter = options;
      this.drawTurn();
      this.turn.querySelector<HTMLElement>(".option")?.focus();
      return;
    }
    const move = this.target(key);
    if (!move) return;
    try {
      const found = await this.app.engine.call("explain", { game: game.ref(), move, lang: this.app.lang });
      if (game === this.game) this.showWhy(found.text, found.rule);
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

  private showWhy(text: string, rule?: RuleRef) {
    this.live.textContent = text;
    const box = h("div.why", { role: "status" }, h("p", null, text), rule && h("p.says", null, rule.says), rule && rule.cites.length > 0 && h("p.muted", null, rule.cites.join(" · ")), iconButton("close", t("close"), () => box.remove()));
    this.turn.querySelector(".why")?.remove();
    this.turn.prepend(box);
    box.scrollIntoView({ block: "nearest" });
  }

  async play(move: string) {
    const game = this.game;
    if (!game) return;
    const hadFocus = this.turn.contains(document.activeElement);
    table.discard(this.turn.querySelector<HTMLElement>(`.card[data-move="${CSS.escape(move)}"]`));
    await game.play(move, this.app.lang);
    if (hadFocus) this.turn.querySelector<HTMLElement>(".card.offered, .option, .cover button, .result button")?.focus();
  }

  private scheduleBot() {
    clearTimeout(this.botTimer);
    const game = this.game;
    if (!game?.view || this.app.aside || game.failure || !game.isBot(game.view.to_act) || game.current.children.length || this.isPaused || document.hidden) return;
    this.botTimer = setTimeout(() => void this.botMove(), BOT_PAUSE);
  }

  private async botMove() {
    const game = this.game;
    const seat = game?.view?.to_act;
    if (!game || seat === null || seat === undefined || !game.isBot(seat) || this.isThinking) return;
    const step = game.current;
    this.isThinking = true;
    try {
      const { move } = await this.app.engine.call("hint", { game: game.ref(), bot: game.seats[seat]!, lang: this.app.lang });
      if (game === this.game && step === game.current) await game.play(move, this.app.lang);
    } catch (error) {
      if (!isAbort(error)) {
        this.isPaused = true;
        toast(failureOf(error).message);
      }
    } finally {
      this.isThinking = false;
    }
    this.scheduleBot();
  }

  // --- players ---

  private drawPlayers(game: Game, view: View) {
    fill(
      this.players,
      view.players.map((player, seat) => this.playerPanel(game, view, player, seat)),
      view.spells.length > 0 && this.spells(view),
      h("div.row", null, h("button", { type: "button", "data-act": "new-game", onclick: this.actions.newGame }, icon("plus"), t("game.new"))),
    );
  }

  private playerPanel(game: Game, view: View, player: Player, seat: number): HTMLElement {
    const isTurn = view.to_act === seat;
    const showHand = !game.isCovered;
    const flasks = t("player.flasks", { full: player.flasks.full, empty: player.flasks.empty, spent: player.flasks.spent });
    return h(
      "section.player",
      { class: isTurn ? "acting" : "", style: { "--player": player.colour }, "aria-label": t("player.label", { name: player.name }) },
      h("header", null, h("span.dot", { "aria-hidden": "true" }), h("h3", null, capital(player.name)), h("span.kind", null, game.seats[seat] === PERSON ? "" : this.botTitle(game.seats[seat] ?? ""))),
      h(
        "div.facts",
        null,
        h("span", { title: t("player.home") }, h("span.glyph", { "aria-hidden": "true" }, "♜"), t("player.homeN", { n: player.home })),
        h("span.flasks.wt-flasks", { "aria-label": flasks, title: flasks, role: "img" }, this.flasks(player)),
        player.points ? h("span", null, t("player.points", { n: player.points })) : null,
      ),
      player.hand.length > 0 && !(isTurn && this.canAct(game, view)) && h("ul.hand", { "aria-label": t("player.hand", { name: player.name }) }, player.hand.map((card) => h("li", null, this.card(game, view, showHand ? card : null)))),
    );
  }

  private flasks(player: Player): HTMLElement[] {
    return table.flasks(this.game?.view?.art, player);
  }

  private card(game: Game, view: View, card: Card | null): HTMLElement {
    if (!card) return h("span.card.back", { role: "img", "aria-label": t("card.hidden") }, table.picture(view.art?.back));
    const option = this.canAct(game, view) ? view.options.find((other) => other.keys.includes(card.key)) : undefined;
    const chance = option && this.chances?.moves.find((other) => other.move === option.move);
    const drawn = table.picture(card.svg);
    const face = [drawn ?? h("span.code", { "aria-hidden": "true" }, card.code), h("span.card-words", drawn && { class: "visually-hidden" }, card.words), chance && this.chanceBar(chance)];
    if (!option) return h("span.card", { title: card.words }, face);
    const hinted = this.hint?.move === option.move ? "hinted" : "";
    return h("button.card.offered", { type: "button", class: hinted, title: option.words, "data-card": card.key, "data-move": option.move, onclick: () => this.choose(card.key) }, face);
  }

  private spells(view: View): HTMLElement {
    return h(
      "section.spells",
      { "aria-label": t("spells.title") },
      h("h3", null, t("spells.title")),
      h("ul", null, view.spells.map((spell) => h("li", null, h("details", null, h("summary", null, h("span", null, spell.name), h("span.cost", { title: t("spells.cost", { n: spell.cost }) }, h("i.flask.full", { "aria-hidden": "true" }), spell.cost)), h("p", null, spell.says))))),
    );
  }

  // --- timeline ---

  private drawTimeline(game: Game) {
    const line = game.line();
    const at = line.indexOf(game.current);
    const back = game.undoTarget();
    const forth = game.redoTarget();
    const go = (step: typeof back) => step && void game.go(step, this.app.lang, Math.abs(line.indexOf(step) - at) === 1);
    const siblings = game.current.parent?.children.length ?? 0;
    const label = at ? t("timeline.at", { at, of: line.length - 1 }) : t("timeline.start");
    fill(
      this.timeline,
      iconButton("first", t("timeline.first"), () => go(line[0]!), { disabled: at === 0 }),
      iconButton("undo", t("timeline.undo"), () => go(back), { disabled: !back, "data-act": "undo" }),
      h("input", { type: "range", min: "0", max: String(Math.max(1, line.length - 1)), value: String(at), disabled: line.length < 2, "aria-label": t("timeline.scrub"), "aria-valuetext": label, oninput: (event: Event) => go(line[Number((event.target as HTMLInputElement).value)]!) }),
      iconButton("redo", t("timeline.redo"), () => go(forth), { disabled: !forth, "data-act": "redo" }),
      iconButton("last", t("timeline.last"), () => go(line.at(-1)!), { disabled: at === line.length - 1 }),
      h("span.muted.count", null, label),
      siblings > 1 && h("button.link", { type: "button", onclick: () => this.showVariations(game) }, t("timeline.variations", { n: siblings })),
    );
  }

  private showVariations(game: Game) {
    const { close } = dialog(
      t("variations.title"),
      t("close"),
      h("ul.options", null, game.current.parent!.children.map((step) => h("li", null, h("button.option", { type: "button", "aria-current": step === game.current ? "true" : null, onclick: () => (close(), void game.go(step, this.app.lang)) }, step.words || step.move)))),
    );
  }

  private speak(game: Game, view: View) {
    const player = view.to_act === null ? null : view.players[view.to_act]!;
    const text = [game.current.words, view.result?.text, !view.result && player && !game.isBot(view.to_act) ? `${t("turn.of", { name: player.name })} ${view.question ?? ""}` : ""].filter(Boolean).join(" ");
    if (text !== this.spoken) this.live.textContent = this.spoken = text;
  }

  resume() {
    this.scheduleBot();
    emit("engine");
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** A few words for what is to be chosen; the rule's own sentence if it is short. */
function headline(view: View): string {
  if (view.question && view.question.length < 60) return view.question;
  const kinds = new Set(view.options.map((option) => option.kind));
  if (kinds.has("card")) return t("choose.card");
  if (kinds.has("piece")) return t("choose.piece");
  if (kinds.has("spell")) return t("choose.spell");
  return t("choose.answer");
}
