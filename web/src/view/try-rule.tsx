// From a change to a position in which it matters, with the rule and without it.
import { signal } from "@preact/signals";
import type { Change, Diff, Project } from "../calls";
import { failureOf } from "../engine/engine";
import { lookAt } from "../state/session";
import { toast } from "../state/shell";
import { baseName, call, store, title, titleOf } from "../state/store";
import { lang, t } from "../text/text";
import { Icon, Spinner } from "./widgets";

const found = new WeakMap<Project, Promise<Diff>>();
const busy = signal<string | null>(null);

/** What differs between the edited rules and what they extend; searched for once. */
function differences(project: Project): Promise<Diff> {
  const known = found.get(project) ?? call("diff", { left: baseName.value, right: project, lang: lang.value });
  found.set(project, known);
  known.catch(() => found.delete(project));
  return known;
}

export function TryButton({ change }: { change: Change }) {
  const project = store.playable.value;
  if (!project) return null;
  const key = `${change.kind} ${change.id}`;
  const run = async () => {
    busy.value = key;
    try {
      const { items } = await differences(project);
      const all = items.filter((item) => item.witness);
      const item = all.find((one) => one.id === change.id || one.id.endsWith(` ${change.id}`));
      if (!item) return toast(t("try.none"));
      show(project, item.witness!, 1);
    } catch (error) {
      toast(failureOf(error).message);
    } finally {
      busy.value = null;
    }
  };
  return (
    <button type="button" class="link try" disabled={busy.value !== null} onClick={() => void run()}>
      {busy.value === key ? <Spinner /> : <Icon name="play" />}
      {t("try.run")}
    </button>
  );
}

type Witness = NonNullable<Diff["items"][number]["witness"]>;

/** The position under the rules with the change (1) or without it (0). */
function show(own: Project, witness: Witness, side: 0 | 1) {
  const { players, variants, positions } = witness;
  const project = side ? own : { files: {}, main: baseName.value };
  const played = { ...project, main: [project.main, ...variants].join("+") };
  const name = side ? title.value : titleOf(baseName.value);
  lookAt(played, t("ribbon.aside", { title: name }), { players, seed: 0, seats: [], position: positions[side] });
  store.aside.value = {
    ...store.aside.value!,
    other: { label: side ? t("try.without") : t("try.with"), run: () => show(own, witness, side ? 0 : 1) },
    caption: witness.caption,
  };
}
