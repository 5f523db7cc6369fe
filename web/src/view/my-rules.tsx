// "My rules": every draft with its name and date. Nothing that was typed is anywhere else.
import { useEffect, useState } from "preact/hooks";
import type { Kept } from "../state/drafts";
import { keep, keepAlso, keptDrafts, removeDraft } from "../state/keeper";
import { copyDraft, openDraft } from "../state/rules";
import { openDialog, showPane, toast } from "../state/shell";
import { store } from "../state/store";
import { moment, t } from "../text/text";
import { openGallery } from "./gallery";
import { openNewRule } from "./new-rule";
import { Icon, IconButton } from "./widgets";

export const openMyRules = () =>
  openDialog(
    () => t("drafts.title"),
    (close) => <MyRules close={close} />,
    { isWide: true },
  );

const moves = (n: number) => (n === 1 ? t("drafts.move") : t("drafts.moves", { n }));

function MyRules({ close }: { close: () => void }) {
  const [drafts, setDrafts] = useState<Kept[] | null>(null);
  const open = store.draft.value.id;
  const read = async () => {
    await keep();
    setDrafts((await keptDrafts()).filter((kept) => kept.isTouched || kept.id === open));
  };
  useEffect(() => void read(), []);
  const remove = async (kept: Kept) => {
    await removeDraft(kept.id);
    await read();
    const undo = async () => {
      await keepAlso(kept);
      await read();
    };
    toast(t("drafts.removed", { title: kept.title }), { label: t("undo"), run: () => void undo() });
  };
  if (!store.isKept.value) return <p class="warn">{t("save.failed")}</p>;
  return (
    <div class="drafts">
      <p class="muted">{t("drafts.text")}</p>
      <ul>
        {drafts?.map((kept) => (
          <li key={kept.id} class={kept.id === open ? "current" : ""}>
            <button
              type="button"
              class="draft"
              data-draft={kept.id}
              aria-current={kept.id === open ? "true" : undefined}
              onClick={() => (close(), showPane(kept.isRule ? "rules" : "board"), void openDraft(kept.id))}
            >
              <strong>{kept.title}</strong>
              <span class="muted">
                {moment(kept.edited)}
                {kept.game && kept.game.steps.length > 1 && ` · ${moves(kept.game.steps.length - 1)}`}
                {kept.disk && ` · ${kept.disk.file}`}
              </span>
            </button>
            <IconButton
              icon="copy"
              label={t("drafts.copy", { title: kept.title })}
              onClick={() => (close(), void copyDraft(kept))}
            />
            {kept.id !== open && (
              <IconButton
                icon="trash"
                label={t("drafts.remove", { title: kept.title })}
                onClick={() => void remove(kept)}
              />
            )}
          </li>
        ))}
      </ul>
      <div class="row">
        <button type="button" class="primary" onClick={() => (close(), openNewRule())}>
          <Icon name="plus" />
          {t("rule.new")}
        </button>
        <button type="button" onClick={() => (close(), openGallery())}>
          <Icon name="star" />
          {t("examples.title")}
        </button>
      </div>
    </div>
  );
}
