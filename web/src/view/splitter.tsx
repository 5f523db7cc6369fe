// The line between the text and the board, to drag or to move with the arrow keys; a double click folds the text away.
import type { TargetedPointerEvent } from "preact";
import { store } from "../state/store";
import { t } from "../text/text";

const LEAST = 22; // percent of the width
const MOST = 70;
const USUAL = 36;
const STEP = 2;

const between = (value: number) => (value < LEAST / 2 ? 0 : Math.max(LEAST, Math.min(MOST, value)));

export function Splitter() {
  const drag = (event: TargetedPointerEvent<HTMLElement>) => {
    const line = event.currentTarget;
    if (!line.hasPointerCapture(event.pointerId)) return;
    const box = line.parentElement!.getBoundingClientRect();
    store.split.value = between((100 * (event.clientX - box.left)) / box.width);
  };
  const key = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    if (event.key === "Enter") fold();
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    store.split.value = between(store.split.value + step);
  };
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t("split.label")}
      aria-valuemin={0}
      aria-valuemax={MOST}
      aria-valuenow={Math.round(store.split.value)}
      title={t("split.label")}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDblClick={fold}
      onKeyDown={key}
    />
  );
}

const fold = () => {
  store.split.value = store.split.value ? 0 : USUAL;
};
