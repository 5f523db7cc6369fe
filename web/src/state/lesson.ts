// A guided first turn: positions from the ruleset's examples, and in each of them the move to make.
import { computed, effect, signal } from "@preact/signals";
import type { LessonStep, Option } from "../calls";
import { failureOf } from "../engine/engine";
import { lang, t } from "../text/text";
import { playedProject, leaveAside, lookAt } from "./session";
import { learned } from "./settings";
import { toast } from "./shell";
import { call, shownGame, store } from "./store";

export type Running = { steps: LessonStep[]; at: number };

export const lesson = signal<Running | null>(null);

/** The move to make now; null: any card. Undefined: the step is done, or there is no lesson. */
export const wantedMove = computed((): string | null | undefined => {
  const running = lesson.value;
  const game = shownGame();
  if (!running || !game || store.aside.value?.game !== game) return undefined;
  const { moves } = running.steps[running.at]!;
  const made = game.line().indexOf(game.current);
  if (!moves.length) return made ? undefined : null;
  return moves[made];
});

/** Of what is possible, what the lesson is about. */
export function taught(options: Option[]): Option[] {
  if (!lesson.value) return options;
  const game = shownGame();
  if (!game || store.aside.value?.game !== game) return []; // the step is not on the board yet
  const wanted = wantedMove.value;
  if (wanted === undefined) return options;
  const found = options.filter((option) => (wanted === null ? option.kind === "card" : option.move === wanted));
  return found.length ? found : options;
}

export async function startLesson() {
  try {
    const { steps } = await call("lesson", { project: playedProject(), lang: lang.value });
    if (!steps.length) return toast(t("lesson.none"));
    lesson.value = { steps, at: 0 };
    showStep();
  } catch (error) {
    toast(failureOf(error).message);
  }
}

function showStep() {
  const { steps, at } = lesson.value!;
  const { players, position } = steps[at]!;
  const end = () => {
    lesson.value = null;
    learned();
  };
  lookAt(playedProject(), t("lesson.title"), { players, seed: 1, seats: [], position: position || undefined }, end);
}

export function nextStep() {
  const running = lesson.value;
  if (!running) return;
  if (running.at + 1 >= running.steps.length) return leaveAside();
  lesson.value = { ...running, at: running.at + 1 };
  showStep();
}

/** A reader who switches the language goes on in it. */
export function followLesson() {
  let asked = lang.peek();
  effect(() => {
    const now = lang.value;
    const running = lesson.peek();
    if (!running || now === asked) return void (asked = now);
    asked = now;
    void call("lesson", { project: playedProject(), lang: now }).then(({ steps }) => {
      if (lesson.peek() === running) lesson.value = { steps, at: Math.min(running.at, steps.length - 1) };
    });
  });
}
