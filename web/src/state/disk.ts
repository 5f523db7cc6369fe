// The file on the disk that the program was started with: it is written only if somebody asks for it, and never over a
// change that was made meanwhile without showing it.
import { failureOf } from "../engine/engine";
import { lang, t } from "../text/text";
import { edit } from "./rules";
import { toast } from "./shell";
import { call, type Disk, store } from "./store";

/** What the disk holds instead of what was expected. */
export type Conflict = { file: string; own: string; theirs: string; hash: string };

const now = (disk: Disk) => {
  store.draft.value = { ...store.draft.value, disk };
};

/** Write the file. If it has changed meanwhile, nothing is written, and *conflict* is to show the difference. */
export async function saveToDisk(conflict: (found: Conflict) => void, hash = store.draft.value.disk?.hash) {
  const { disk } = store.draft.value;
  if (!disk || hash === undefined) return;
  const { file } = disk;
  const text = store.project.value.files[file] ?? "";
  try {
    const answer = await call("save", { text, hash, lang: lang.value });
    now({ file, hash: answer.hash, text });
    toast(t("save.done", { name: file }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code !== "conflict") return toast(failure.message);
    conflict({ file, own: text, theirs: failure.text ?? "", hash: failure.hash ?? "" });
  }
}

/** Take the text of the disk into the editor, where undo brings the own one back. */
export function takeTheirs({ file, own, theirs, hash }: Conflict) {
  now({ file, hash, text: theirs });
  edit(file, theirs);
  toast(t("save.taken", { name: file }), { label: t("undo"), run: () => edit(file, own) });
}
