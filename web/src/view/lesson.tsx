// The guided first turn, above what is to be chosen.
import { lesson, nextStep, startLesson, wantedMove } from "../state/lesson";
import { leaveAside } from "../state/session";
import { t } from "../text/text";
import { Icon } from "./widgets";

export const openLesson = startLesson;

export function LessonCard() {
  const running = lesson.value;
  if (!running) return null;
  const { steps, at } = running;
  const step = steps[at]!;
  const isDone = wantedMove.value === undefined;
  const isLast = at + 1 === steps.length;
  return (
    <div class="lesson" role="status">
      <p class="who">{t("lesson.step", { n: at + 1, of: steps.length })}</p>
      <p>{step.says}</p>
      {isDone ? (
        <div class="row">
          <span class="good">
            <Icon name="check" />
            {isLast ? t("lesson.end") : t("lesson.done")}
          </span>
          <button type="button" class="primary" onClick={nextStep}>
            {isLast ? t("lesson.play") : t("lesson.next")}
          </button>
        </div>
      ) : (
        <div class="row">
          <strong>{wantedMove.value === null ? t("lesson.anyCard") : t("lesson.lit")}</strong>
          <button type="button" class="link" onClick={leaveAside}>
            {t("lesson.skip")}
          </button>
        </div>
      )}
    </div>
  );
}
