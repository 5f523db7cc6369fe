// A game as a tree of positions: the line that was played, and variations beside it.
// Every node remembers its position, so that the game goes on from there when the rules are edited.
import type { Failure, GameRef, Lang, Played, Project, RuleRef, Start, View } from "../calls";
import { type Engine, failureOf, isAbort } from "../engine/engine";

/** Moves, the last one first: a long game shares them among all its steps. */
type Moves = { move: string; before: Moves; count: number } | null;

export type Step = {
  parent: Step | null;
  children: Step[];
  next: Step | null; // the child on the line that is shown
  move: string | null; // null: the start, or a position that was set up
  words: string;
  seat: number | null;
  rule: RuleRef | null;
  toAct: number | null;
  position: string | null; // known once the step was shown
  start: { position?: string; seed: number }; // where `moves` begin
  moves: Moves;
  version: number; // the version of the rules that `start` and `moves` belong to
};

export type Seat = string; // "person", or the name of a bot
export const PERSON: Seat = "person";

export type SavedGame = {
  players: number;
  seed: number;
  position?: string;
  settings?: Record<string, string>;
  seats: Seat[];
  steps: {
    parent: number;
    move: string | null;
    words: string;
    seat: number | null;
    toAct: number | null;
    position: string | null;
    start: number;
    rule: RuleRef | null;
  }[];
  current: number;
};

export class Game {
  root: Step;
  current: Step;
  view: View | null = null;
  failure: Failure | null = null;
  atScreen: number | null = null; // the person whose hand is shown
  version = 0;
  isCovered = false;
  readonly players: number;
  readonly seed: number;
  readonly position: string | undefined;
  readonly settings: Record<string, string> | undefined; // chosen before the game
  seats: Seat[];
  going: Step | null = null; // the step that was asked for last, while nothing is shown yet
  private ticket = 0;
  private playing: Promise<unknown> = Promise.resolve();
  private views = new Map<string, View>();

  constructor(
    private readonly engine: Engine,
    public project: Project,
    start: Start,
    private readonly changed: (animate: boolean) => void,
  ) {
    ({
      players: this.players,
      seed: this.seed,
      seats: this.seats,
      position: this.position,
      settings: this.settings,
    } = start);
    this.root = this.step(null, null, { position: start.position, seed: start.seed }, null);
    this.current = this.root;
    const people = this.people();
    if (people.length === 1) this.atScreen = people[0]!;
  }

  private step(parent: Step | null, move: string | null, start: Step["start"], moves: Moves): Step {
    return {
      parent,
      children: [],
      next: null,
      move,
      words: "",
      seat: null,
      rule: null,
      toAct: null,
      position: null,
      start,
      moves,
      version: this.version,
    };
  }

  people(): number[] {
    return this.seats.flatMap((seat, i) => (seat === PERSON ? [i] : []));
  }

  isBot(seat: number | null): boolean {
    return seat !== null && this.seats[seat] !== undefined && this.seats[seat] !== PERSON;
  }

  /** The seat whose eyes the page uses: the person at the screen, or nobody's if only bots play. */
  private seat(): number | undefined {
    return this.people().length ? (this.atScreen ?? undefined) : undefined;
  }

  ref(step = this.current): GameRef {
    if (step === this.root && !step.start.position) {
      // Nothing was played yet: the game begins anew, with what the rules now set up.
      step.version = this.version;
    } else if (step.version !== this.version && step.position) {
      // The rules were edited since: the position stays, the way to it belongs to the old rules.
      step.start = { position: step.position, seed: step.start.seed };
      step.moves = null;
      step.version = this.version;
    }
    return {
      project: this.project,
      players: this.players,
      seed: step.start.seed,
      position: step.start.position,
      settings: this.settings,
      moves: listed(step.moves),
    };
  }

  /** The line that is shown: from the start through the current step to its end. */
  line(): Step[] {
    const steps: Step[] = [];
    for (let step: Step | null = this.current; step; step = step.parent) steps.push(step);
    steps.reverse();
    for (let step = this.current.next; step; step = step.next) steps.push(step);
    return steps;
  }

  /** Show the current step with a view that is already known, before the engine is ready. */
  begin(view: View, lang: Lang) {
    this.remember(this.key(this.ref(), lang), view);
    this.arrive(this.current, view, false);
  }

  private key(game: GameRef, lang: Lang): string {
    return JSON.stringify([this.version, game.seed, game.position, game.moves, this.seat(), lang]);
  }

  /** Show a step. False: the engine refused, and `failure` says why. */
  async go(step: Step, lang: Lang, animate = false): Promise<boolean> {
    const ticket = ++this.ticket;
    this.going = step;
    try {
      const view = await this.look(step, lang);
      if (ticket !== this.ticket) return false;
      this.arrive(step, view, animate);
      return true;
    } catch (error) {
      if (ticket !== this.ticket || isAbort(error)) return false;
      this.failure = failureOf(error);
      this.changed(false);
      return false;
    }
  }

  private async look(step: Step, lang: Lang): Promise<View> {
    const game = this.ref(step);
    const seat = this.seat();
    const key = this.key(game, lang);
    let view = this.views.get(key);
    if (!view) {
      view = await this.engine.call("view", { game, lang, seat });
      this.remember(key, view);
    }
    return view;
  }

  private remember(key: string, view: View) {
    this.views.set(key, view);
    if (this.views.size > 120) this.views.delete(this.views.keys().next().value!);
  }

  private arrive(step: Step, view: View, animate: boolean) {
    this.current = step;
    for (let at: Step = step; at.parent; at = at.parent) at.parent.next = at;
    this.view = view;
    this.failure = null;
    step.toAct = view.to_act;
    step.position = view.position;
    const people = this.people();
    const isPersons = view.to_act !== null && people.includes(view.to_act);
    const isNext = people.length > 1 && isPersons && view.to_act !== this.atScreen;
    this.isCovered = isNext && view.secret !== false;
    // With open hands there is nothing to cover.
    if (isNext && !this.isCovered) this.atScreen = view.to_act;
    this.changed(animate);
  }

  /** The next person has taken the device. */
  async uncover(lang: Lang) {
    this.atScreen = this.view?.to_act ?? null;
    this.isCovered = false;
    await this.go(this.current, lang);
  }

  /** Play a move from the current step; a move played before from here is followed, not repeated. */
  play(move: string, lang: Lang): Promise<Played | null> {
    const playing = this.send(move, lang);
    this.playing = playing;
    return playing;
  }

  private async send(move: string, lang: Lang): Promise<Played | null> {
    const from = this.current;
    const ticket = ++this.ticket;
    const game = this.ref(from);
    try {
      const played = await this.engine.call("play", { game, move, lang, seat: this.seat() });
      if (ticket !== this.ticket) return null;
      let step = from.children.find((child) => child.move === move && child.version === this.version);
      if (!step) {
        step = this.step(from, move, from.start, followed(from.moves, move));
        from.children.push(step);
      }
      step.words = played.event.words;
      step.rule = played.event.rule;
      step.seat = from.toAct;
      this.remember(this.key({ ...game, moves: [...game.moves, move] }, lang), played);
      this.arrive(step, played, true);
      return played;
    } catch (error) {
      if (ticket !== this.ticket || isAbort(error)) return null;
      this.failure = failureOf(error);
      this.changed(false);
      return null;
    }
  }

  /** Back to the decision before; past the moves of bots to the last one of a person. */
  undoTarget(): Step | null {
    let step = this.current.parent;
    if (this.people().length) while (step?.parent && this.isBot(step.toAct)) step = step.parent;
    return step;
  }

  redoTarget(): Step | null {
    let step = this.current.next;
    if (this.people().length) while (step?.next && this.isBot(step.toAct)) step = step.next;
    return step;
  }

  /** Play the same position under other rules. */
  async change(project: Project, lang: Lang): Promise<boolean> {
    // A move that was just chosen belongs to the old rules: it is played before they change.
    await this.playing;
    this.project = project;
    this.version++;
    return this.go(this.current, lang);
  }

  /** Put another position in the place of the current one, which the rules do not accept. */
  async replace(position: string, lang: Lang): Promise<boolean> {
    const step = this.step(this.current, null, { position, seed: this.seed }, null);
    step.words = this.current.words;
    if (!(await this.go(step, lang))) return false;
    step.parent!.children.push(step);
    return true;
  }

  /** After a failure: the nearest earlier position that the rules accept. */
  async lastPossible(lang: Lang): Promise<boolean> {
    for (let step = this.current.parent; step; step = step.parent) {
      if (await this.go(step, lang)) return true;
    }
    return false;
  }

  /** Moves that came with a link: make a step for each, with the engine's words for them. */
  async follow(moves: string[], lang: Lang): Promise<boolean> {
    let step = this.root;
    for (const move of moves) {
      const child = this.step(step, move, step.start, followed(step.moves, move));
      step.children.push(child);
      step.next = child;
      step = child;
    }
    if (!(await this.go(step, lang))) return false;
    const line = this.line().slice(1);
    this.view!.log.slice(-line.length).forEach((entry, i) =>
      Object.assign(line[i]!, { words: entry.words, seat: entry.seat, rule: entry.rule }),
    );
    this.changed(false);
    return true;
  }

  save(): SavedGame {
    const all: Step[] = [];
    const waiting = [this.root]; // not by recursion: a game can have thousands of moves
    for (let step = waiting.pop(); step; step = waiting.pop()) {
      all.push(step);
      // The line that is shown comes last, so that loading ends on it.
      const { next } = step;
      waiting.push(...[...step.children].sort((a, b) => Number(b === next) - Number(a === next)));
    }
    const index = new Map(all.map((step, i) => [step, i]));
    return {
      players: this.players,
      seed: this.seed,
      position: this.position,
      settings: this.settings,
      seats: this.seats,
      current: index.get(this.current)!,
      steps: all.map((step) => ({
        parent: step.parent ? index.get(step.parent)! : -1,
        move: step.move,
        words: step.words,
        seat: step.seat,
        toAct: step.toAct,
        // Positions are long: keep those that moves do not lead to again.
        position: step === this.current || step.version !== this.version ? step.position : null,
        start: step.version === this.version && step.moves ? 1 : 0,
        rule: step.rule,
      })),
    };
  }

  static restore(engine: Engine, project: Project, saved: SavedGame, changed: (animate: boolean) => void): Game {
    const game = new Game(engine, project, saved, changed);
    const steps: Step[] = [];
    for (const data of saved.steps) {
      if (data.parent < 0) {
        Object.assign(game.root, { words: data.words, toAct: data.toAct });
        steps.push(game.root);
        continue;
      }
      const parent = steps[data.parent]!;
      const hasMoves = data.start === 1;
      const step = game.step(
        parent,
        data.move,
        hasMoves || !data.position ? parent.start : { position: data.position, seed: saved.seed },
        hasMoves ? followed(parent.moves, data.move!) : null,
      );
      Object.assign(step, {
        words: data.words,
        seat: data.seat,
        toAct: data.toAct,
        position: data.position,
        rule: data.rule,
      });
      parent.children.push(step);
      parent.next = step;
      steps.push(step);
    }
    game.current = steps[saved.current] ?? game.root;
    return game;
  }
}

const followed = (before: Moves, move: string): Moves => ({ move, before, count: (before?.count ?? 0) + 1 });

function listed(moves: Moves): string[] {
  const found = new Array<string>(moves?.count ?? 0);
  for (let at = moves; at; at = at.before) found[at.count - 1] = at.move;
  return found;
}
