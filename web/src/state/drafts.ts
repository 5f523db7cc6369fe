// Everything that was ever typed here: drafts in IndexedDB. A draft is never replaced by another one, and one that was
// changed in another tab meanwhile is not overwritten: `put` refuses, and the caller keeps both.
import type { Project, View } from "../calls";
import type { SavedGame } from "./game";
import type { Disk } from "./store";

export type DraftInfo = {
  id: string;
  title: string;
  created: number;
  edited: number;
  revision: number; // counts how often it was saved
  isTouched: boolean; // somebody has typed or played; what was only opened is not worth keeping
  isRule: boolean; // a text to edit, not shipped rules to play
  link: string | null; // the fragment in the address bar that stands for it
};

/** What is kept of a draft. */
export type Kept = DraftInfo & {
  project: Project;
  file: string;
  variants: string[];
  disk: Disk | null;
  playable: Project | null;
  game: SavedGame | null;
  view: View | null; // of the game, so that a reload shows the board at once
};

const NAME = "wtrules";
const STORE = "drafts";
const PATIENCE = 2000; // milliseconds for the browser to open the database

export class Drafts {
  private constructor(private readonly base: IDBDatabase | null) {}

  /** Open the store. If the browser refuses, nothing is kept, and `canKeep` says so. */
  static async open(): Promise<Drafts> {
    try {
      return new Drafts(await opened());
    } catch {
      return new Drafts(null);
    }
  }

  get canKeep(): boolean {
    return this.base !== null;
  }

  /** All drafts, the newest first. */
  async all(): Promise<Kept[]> {
    if (!this.base) return [];
    const found = await answer<Kept[]>(this.base.transaction(STORE).objectStore(STORE).getAll());
    return found.sort((a, b) => b.edited - a.edited);
  }

  async get(id: string): Promise<Kept | null> {
    if (!this.base || !id) return null;
    return (await answer<Kept | undefined>(this.base.transaction(STORE).objectStore(STORE).get(id))) ?? null;
  }

  /**
   * Keep a draft whose revision is one more than the one that is kept. Otherwise another tab has changed it: the answer
   * is what that tab has kept. `isLast`: the page is about to go, so there is no time to look first.
   */
  async put(draft: Kept, isLast = false): Promise<Kept | null> {
    if (!this.base) throw new Error("nothing can be kept");
    const change = this.base.transaction(STORE, "readwrite", { durability: "relaxed" });
    const kept = change.objectStore(STORE);
    if (isLast) {
      kept.put(draft);
      change.commit(); // the page may be gone before the browser would do it
      return null;
    }
    const there = await answer<Kept | undefined>(kept.get(draft.id));
    if (there && there.revision >= draft.revision && textOf(there) !== textOf(draft)) return there;
    kept.put({ ...draft, revision: Math.max(draft.revision, (there?.revision ?? 0) + 1) });
    await new Promise<void>((done, fail) => {
      change.oncomplete = () => done();
      change.onerror = change.onabort = () => fail(change.error ?? new Error("nothing was kept"));
    });
    return null;
  }

  async remove(id: string): Promise<void> {
    if (this.base) await answer(this.base.transaction(STORE, "readwrite").objectStore(STORE).delete(id));
  }
}

export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;

const textOf = ({ project }: Kept) => JSON.stringify([project.main, Object.entries(project.files).sort()]);

function opened(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = request.onblocked = () => fail(request.error ?? new Error("blocked"));
    setTimeout(() => fail(new Error("the browser does not answer")), PATIENCE);
  });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("no answer"));
  });
}
