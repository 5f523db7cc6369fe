// Several house rules in one game: a ruleset that extends all of them, whether they go together, and what that does.
import { useEffect, useState } from "preact/hooks";
import type { Example, Lang, Project } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { lang, t } from "../text/text";
import { call, store } from "./store";

const GAMES = 100;
const PAUSE = 300; // milliseconds, in which another one may be ticked
const MOST_REASONS = 3;

export function together(examples: Example[], lang: Lang, title: string): Project {
  const [only] = examples;
  if (examples.length === 1 && only) return { files: { [`${only.name}.wtr`]: only.text }, main: `${only.name}.wtr` };
  const names = examples.map((example) => example.name);
  const taken = new Set(names);
  let main = "evening";
  while (taken.has(main)) main += "-2";
  const called = `${lang} "${title.replaceAll('"', "'")}"`;
  const head = `ruleset ${main} {\n  title    ${called}\n  extends  ${names.join(", ")}\n}\n`;
  const files = Object.fromEntries(examples.map((example) => [`${example.name}.wtr`, example.text]));
  return { files: { [`${main}.wtr`]: head, ...files }, main: `${main}.wtr` };
}

/** Whether house rules go together; `isPossible` and `headlines` are null until they are known. */
export type Trial = {
  isPossible: boolean | null;
  reasons: string[];
  headlines: string[] | null;
  games: number;
  base: string;
};

/** Try several house rules together whenever others are chosen: check them, then play a few games. */
export function useTrial(chosen: Example[]): Trial | null {
  const [trial, setTrial] = useState<Trial | null>(null);
  const names = chosen.map(({ name }) => name).join(" ");
  useEffect(() => {
    setTrial(null);
    if (chosen.length < 2) return;
    const asking = new AbortController();
    const waiting = setTimeout(() => void tryOut(chosen, asking.signal, setTrial), PAUSE);
    return () => (clearTimeout(waiting), asking.abort());
  }, [names, lang.value]);
  return trial;
}

async function tryOut(chosen: Example[], signal: AbortSignal, show: (trial: Trial) => void) {
  const project = together(chosen, lang.value, t("combine.title"));
  const base = store.catalog.value?.default ?? "";
  const unknown: Trial = { isPossible: null, reasons: [], headlines: null, games: GAMES, base };
  show(unknown);
  const asked = { project, lang: lang.value };
  try {
    const { diagnostics, playable, players } = await call("check", { ...asked, serial: 0 }, { signal });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const reasons = [...new Set(errors.map(({ message }) => message))].slice(0, MOST_REASONS);
    if (signal.aborted) return;
    const isPossible = playable && players.length > 0;
    show({ ...unknown, isPossible, reasons });
    if (!isPossible) return;
    const plan = { players: players.includes(3) ? 3 : players[0]!, games: GAMES, bots: "greedy", seed: 1 };
    const { headlines } = await call("simulate", { ...asked, ...plan, against: base }, { signal });
    if (!signal.aborted) show({ ...unknown, isPossible, headlines });
  } catch (error) {
    if (!signal.aborted && !isAbort(error))
      show({ ...unknown, isPossible: false, reasons: [failureOf(error).message] });
  }
}
