// Advice: a hint from the strongest bot, the chance of winning of each move, and where a finished game turned.
import { computed, effect, signal } from "@preact/signals";
import type { Chance, Turning } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { lang } from "../text/text";
import { strongestBot } from "./bots";
import { type Game, PERSON, type Step } from "./game";
import { toast } from "./shell";
import { call, shownGame } from "./store";
import { askPreviews } from "./turn";

const BUDGET = 2400; // games for the chances of a decision

export const hint = signal<{ step: Step; move: string; words: string } | null>(null);
export const chances = signal<{ step: Step; moves: Chance[]; isDone: boolean } | null>(null);
export const isThinking = signal(false);
let asking: AbortController | null = null;

/** Advice is about one position: forget it when another one is shown. */
export function followAdvice() {
  effect(() => {
    const step = shownGame()?.current;
    if (chances.peek() && chances.peek()!.step !== step) {
      asking?.abort();
      asking = null;
      chances.value = null;
    }
    if (hint.peek() && hint.peek()!.step !== step) hint.value = null;
  });
}

export const chanceOf = (move: string): Chance | undefined => chances.value?.moves.find((other) => other.move === move);

export async function askHint() {
  const game = shownGame();
  if (!game) return;
  const step = game.current;
  isThinking.value = true;
  try {
    const found = await call("hint", { game: game.ref(), bot: strongestBot(), lang: lang.value });
    if (game === shownGame() && step === game.current) hint.value = { step, ...found };
  } catch (error) {
    if (!isAbort(error)) toast(failureOf(error).message);
  } finally {
    isThinking.value = false;
  }
}

/** Ask for chances, or stop asking: what is known so far stays. */
export async function askChances() {
  const game = shownGame();
  if (!game) return;
  if (asking) {
    asking.abort();
    asking = null;
    if (chances.value) chances.value = { ...chances.value, isDone: true };
    return;
  }
  const step = game.current;
  const mine = (asking = new AbortController());
  const show = (moves: Chance[], isDone: boolean) => {
    if (game === shownGame() && step === game.current && !mine.signal.aborted) chances.value = { step, moves, isDone };
  };
  show([], false);
  askPreviews(); // the board shows the chances where the moves lead
  try {
    const argument = { game: game.ref(), budget: BUDGET, lang: lang.value };
    const progress = (part: { moves: Chance[] }) => show(part.moves, false);
    show((await call("chances", argument, { signal: mine.signal, progress })).moves, true);
  } catch (error) {
    if (isAbort(error)) return;
    toast(failureOf(error).message);
    chances.value = null;
  } finally {
    if (asking === mine) asking = null;
  }
}

/** Where a finished game turned, for one of those who lost it. */
export type Turned = Turning & { game: Game; seat: number; first: number; isDone: boolean };
export const turned = signal<Turned | null>(null);
let asked: AbortController | null = null;

/** Whose decisions are looked at: somebody who has lost, a person if there is one. */
export function loser(game: Game): number | null {
  const lost = game.seats.flatMap((_, seat) => (game.view?.result?.winners.includes(seat) ? [] : [seat]));
  return lost.find((seat) => game.seats[seat] === PERSON) ?? lost[0] ?? null;
}

export async function askTurned() {
  const game = shownGame();
  const seat = game && loser(game);
  if (!game?.view?.result || seat === null) return;
  asked?.abort();
  const mine = (asked = new AbortController());
  const ref = game.ref();
  const first = game.line().indexOf(game.current) - ref.moves.length; // the step at which the moves begin
  const show = (found: Turning, isDone: boolean) => {
    if (!mine.signal.aborted) turned.value = { ...found, game, seat, first, isDone };
  };
  show({ points: [], turns: [], of: 0 }, false);
  try {
    const progress = (part: Turning) => show(part, false);
    show(await call("turning", { game: ref, seat, lang: lang.value }, { signal: mine.signal, progress }), true);
  } catch (error) {
    if (mine.signal.aborted) return;
    turned.value = null;
    if (!isAbort(error)) toast(failureOf(error).message);
  }
}

/** The decision on the board, if it is one at which the game turned. */
export const turnHere = computed(() => {
  const game = shownGame();
  const found = turned.value;
  if (!game || found?.game !== game) return null;
  const at = game.line().indexOf(game.current) - found.first;
  return found.turns.find((turn) => turn.at === at) ?? null;
});
