// The moves of bots, one after the other, slowly enough for people to follow, or as fast as they come.
import { effect, signal } from "@preact/signals";
import { failureOf, isAbort } from "../engine/engine";
import { lang } from "../text/text";
import { toast } from "./shell";
import { call, shownGame, type Speed, store } from "./store";
import { filesOf, trainedBots } from "./trained";

/** Milliseconds before a move. */
const PAUSE: Record<Speed, number> = { slow: 1800, normal: 700, fast: 150, skip: 0 };

export const isPaused = signal(false);
const isVisible = signal(true);
const finished = signal(0); // counts answers, so that the next move is planned after each
let isThinking = false;

export const botTitle = (name: string): string =>
  [...(store.catalog.value?.bots ?? []), ...trainedBots.value].find((bot) => bot.name === name)?.title ?? name;

/** The name of the strongest bot: the last one. */
export const strongestBot = () => store.catalog.value?.bots.at(-1)?.name ?? "greedy";

export function followBots() {
  document.addEventListener("visibilitychange", () => (isVisible.value = !document.hidden));
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const game = shownGame();
    void finished.value;
    clearTimeout(timer);
    if (!game?.view || store.aside.value || game.failure || !game.isBot(game.view.to_act)) return;
    if (game.current.children.length || isPaused.value || !isVisible.value) return;
    timer = setTimeout(() => void moveBot(), PAUSE[store.speed.value]);
  });
}

/** Let the bot whose turn it is move. */
export async function moveBot() {
  const game = shownGame();
  const seat = game?.view?.to_act;
  if (!game || seat === null || seat === undefined || !game.isBot(seat) || isThinking) return;
  const step = game.current;
  isThinking = true;
  try {
    const bot = game.seats[seat]!;
    const { move } = await call("hint", { game: game.ref(), bot, trained: filesOf(bot), lang: lang.value });
    if (game === shownGame() && step === game.current) await game.play(move, lang.value);
  } catch (error) {
    if (!isAbort(error)) {
      isPaused.value = true;
      toast(failureOf(error).message);
    }
  } finally {
    isThinking = false;
    finished.value++;
  }
}
