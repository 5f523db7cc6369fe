// Where a finished game turned: the chance of winning as a line, and the decisions that cost the most.
import { askTurned, loser, turned, type Turned, turnHere } from "../state/advice";
import { shown } from "../state/store";
import { play } from "../state/turn";
import { capital, lang, percent, t } from "../text/text";
import { Icon } from "./widgets";

const WIDTH = 240;
const HEIGHT = 64;
const AROUND = 2; // points on either side that a point of the line is the mean of

/** After the game: a button, then what is known so far. */
export function WhereItTurned() {
  const { game } = shown();
  const found = turned.value;
  const seat = loser(game);
  if (seat === null) return null;
  if (found?.game !== game) {
    return (
      <button type="button" data-act="turned" onClick={() => void askTurned()}>
        <Icon name="chart" />
        {t("turned.ask")}
      </button>
    );
  }
  const name = capital(game.view!.players[found.seat]!.name);
  const line = game.line();
  const [worst] = found.turns;
  return (
    <div class="turned" style={{ "--player": game.view!.players[found.seat]!.colour }}>
      <p class="muted">{t("turned.line", { name })}</p>
      <Course found={found} />
      {!found.isDone && (
        <p role="status">
          <span class="spinner small" aria-hidden="true" />
          {t("turned.measuring", { n: found.points.length, of: found.of || "…" })}
        </p>
      )}
      {found.isDone && !worst && <p role="status">{t("turned.none", { name })}</p>}
      {found.turns.map((turn) => (
        <button
          type="button"
          class="option"
          key={turn.at}
          data-turn={turn.at}
          onClick={() => void game.go(line[found.first + turn.at]!, lang.value)}
        >
          <span class="words">
            <strong>{turn === worst ? t("turned.here", { name }) : t("turned.also")}</strong>{" "}
            {t("turned.cost", { made: percent(turn.chance), better: percent(turn.betterChance) })}
          </span>
        </button>
      ))}
    </div>
  );
}

/** The chance of winning from the first decision to the last; half is a line, turns are dots. */
function Course({ found: { points, turns } }: { found: Turned }) {
  const end = Math.max(1, points.at(-1)?.at ?? 1);
  const places = points.map(({ at }, i) => {
    const near = points.slice(Math.max(0, i - AROUND), i + AROUND + 1);
    const chance = near.reduce((sum, point) => sum + point.chance, 0) / near.length;
    return { at, x: (at / end) * WIDTH, y: (1 - chance) * HEIGHT };
  });
  return (
    <svg class="course-line" viewBox={`-5 -5 ${WIDTH + 10} ${HEIGHT + 10}`} aria-hidden="true">
      <path class="half" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <polyline points={places.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")} />
      {places
        .filter(({ at }) => turns.some((turn) => turn.at === at))
        .map(({ at, x, y }) => (
          <circle key={at} cx={x} cy={y} r="5" />
        ))}
    </svg>
  );
}

/** At a decision that cost chances: what it was, and a way to play the better move from here. */
export function TurnedHere() {
  const { game, view } = shown();
  const turn = turnHere.value!;
  const name = capital(view.players[turned.value!.seat]!.name);
  const back = () => void game.go(game.line().at(-1)!, lang.value);
  return (
    <div class="lesson turned-here" role="status">
      <p>
        <strong>{t("turned.here", { name })}</strong>
      </p>
      <p>{t("turned.made", { words: capital(turn.words), chance: percent(turn.chance) })}</p>
      <p>{t("turned.better", { words: capital(turn.betterWords), chance: percent(turn.betterChance) })}</p>
      <div class="row">
        <button type="button" class="primary" onClick={() => void play(turn.better)}>
          {t("turned.try")}
        </button>
        <button type="button" class="link" onClick={back}>
          {t("turned.back")}
        </button>
      </div>
    </div>
  );
}
