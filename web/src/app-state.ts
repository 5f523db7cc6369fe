// What the parts of the page share, and how they hear of changes.
import type { Engine } from "./engine";
import type { Game } from "./game";
import type { Tab } from "./tabs";
import type { Catalog, Check, Lang, OnDisk, Project } from "./types";

export type Topic = "files" | "text" | "check" | "game" | "engine" | "pane" | "catalog";
export type Theme = "auto" | "light" | "dark";

export type App = {
  engine: Engine;
  lang: Lang;
  theme: Theme;
  catalog: Catalog | null;
  project: Project; // what is being edited
  file: string; // the file that is open
  reading: Record<string, string>; // shipped files that are open to read
  tab: Tab;
  variants: string[]; // of the edited rules, that the game is played with
  disk: OnDisk | null; // the file on the disk that is edited, if the program was given one
  check: Check | null; // of the newest text that was checked
  isChecking: boolean;
  playable: Project | null; // the newest text that can be played
  game: Game | null;
  aside: { game: Game; title: string } | null; // a position from a comparison, shown instead of the game
  isReady: boolean;
};

const listeners = new Map<Topic, Set<(animate: boolean) => void>>();

export function on(topics: Topic | Topic[], listener: (animate: boolean) => void) {
  for (const topic of [topics].flat()) {
    if (!listeners.has(topic)) listeners.set(topic, new Set());
    listeners.get(topic)!.add(listener);
  }
}
export function emit(topic: Topic, animate = false) {
  for (const listener of [...(listeners.get(topic) ?? [])]) listener(animate);
}
/** Before the page is built anew, in another language. */
export function forgetListeners() {
  listeners.clear();
}

/** The game on the board: the one that is played, or a position that was set up to look at. */
export const shownGame = (app: App): Game | null => app.aside?.game ?? app.game;

/** The name of the shipped rules that a text extends; the first ones if it does not say. */
export function baseOf(app: App): string {
  const text = app.project.files[app.project.main];
  const named = text === undefined ? app.project.main.split("+")[0]! : /^\s*extends\s+([\w-]+)/m.exec(text)?.[1];
  const names = app.catalog?.rulesets.map((ruleset) => ruleset.name) ?? [];
  const own = named && `${named}.wtr` in app.project.files ? /^\s*extends\s+([\w-]+)/m.exec(app.project.files[`${named}.wtr`]!)?.[1] : named;
  return own && names.includes(own) ? own : (names.find((name) => name === "en-capstone") ?? names[0] ?? "en-capstone");
}
