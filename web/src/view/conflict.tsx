// The file on the disk has changed: both texts, line by line, before either is lost.
import { type Conflict, saveToDisk, takeTheirs } from "../state/disk";
import { compareLines, type Line } from "../state/lines";
import { openDialog } from "../state/shell";
import { t } from "../text/text";

const SIGNS: Record<Line["is"], string> = { same: " ", old: "−", new: "+" };

export const showConflict = (conflict: Conflict) =>
  openDialog(
    () => t("save.conflict"),
    (close) => <ConflictBox conflict={conflict} close={close} />,
    { isWide: true },
  );

function ConflictBox({ conflict, close }: { conflict: Conflict; close: () => void }) {
  const { file, own, theirs, hash } = conflict;
  return (
    <div class="conflict">
      <p>{t("save.conflictText", { name: file })}</p>
      <pre tabIndex={0} class="compared" aria-label={t("save.compared")}>
        {compareLines(theirs, own).map((line, i) => (
          <span class={line.is} key={i}>{`${SIGNS[line.is]} ${line.text}\n`}</span>
        ))}
      </pre>
      <p class="muted">{t("save.signs")}</p>
      <div class="row">
        <button type="button" onClick={() => (close(), takeTheirs(conflict))}>
          {t("save.take")}
        </button>
        <button type="button" class="primary" onClick={() => (close(), void saveToDisk(showConflict, hash))}>
          {t("save.overwrite")}
        </button>
      </div>
    </div>
  );
}
