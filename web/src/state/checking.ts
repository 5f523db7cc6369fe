// Checks the text after each key. A check that is under way is given up when the next key comes.
import { batch } from "@preact/signals";
import type { Check } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { lang, t } from "../text/text";
import { rulesChanged } from "./session";
import { call, store } from "./store";

const DEBOUNCE = 25; // milliseconds after the last key
const timing: { typed: number; checks: number[] } = { typed: 0, checks: [] };
if (typeof window !== "undefined") Object.assign(window, { wtrulesTiming: timing }); // read by the tests that measure

let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | null = null;
let serial = 0;

export function checkSoon() {
  timing.typed = performance.now();
  clearTimeout(timer);
  timer = setTimeout(() => void checkNow(), DEBOUNCE);
}

export async function checkNow() {
  running?.abort();
  const mine = (running = new AbortController());
  const project = store.project.value;
  const from = timing.typed;
  const isCurrent = () => !mine.signal.aborted && project === store.project.value;
  let isFirst = true;
  const show = (found: Check) => {
    if (!isCurrent()) return;
    batch(() => {
      store.check.value = found;
      // Rules whose examples have other results are wrong somewhere, but they can be played.
      if (found.playable) store.playable.value = project;
    });
    if (from && isFirst) timing.checks.push(performance.now() - from);
    isFirst = false;
  };
  try {
    const argument = { project, lang: lang.value, serial: ++serial };
    show(await call("check", argument, { signal: mine.signal, progress: show }));
    if (store.playable.value === project && isCurrent()) await rulesChanged();
  } catch (error) {
    if (!isAbort(error) && isCurrent()) store.check.value = failed(error);
  }
}

function failed(error: unknown): Check {
  const failure = failureOf(error);
  const message = failure.code === "too-long" ? t("engine.tooLong", { seconds: failure.message }) : failure.message;
  const place = { label: "", file: null, from: 0, to: 0 };
  const fault = { code: failure.code, severity: "error" as const, message, ...place, related: [], help: [], fixes: [] };
  const title = store.check.value?.title ?? "";
  const nothing = {
    changes: [],
    playable: false,
    players: [],
    name: "",
    extends: "",
    variants: [],
    serial: 0,
    ms: 0,
    examples: "played" as const,
  };
  return { ...nothing, diagnostics: [{ ...fault, page: "" }], title };
}
