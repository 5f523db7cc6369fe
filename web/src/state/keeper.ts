// Keeps the open draft while it is edited and played, and notices when another tab has it open, too.
import { effect } from "@preact/signals";
import { t } from "../text/text";
import { Drafts, type Kept, newId } from "./drafts";
import { adopt, openDraft, titleIn } from "./rules";
import { toast } from "./shell";
import { store } from "./store";

const PAUSE = 150; // milliseconds after the last change

type Message = { is: "saved" | "open" | "here" | "gone"; draft: string; tab: string };

const tab = newId();
const others = new Map<string, string>(); // the drafts of other tabs
const revisions = new Map<string, number>(); // of drafts, when they were last read or written here

let drafts: Drafts | null = null;
let channel: BroadcastChannel | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let isDirty = false;
let isWriting = false; // begun, and lost if the page goes now
let keptText: unknown = null; // the project as it was when it was read or written last
let keeping: Promise<unknown> = Promise.resolve();

export const keptDrafts = async (): Promise<Kept[]> => (await drafts?.all()) ?? [];

export async function keptDraft(id: string): Promise<Kept | null> {
  const kept = (await drafts?.get(id)) ?? null;
  if (kept) revisions.set(id, kept.revision);
  return kept;
}

export const removeDraft = async (id: string) => drafts?.remove(id);

/** Keep a draft that is not open: one that was removed, or one of an earlier version of the page. */
export const keepAlso = async (kept: Kept) => drafts?.put(kept);

/** Open what was kept; then keep whatever changes. */
export async function openKeeper() {
  drafts = await Drafts.open();
  store.isKept.value = drafts.canKeep;
}

export function followChanges() {
  talk();
  let last = "";
  effect(() => {
    const { id } = store.draft.value;
    void [store.project.value, store.file.value, store.playable.value, store.game.value, store.beat.value];
    if (!id) return;
    if (last !== id) {
      keptText = store.project.peek();
      if (last) say("gone", last);
      say("open", id);
      last = id;
    }
    isDirty = true;
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), PAUSE);
  });
  addEventListener("pagehide", keepAtOnce);
  document.addEventListener("visibilitychange", () => document.hidden && void keep());
}

/** Keep the open draft now, if it has changed. */
export function keep(): Promise<unknown> {
  clearTimeout(timer);
  keeping = keeping.then(keepOpen, keepOpen);
  return keeping;
}

async function keepOpen() {
  const kept = isDirty ? snapshot() : null;
  if (!kept || !drafts) return;
  isDirty = false;
  isWriting = true;
  try {
    const theirs = await drafts.put(kept);
    if (theirs && kept.project === keptText) return follow(theirs);
    if (theirs && isSame(theirs.project, keptText)) return await keepOver(theirs);
    if (theirs) return await keepBoth(kept, theirs);
    revisions.set(kept.id, kept.revision);
    keptText = kept.project;
    store.isKept.value = true;
    say("saved", kept.id);
  } catch {
    isDirty = true;
    if (store.isKept.value) toast(t("save.failed"), undefined, 15_000);
    store.isKept.value = false;
  } finally {
    isWriting = false;
  }
}

/** Another tab has written the text that was here before: it has only followed, so what was typed here counts. */
async function keepOver(theirs: Kept) {
  revisions.set(theirs.id, theirs.revision);
  isDirty = true;
  await keepOpen();
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Another tab has typed something else into the same draft: what was typed here becomes a draft of its own. */
async function keepBoth(kept: Kept, theirs: Kept) {
  const own = { ...kept, id: newId(), title: t("drafts.copyOf", { title: kept.title }), revision: 1, disk: null };
  await drafts!.put(own);
  revisions.set(own.id, 1);
  keptText = own.project;
  if (store.draft.value.id !== kept.id) return;
  store.draft.value = { ...store.draft.value, id: own.id, title: own.title, disk: null };
  const action = { label: t("drafts.showOther"), run: () => void openDraft(theirs.id) };
  toast(t("drafts.forked", { title: own.title }), action, 20_000);
}

/** The page may be gone in a moment. */
function keepAtOnce() {
  const kept = isDirty || isWriting ? snapshot() : null;
  if (!kept || !drafts?.canKeep) return;
  // There is no time to look whether another tab has changed it: with one that might have, keep both.
  const id = store.elsewhere.value ? newId() : kept.id;
  void drafts.put({ ...kept, id }, true).catch(() => {});
  if (id !== kept.id) store.draft.value = { ...store.draft.value, id };
  revisions.set(id, kept.revision);
  isDirty = false;
}

function snapshot(): Kept | null {
  const draft = store.draft.value;
  if (!draft.id) return null;
  const game = store.game.value;
  const isPlayed = (game?.line().length ?? 0) > 1;
  const own = store.check.value?.title;
  const named = draft.isRule ? own || titleIn(store.project.value) : draft.title;
  const title = draft.title.startsWith(named) ? draft.title : named; // a copy says that it is one
  // The hand in a covered view is nobody's to see.
  const isOpen = game?.view && !game.failure && !game.isCovered && game.people().length < 2;
  return {
    ...draft,
    title: title || draft.title,
    isTouched: draft.isTouched || isPlayed,
    revision: (revisions.get(draft.id) ?? draft.revision) + 1,
    project: store.project.value,
    file: store.file.value,
    playable: store.playable.value,
    game: game?.save() ?? null,
    view: isOpen ? { ...game.view!, log: [] } : null,
  };
}

// --- other tabs ---

const say = (is: Message["is"], draft: string) => channel?.postMessage({ is, draft, tab } satisfies Message);

function talk() {
  if (!("BroadcastChannel" in globalThis)) return;
  channel = new BroadcastChannel("wtrules");
  channel.onmessage = ({ data }: MessageEvent<Message>) => void hear(data);
  addEventListener("pagehide", () => say("gone", store.draft.value.id));
  window.addEventListener("pageshow", (event) => event.persisted && say("open", store.draft.value.id));
}

async function hear(message: Message) {
  const open = store.draft.value.id;
  if (message.is === "gone") others.delete(message.tab);
  else others.set(message.tab, message.draft);
  if (message.is === "open") say("here", open);
  store.elsewhere.value = [...others.values()].filter((draft) => draft === open).length;
  if (message.is !== "saved" || message.draft !== open) return;
  const kept = (await drafts?.get(open)) ?? null;
  // What was typed here meanwhile stays; keeping it will find out.
  if (kept && store.draft.value.id === open && store.project.value === keptText) follow(kept);
}

/** Nothing was typed here since: show what another tab has typed. */
function follow(kept: Kept) {
  revisions.set(kept.id, kept.revision);
  if (!isSame(kept.project, store.project.value)) {
    adopt(kept);
    clearTimeout(timer); // it is kept already
    isDirty = false;
  }
  keptText = store.project.value;
}
