// The turn of a person: what is offered, what they point at, what they choose, and why something is not possible.
import { effect, signal } from "@preact/signals";
import type { Explanation, Option, Travel, View } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { lang, t } from "../text/text";
import type { Game, Step } from "./game";
import { taught } from "./lesson";
import { toast } from "./shell";
import { call, shownGame, store } from "./store";

/** Several options share the piece that was clicked: only these are offered. */
export const narrowed = signal<Option[] | null>(null);
/** Why what was clicked is not possible. */
export const why = signal<Explanation | null>(null);
/** The move that the person points at, with the mouse, a finger or the keyboard. */
export const pointed = signal<string | null>(null);
/** Where the moves of the position lead to, as far as it is known. */
export const previews = signal<{ step: Step; moves: Record<string, Travel[]> } | null>(null);
/** The last choice was made with the keyboard, which goes on at the next one. */
export const byKeyboard = signal(false);

/** A person is to choose, and may see what there is to choose. */
export function canAct(game: Game | null): game is Game & { view: View } {
  const view = game?.view;
  return !!view && view.to_act !== null && !game.isBot(view.to_act) && !game.isCovered && !game.failure;
}

/** What is offered now. */
export function offered(game: Game | null): Option[] {
  return canAct(game) ? taught(narrowed.value ?? game.view.options) : [];
}

export const isInHand = (view: View, option: Option): boolean => {
  const hand = view.to_act === null ? [] : view.players[view.to_act]!.hand;
  return option.kind === "card" && hand.some((one) => one && option.keys.includes(one.key));
};

/** What belongs to one position is forgotten when another one is shown. */
export function followTurn() {
  let shown: unknown = null;
  effect(() => {
    const view = shownGame()?.view ?? null;
    if (view === shown) return;
    shown = view;
    narrowed.value = null;
    why.value = null;
    pointed.value = null;
  });
}

/** Point at the move of a piece, or at nothing. */
export function pointAt(move: string | null) {
  pointed.value = move;
  if (move) askPreviews();
}

/** Ask the engine where the moves of the position lead, once. */
export function askPreviews() {
  const game = shownGame();
  if (!canAct(game) || previews.peek()?.step === game.current) return;
  const step = game.current;
  previews.value = { step, moves: {} };
  call("previews", { game: game.ref(), lang: lang.peek() }).then(
    ({ moves }) => {
      if (previews.peek()?.step === step) previews.value = { step, moves };
    },
    () => {}, // a preview that does not come is no loss
  );
}

/** The option that a piece stands for; of several, the one that is pointed at already. */
export function optionAt(key: string | null): Option | null {
  if (key === null) return null;
  const found = offered(shownGame()).filter((option) => option.keys.includes(key));
  return found.find((option) => option.move === pointed.peek()) ?? found[0] ?? null;
}

/** A click on the picture or a card: play what it offers, or say why it is not possible. */
export async function choose(key: string, target: () => string | null = () => null) {
  const game = shownGame();
  if (!canAct(game)) return;
  const options = offered(game);
  const here = options.filter((option) => option.keys.includes(key));
  if (here.length === 1) return play(here[0]!.move);
  if (here.length > 1) {
    narrowed.value = here;
    return;
  }
  // What lights up only after a card is chosen is no question of rules yet.
  if (!options.some((option) => option.kind === "piece")) {
    const isCard = options.some((option) => option.kind === "card");
    why.value = { legal: false, text: isCard ? t("why.card") : t("why.other") };
    return;
  }
  const move = target();
  if (!move) return;
  try {
    const found = await call("explain", { game: game.ref(), move, lang: lang.value });
    if (game === shownGame()) why.value = found;
  } catch (error) {
    if (!isAbort(error)) toast(failureOf(error).message);
  }
}

export async function play(move: string) {
  const game = shownGame();
  if (game) await game.play(move, lang.value);
}

/** A decision with one answer that does nothing is made at once, if the reader wants that. */
export function followPasses() {
  effect(() => {
    const game = shownGame();
    if (!store.passes.value || !canAct(game) || game.current.children.length || store.aside.value) return;
    const [only, ...others] = game.view.options;
    if (only?.kind === "answer" && !others.length) queueMicrotask(() => void play(only.move));
  });
}
