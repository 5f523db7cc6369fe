// How the reader likes the page: a few words in the browser's store. What is typed is in `drafts.ts`.
import { effect } from "@preact/signals";
import type { Lang } from "../calls";
import { lang } from "../text/text";
import { SPEEDS, type Speed, store, TABS, type Tab, type Theme, THEMES } from "./store";

const KEY = "wtrules.settings.2";
const OLD = "wtrules.saved.1"; // of earlier versions of the page, with one draft inside

type Settings = {
  lang: Lang;
  theme: Theme;
  tab: Tab;
  speed: Speed;
  passes: boolean;
  letters: boolean;
  split: number;
  shareBase: string;
  draft: string; // the one that was open last
  learned: boolean; // the guided first turn was seen or skipped
};

let settings: Partial<Settings> = {};

const stored = (key: string): Record<string, unknown> | null => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Record<string, unknown> | null;
  } catch {
    return null;
  }
};

/** What an earlier version of the page has kept, to be taken over once. */
export const oldDraft = () => stored(OLD);
export const forgetOld = () => localStorage.removeItem(OLD);

/** The draft of this tab, or the one that was open last in any tab. */
export const lastDraft = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? settings.draft ?? "";
  } catch {
    return settings.draft ?? "";
  }
};

export const isNewReader = () => settings.draft === undefined;
export const hasLearned = () => settings.learned === true;
export const learned = () => write({ learned: true });

function write(change: Partial<Settings>) {
  settings = { ...settings, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
    if (change.draft !== undefined) sessionStorage.setItem(KEY, change.draft);
  } catch {
    // The reader is warned because drafts cannot be kept either.
  }
}

/** Take over what was chosen last, and keep what is chosen from now on. `asked`: the language in the address. */
export function followSettings(asked: string | null) {
  settings = (stored(KEY) ?? stored(OLD) ?? {}) as Partial<Settings>;
  if (!stored(KEY)) delete settings.draft;
  const known = <T extends string>(value: unknown, values: readonly T[], other: T): T =>
    values.includes(value as T) ? (value as T) : other;
  const own = navigator.language.startsWith("de") ? "de" : "en";
  lang.value = known(asked ?? settings.lang, ["en", "de"], own);
  store.theme.value = known(settings.theme, THEMES, "auto");
  store.tab.value = known(settings.tab, TABS, "changes");
  store.speed.value = known(settings.speed, SPEEDS, "normal");
  store.passes.value = settings.passes === true;
  store.letters.value = settings.letters === true;
  store.split.value = typeof settings.split === "number" ? settings.split : 36;
  store.shareBase.value = typeof settings.shareBase === "string" ? settings.shareBase : "";
  effect(() => {
    document.documentElement.lang = lang.value;
    if (store.theme.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = store.theme.value;
    const draft = store.draft.value.id;
    write({
      lang: lang.value,
      theme: store.theme.value,
      tab: store.tab.value,
      speed: store.speed.value,
      passes: store.passes.value,
      letters: store.letters.value,
      split: store.split.value,
      shareBase: store.shareBase.value,
      ...(draft ? { draft } : {}),
    });
  });
}
