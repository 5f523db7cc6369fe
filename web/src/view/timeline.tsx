// Back and forth through the game: undo, redo, a line to scrub, and the moves that were tried beside it.
import type { Game, Step } from "../state/game";
import { openDialog } from "../state/shell";
import { shownGame } from "../state/store";
import { lang, t } from "../text/text";
import { IconButton } from "./widgets";

export function Timeline() {
  const game = shownGame();
  if (!game?.view) return <div class="timeline" />;
  const line = game.line();
  const at = line.indexOf(game.current);
  const end = line.length - 1;
  const back = game.undoTarget();
  const forth = game.redoTarget();
  const go = (step: Step | null | undefined) => {
    if (step) void game.go(step, lang.value, Math.abs(line.indexOf(step) - at) === 1);
  };
  const siblings = game.current.parent?.children.length ?? 0;
  const label = at ? t("timeline.at", { at, of: end }) : t("timeline.start");
  const button = (
    act: string,
    icon: "first" | "undo" | "redo" | "last",
    name: string,
    step: Step | null | undefined,
  ) => <IconButton icon={icon} label={name} disabled={!step} data-act={act} onClick={() => go(step)} />;
  return (
    <div class="timeline" role="group" aria-label={t("timeline.label")}>
      {button("first", "first", t("timeline.first"), at ? line[0] : null)}
      {button("undo", "undo", t("timeline.undo"), back)}
      <input
        type="range"
        min="0"
        max={Math.max(1, end)}
        value={at}
        disabled={!end}
        aria-label={t("timeline.scrub")}
        aria-valuetext={label}
        onInput={(event) => go(line[Number(event.currentTarget.value)])}
      />
      {button("redo", "redo", t("timeline.redo"), forth)}
      {button("last", "last", t("timeline.last"), at < end ? line.at(-1) : null)}
      <span class="muted count">{label}</span>
      {siblings > 1 && (
        <button type="button" class="link" onClick={() => openVariations(game)}>
          {t("timeline.variations", { n: siblings })}
        </button>
      )}
    </div>
  );
}

function openVariations(game: Game) {
  const { children } = game.current.parent!;
  openDialog(
    () => t("variations.title"),
    (close) => (
      <ul class="options">
        {children.map((step) => (
          <li key={step.move}>
            <button
              type="button"
              class="option"
              aria-current={step === game.current ? "true" : undefined}
              onClick={() => (close(), void game.go(step, lang.value))}
            >
              <span class="words">{step.words || step.move}</span>
            </button>
          </li>
        ))}
      </ul>
    ),
  );
}
