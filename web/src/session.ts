// The game that is played, in step with the rules that are edited.
import { type App, emit } from "./app-state";
import { Game, PERSON, type SavedGame, type Seat } from "./game";
import type { Project, View } from "./types";

/** What a game starts with. */
export type Start = { players: number; seed: number; seats: Seat[]; position?: string; settings?: Record<string, string>; moves?: string[] };
export const FIRST: Start = { players: 2, seed: 1, seats: [PERSON, "greedy"] };

export class Session {
  constructor(
    private readonly app: App,
    private readonly saveSoon: () => void,
  ) {}

  /** What the game is played with: the newest text that works, with the chosen variants. */
  project(): Project {
    const project = this.app.playable ?? this.app.project;
    return { ...project, main: [project.main, ...this.app.variants].join("+") };
  }

  /** The rules can be played: bring the game along, or begin one. */
  async rulesChanged() {
    const { app } = this;
    const project = this.project();
    if (!app.game) return this.begin(FIRST);
    if (JSON.stringify(app.game.project) !== JSON.stringify(project) || app.game.failure) await app.game.change(project, app.lang);
    else if (!app.game.view) await app.game.go(app.game.current, app.lang);
  }

  begin(start: Start) {
    const { app } = this;
    app.aside = null;
    const counts = app.variants.length ? [] : app.check?.players;
    const n = counts?.length && !counts.includes(start.players) ? counts[0]! : start.players;
    const seats = Array.from({ length: n }, (_, i) => start.seats[i] ?? "greedy");
    app.game = this.make({ ...start, players: n, seats });
    return start.moves?.length ? app.game.follow(start.moves, app.lang) : app.game.go(app.game.root, app.lang);
  }

  /** A game whose first view came with the page. */
  show(view: View) {
    this.app.game = this.make(FIRST);
    this.app.game.begin(view, this.app.lang);
  }

  async restore(saved: SavedGame, view: View | null | undefined) {
    const { app } = this;
    app.game = Game.restore(app.engine, this.project(), saved, this.changed);
    if (view) app.game.begin(view, app.lang);
    else await app.game.go(app.game.current, app.lang);
  }

  /** A position from a comparison, to look at: nobody's hand is hidden. */
  lookAt(project: Project, title: string, start: Start) {
    const { app } = this;
    const game = new Game(app.engine, project, { ...start, seats: [] }, this.changed);
    app.aside = { game, title };
    void (start.moves?.length ? game.follow(start.moves, app.lang) : game.go(game.root, app.lang));
  }

  leaveAside() {
    const { app } = this;
    app.aside = null;
    emit("game");
    if (app.game) void app.game.go(app.game.current, app.lang);
  }

  private make(start: Start): Game {
    return new Game(this.app.engine, this.project(), start, this.changed);
  }

  private readonly changed = (animate: boolean) => {
    emit("game", animate);
    this.saveSoon();
  };
}
