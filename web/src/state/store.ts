// The state of the page: one store of signals. Only `actions.ts` and what it calls write to it; views read it, and are
// drawn again when what they have read changes.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Catalog, Check, Lang, OnDisk, Project, View } from "../calls";
import type { Engine } from "../engine/engine";
import type { DraftInfo } from "./drafts";
import type { Game } from "./game";

export const PANES = ["rules", "board", "more"] as const;
export type Pane = (typeof PANES)[number];
export const TABS = ["changes", "log", "measure", "compare", "position"] as const;
export type Tab = (typeof TABS)[number];
export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const SPEEDS = ["slow", "normal", "fast", "skip"] as const;
/** How fast bots move; with `skip`, only the result of their moves is shown. */
export type Speed = (typeof SPEEDS)[number];

/** The file on the disk that is edited: its name, and what it contained when it was read or written last. */
export type Disk = OnDisk & { text: string };

/** The rules that are being edited, or shipped rules that are only played. */
export type Draft = DraftInfo & { variants: string[]; disk: Disk | null };

/** `isFixed`: it only closes with what is in it. */
export type Dialog = {
  id: number;
  title: () => string;
  body: () => ComponentChildren;
  isWide?: boolean;
  isFixed?: boolean;
  onClose?: () => void;
};
export type Toast = { id: number; message: string; action?: { label: string; run: () => void } };

export type Status = "loading" | "ready" | "failed";

/** Something to look at on the board instead of the game: a position from a comparison, a lesson. */
export type Aside = {
  game: Game;
  title: string;
  close?: () => void;
  other?: { label: string; run: () => void }; // the same under other rules
  caption?: string;
};

const blank: Draft = {
  id: "",
  title: "",
  created: 0,
  edited: 0,
  revision: 0,
  isTouched: false,
  isRule: true,
  link: null,
  variants: [],
  disk: null,
};

export const store = {
  theme: signal<Theme>("auto"),
  speed: signal<Speed>("normal"),
  passes: signal(false), // a decision with one answer that does nothing is made at once
  letters: signal(false), // letters on the faces of pieces
  split: signal(36), // percent of the width that the text has beside the board; 0: it is folded
  shareBase: signal(""), // the address of the published page, if links are not to lead to this one
  catalog: signal<Catalog | null>(null),
  status: signal<Status>("loading"),
  draft: signal<Draft>(blank),
  project: signal<Project>({ files: {}, main: "" }),
  file: signal(""), // the file that is open
  reading: signal<Record<string, string>>({}), // shipped files that are open to read
  check: signal<Check | null>(null), // of the newest text that was checked
  playable: signal<Project | null>(null), // the newest text that can be played
  game: signal<Game | null>(null),
  aside: signal<Aside | null>(null),
  beat: signal(0), // counts what happens in the game, which is no signal itself
  pane: signal<Pane>("board"),
  tab: signal<Tab>("changes"),
  dialogs: signal<Dialog[]>([]),
  toasts: signal<Toast[]>([]),
  isKept: signal(true), // the browser saves what is typed
  elsewhere: signal(0), // other tabs that have the same draft open
};

let engine: Engine | null = null;
export const setEngine = (opened: Engine) => {
  engine = opened;
};
/** Who answers the calls. */
export const call: Engine["call"] = (name, argument, options) => engine!.call(name, argument, options);

/** The game on the board, read again whenever something happens in it. */
export const shownGame = (): Game | null => {
  void store.beat.value;
  return store.aside.value?.game ?? store.game.value;
};

/** The game on the board and its view, for what is only drawn when both are there. */
export function shown(): { game: Game; view: View } {
  const game = shownGame();
  if (!game?.view) throw new Error("there is no game");
  return { game, view: game.view };
}

export const isOwn = computed(() => store.project.value.main in store.project.value.files);

/** The name of the shipped rules that the text extends; the first ones if it does not say. */
export const baseName = computed((): string => {
  const { files, main } = store.project.value;
  const extended = (text: string | undefined) => /^\s*extends\s+([\w-]+)/m.exec(text ?? "")?.[1];
  const named = main in files ? extended(files[main]) : main.split("+")[0];
  const base = named && `${named}.wtr` in files ? extended(files[`${named}.wtr`]) : named;
  const names = store.catalog.value?.rulesets.map((ruleset) => ruleset.name) ?? [];
  return base && names.includes(base) ? base : (store.catalog.value?.default ?? names[0] ?? "en-capstone");
});

/** What shipped rules are called, for people. */
export const titleOf = (name: string): string => {
  const found = store.catalog.value?.rulesets.find((ruleset) => ruleset.name === name);
  return found ? [found.title, found.edition].filter(Boolean).join(", ") : name;
};

/** What the edited rules are called. */
export const title = computed(
  () => store.check.value?.title || store.draft.value.title || store.project.value.main.replace(/\.wtr$/, ""),
);

/** The text differs from the file on the disk. */
export const isUnsaved = computed(() => {
  const { disk } = store.draft.value;
  return disk !== null && store.project.value.files[disk.file] !== disk.text;
});

export type { Lang };
