// The rules that are edited: drafts that are opened, files in them, and every change of their text.
import { batch } from "@preact/signals";
import type { Fix, Project, Start } from "../calls";
import { failureOf } from "../engine/engine";
import { lang, t } from "../text/text";
import { checkNow, checkSoon } from "./checking";
import { type Kept, newId } from "./drafts";
import { keep, keptDraft } from "./keeper";
import { begin, FIRST, restore } from "./session";
import { showPane, toast } from "./shell";
import { call, type Disk, type Draft, store } from "./store";

/** The title that a text gives itself, before it is checked. */
export function titleIn({ files, main }: Project): string {
  const text = files[main] ?? "";
  const phrase = (of: string) => new RegExp(`title\\s[^\\n]*\\b${of}\\s+"([^"\\n]*)"`).exec(text)?.[1];
  return phrase(lang.value) ?? phrase("en") ?? main.replace(/\.wtr$/, "");
}

const fresh = (project: Project, title: string): Draft => ({
  id: newId(),
  title,
  created: Date.now(),
  edited: Date.now(),
  revision: 0,
  isTouched: false,
  isRule: Object.keys(project.files).length > 0,
  link: null,
  variants: [],
  disk: null,
});

/** Put another draft in place of the open one, which is kept. */
async function swap(draft: Draft, project: Project, more: { file?: string; playable?: Project | null } = {}) {
  await keep();
  batch(() => {
    store.draft.value = draft;
    store.project.value = project;
    store.file.value = more.file && more.file in project.files ? more.file : (Object.keys(project.files)[0] ?? "");
    store.playable.value = more.playable ?? null;
    store.check.value = null;
    store.aside.value = null;
    store.game.value = null;
  });
}

export type Opened = {
  title?: string;
  variants?: string[];
  disk?: Disk | null;
  link?: string | null;
  game?: Start; // to begin with
  isTouched?: boolean;
  isQuiet?: boolean; // nothing was open before that somebody could want back
};

/** Open rules as a new draft. What was open before stays among "My rules"; undo leads back to it. */
export async function openRules(project: Project, how: Opened = {}): Promise<void> {
  const before = store.draft.value;
  const draft = { ...fresh(project, how.title || titleIn(project)), isTouched: how.isTouched ?? false };
  draft.variants = how.variants ?? [];
  draft.disk = how.disk ?? null;
  draft.link = how.link ?? null;
  await swap(draft, project, { playable: draft.isRule ? null : project });
  if (before.id && before.isTouched && !how.isQuiet) {
    toast(t("drafts.replaced", { title: before.title }), { label: t("undo"), run: () => void openDraft(before.id) });
  }
  const checked = checkNow();
  if (!how.game) return checked;
  // The game needs the rules, but not that their examples are played.
  if (draft.isRule) await checked;
  await begin(how.game);
}

/** Open a draft as it was left. */
export async function openDraft(id: string): Promise<boolean> {
  await keep();
  const kept = await keptDraft(id);
  if (!kept) return false;
  await takeUp(kept);
  return true;
}

export async function takeUp(kept: Kept): Promise<void> {
  const { id, title, created, edited, revision, isTouched, isRule, link, variants, disk } = kept;
  const draft = { id, title, created, edited, revision, isTouched, isRule, link, variants, disk };
  await swap(draft, kept.project, kept);
  if (kept.game && kept.playable) await restore(kept.game, kept.view);
  await checkNow();
}

export async function copyDraft(kept: Kept): Promise<void> {
  const title = t("drafts.copyOf", { title: kept.title });
  await takeUp({
    ...kept,
    id: newId(),
    title,
    created: Date.now(),
    revision: 0,
    isTouched: true,
    disk: null,
    link: null,
  });
}

/** Play shipped rules, or the edited ones with some variants. */
export async function startGame(start: Start, main: string | undefined, variants: string[], title = "") {
  showPane("board");
  if (main !== undefined) return openRules({ files: {}, main }, { title, game: start });
  store.draft.value = { ...store.draft.value, variants, isTouched: true };
  return begin(start);
}

// --- the text ---

function change(project: Project) {
  batch(() => {
    store.project.value = project;
    store.draft.value = { ...store.draft.value, edited: Date.now(), isTouched: true };
  });
  checkSoon();
}

/** The text of a file is another one now. */
export function edit(file: string, text: string) {
  const { files, main } = store.project.value;
  if (files[file] === text) return;
  change({ main, files: { ...files, [file]: text } });
}

/** Take over what another tab has typed into the same draft. */
export function adopt(kept: Kept) {
  batch(() => {
    store.project.value = kept.project;
    store.draft.value = { ...store.draft.value, edited: kept.edited, revision: kept.revision, disk: kept.disk };
    if (!(store.file.value in kept.project.files)) store.file.value = kept.project.main;
  });
  void checkNow();
}

export function applyFix(fix: Fix) {
  for (const file of new Set(fix.edits.map((one) => one.file))) {
    let text = store.project.value.files[file];
    if (text === undefined) continue;
    const edits = fix.edits.filter((one) => one.file === file).sort((a, b) => b.from - a.from);
    for (const { from, to, insert } of edits) text = text.slice(0, from) + insert + text.slice(to);
    edit(file, text);
  }
}

export async function format() {
  const file = store.file.value;
  const before = store.project.value.files[file];
  if (before === undefined) return;
  try {
    const { text } = await call("format", { project: store.project.value, file });
    if (before === store.project.value.files[file]) edit(file, text);
  } catch (error) {
    toast(failureOf(error).message);
  }
}

// --- files ---

export const openFile = (name: string) => {
  store.file.value = name;
};

export function addFile(name: string) {
  const file = name.endsWith(".wtr") ? name : `${name}.wtr`;
  const base = store.catalog.value?.default ?? "en-capstone";
  const text = `ruleset ${file.replace(/\.wtr$/, "")} {\n  title    en "…"\n  extends  ${base}\n}\n`;
  if (!(file in store.project.value.files)) edit(file, text);
  store.file.value = file;
}

export function removeFile(name: string) {
  const { files, main } = store.project.value;
  const { [name]: text, ...rest } = files;
  if (store.file.value === name) store.file.value = main;
  change({ main, files: rest });
  const { id } = store.draft.value;
  const undo = () => (store.draft.value.id === id && text !== undefined ? edit(name, text) : undefined);
  toast(t("files.removed", { name }), { label: t("undo"), run: undo });
}

/** Open a shipped file to read it. */
export async function readShipped(file: string): Promise<boolean> {
  if (file in store.project.value.files || file in store.reading.value) return true;
  try {
    const { text } = await call("source", { file });
    store.reading.value = { ...store.reading.value, [file]: text };
    return true;
  } catch (error) {
    toast(failureOf(error).message);
    return false;
  }
}

export function closeShipped(name: string) {
  const { [name]: _, ...rest } = store.reading.value;
  const { files, main } = store.project.value;
  batch(() => {
    store.reading.value = rest;
    if (store.file.value === name) store.file.value = main in files ? main : (Object.keys(rest)[0] ?? "");
  });
}

export { FIRST };
