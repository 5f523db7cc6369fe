// The moves so far in words, each with its rule; a click shows the board at that moment.
import { useEffect, useRef } from "preact/hooks";
import { shownGame } from "../state/store";
import { lang, t } from "../text/text";
import { openRule } from "./rule-card";

export function LogPanel() {
  const list = useRef<HTMLOListElement>(null);
  const game = shownGame();
  const line = game?.line().slice(1) ?? [];
  const current = game?.current;
  useEffect(() => {
    list.current?.querySelector(".current")?.scrollIntoView?.({ block: "nearest" });
  }, [current]);
  return (
    <div class="panel">
      {!line.length && <p class="muted">{t("log.empty")}</p>}
      <ol class="log" aria-label={t("log.title")} ref={list}>
        {line.map((step, i) => {
          const player = step.seat === null ? null : game!.view?.players[step.seat];
          const { rule } = step;
          return (
            <li class={step === current ? "current" : ""} key={i}>
              <span class="number" aria-hidden="true">
                {i + 1}
              </span>
              <button
                type="button"
                class="entry"
                aria-current={step === current ? "step" : undefined}
                onClick={() => void game!.go(step, lang.value)}
              >
                {player && <span class="dot" style={{ "--player": player.colour }} title={player.name} />}
                {step.words || step.move}
              </button>
              {rule && (
                <button type="button" class="link rule-id" title={rule.says} onClick={() => openRule(rule)}>
                  {rule.id}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
