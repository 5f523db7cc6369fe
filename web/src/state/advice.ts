// Advice for the player to act: a hint from the strongest bot, and the chance of winning of each move.
import { effect, signal } from "@preact/signals";
import type { Chance } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { lang } from "../text/text";
import { strongestBot } from "./bots";
import type { Step } from "./game";
import { toast } from "./shell";
import { call, shownGame } from "./store";

const BUDGET = 600; // games for the chances of a decision

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
