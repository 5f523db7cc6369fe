// The game that is played, in step with the rules that are edited.
import { batch } from "@preact/signals";
import type { Project, Start, View } from "../calls";
import { lang, t } from "../text/text";
import { Game, PERSON, type SavedGame } from "./game";
import { showPane, toast } from "./shell";
import { call, store } from "./store";

export const FIRST: Start = { players: 2, seed: 1, seats: [PERSON, "greedy"] };

/** What happened last came from a move, so that pieces travel. */
let isMove = false;
export const wasMove = () => isMove;

const happened = (animate: boolean) => {
  isMove = animate;
  store.beat.value++;
};

const engine = {
  kind: "worker",
  call: (...given: Parameters<typeof call>) => call(...given),
  onState: () => {},
} as const;

const make = (project: Project, start: Start) => new Game(engine as never, project, start, happened);

/** What the game is played with: the newest text that works, with the chosen variants. */
export function playedProject(): Project {
  const project = store.playable.value ?? store.project.value;
  return { ...project, main: [project.main, ...store.draft.value.variants].join("+") };
}

/** The rules can be played: bring the game along, or begin one. */
export async function rulesChanged() {
  const project = playedProject();
  const game = store.game.value;
  if (!game) return begin(FIRST);
  const isOther = JSON.stringify(game.project) !== JSON.stringify(project);
  if (isOther || game.failure) await game.change(project, lang.value);
  else if (!game.view) await game.go(game.going ?? game.current, lang.value);
}

/** Begin a game. A game that was going on can be taken up again. */
export async function begin(start: Start): Promise<void> {
  const { draft } = store;
  const old = store.game.value;
  const counts = draft.value.variants.length ? [] : (store.check.value?.players ?? []);
  const n = counts.length && !counts.includes(start.players) ? counts[0]! : start.players;
  const seats = Array.from({ length: n }, (_, i) => start.seats[i] ?? "greedy");
  const game = make(playedProject(), { ...start, players: n, seats });
  batch(() => {
    store.aside.value = null;
    store.game.value = game;
  });
  if (old && old.line().length > 1) {
    const isSame = () => store.game.value === game;
    toast(t("game.replaced"), { label: t("undo"), run: () => isSame() && void takeUp(old) });
  }
  await (start.moves?.length ? game.follow(start.moves, lang.value) : game.go(game.root, lang.value));
}

async function takeUp(game: Game) {
  store.game.value = game;
  store.draft.value = { ...store.draft.value, variants: game.project.main.split("+").slice(1) };
  await game.go(game.current, lang.value);
}

/** A game whose first view came with the page. */
export function show(view: View) {
  const game = make(playedProject(), FIRST);
  store.game.value = game;
  game.begin(view, lang.value);
}

export async function restore(saved: SavedGame, view: View | null) {
  const game = Game.restore(engine as never, playedProject(), saved, happened);
  store.game.value = game;
  if (view) game.begin(view, lang.value);
  else await game.go(game.current, lang.value);
}

/** A position to look at, instead of the game: nobody's hand is hidden. */
export function lookAt(project: Project, title: string, start: Start, close?: () => void): Game {
  const game = make(project, start);
  store.aside.value = { game, title, close };
  showPane("board");
  void (start.moves?.length ? game.follow(start.moves, lang.value) : game.go(game.root, lang.value));
  return game;
}

export function leaveAside() {
  const close = store.aside.value?.close;
  store.aside.value = null;
  close?.();
  const game = store.game.value;
  if (game) void game.go(game.current, lang.value);
}
