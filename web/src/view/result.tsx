// The end of a game: who has won, three figures of the game, and what to do next.
import { begin } from "../state/session";
import { shown } from "../state/store";
import { t } from "../text/text";
import { openNewGame } from "./new-game";
import { openShare } from "./share";
import { WhereItTurned } from "./turned";
import { Icon } from "./widgets";

export function Result() {
  const { game, view } = shown();
  const { winners, text } = view.result!;
  const moves = game.line().length - 1;
  const home = view.players.reduce((sum, player) => sum + player.home, 0);
  const spent = view.players.reduce((sum, player) => sum + player.flasks.spent, 0);
  const { players, seats, settings } = game;
  const again = () => void begin({ players, seats, settings, seed: Math.floor(Math.random() * 100_000) });
  return (
    <div class="result">
      <p class="winners">
        {winners.map((seat) => (
          <span class="dot big" key={seat} style={{ "--player": view.players[seat]!.colour }} aria-hidden="true" />
        ))}
      </p>
      <h2>{text}</h2>
      <ul class="figures">
        <Figure n={view.turn ?? moves} label={t("result.turns")} />
        <Figure n={home} label={t("result.home")} />
        <Figure n={spent} label={t("result.spent")} />
      </ul>
      <WhereItTurned />
      <div class="row">
        <button type="button" class="primary" onClick={again}>
          <Icon name="play" />
          {t("game.again")}
        </button>
        <button type="button" onClick={openShare}>
          <Icon name="share" />
          {t("share.open")}
        </button>
        <button type="button" onClick={openNewGame}>
          {t("game.new")}
        </button>
      </div>
    </div>
  );
}

const Figure = ({ n, label }: { n: number; label: string }) => (
  <li>
    <strong>{n}</strong>
    <span>{label}</span>
  </li>
);
