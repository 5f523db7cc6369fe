// Who plays: wizards at home, flasks and hands; beside them the spells and the piles of the table.
import type { Player, View } from "../calls";
import { botTitle } from "../state/bots";
import { PERSON } from "../state/game";
import { isMeant } from "../state/guard";
import { openDialog } from "../state/shell";
import { shown } from "../state/store";
import { canAct, choose } from "../state/turn";
import { capital, t } from "../text/text";
import { openNewGame } from "./new-game";
import { Flasks } from "./table";
import { HandCard } from "./turn";
import { Icon, IconButton, Picture } from "./widgets";

const flaskWords = ({ flasks: { full, empty, spent } }: Player) => t("player.flasks", { full, empty, spent });

/** The players in one line, for small screens; a press shows everything about them, the spells and the piles. */
export function SeatStrip({ isOpen, toggle }: { isOpen: boolean; toggle: () => void }) {
  const { view } = shown();
  return (
    <button type="button" class="strip" aria-expanded={isOpen} aria-label={t("seats.show")} onClick={toggle}>
      {view.players.map((player, seat) => (
        <span
          key={player.letter}
          class={`strip-player${view.to_act === seat ? " acting" : ""}`}
          style={{ "--player": player.colour }}
        >
          <span class="dot" />
          <Icon name="home" />
          {player.home}
          {player.wizards ? `/${player.wizards}` : ""}
          <span class="strip-flasks">
            {view.art && <Picture svg={view.art.flasks.full} class="wt-flask" />}
            {player.flasks.full}
          </span>
        </span>
      ))}
      <Icon name="down" />
    </button>
  );
}

export function Seats({ close }: { close: () => void }) {
  const { view } = shown();
  return (
    <div class="players">
      <IconButton class="close-players" icon="close" label={t("close")} onClick={close} />
      {view.spells.length > 0 && <Spells />}
      {view.players.map((player, seat) => (
        <Seat key={player.letter} player={player} seat={seat} />
      ))}
      <Piles view={view} />
      <div class="row">
        <button type="button" data-act="new-game" onClick={openNewGame}>
          <Icon name="plus" />
          {t("game.new")}
        </button>
      </div>
    </div>
  );
}

function Seat({ player, seat }: { player: Player; seat: number }) {
  const { game, view } = shown();
  const isTurn = view.to_act === seat;
  const { name, home, wizards: of } = player;
  // The hand of the person at the screen is in the turn.
  const isShown = player.hand.length > 0 && !(isTurn && canAct(game)) && seat !== game.atScreen;
  const words = flaskWords(player);
  return (
    <section
      class={`player${isTurn ? " acting" : ""}`}
      style={{ "--player": player.colour }}
      aria-label={t("player.label", { name })}
    >
      <header>
        <span class="dot" aria-hidden="true" />
        <h3>{capital(name)}</h3>
        <span class="kind">{game.seats[seat] === PERSON ? "" : botTitle(game.seats[seat] ?? "")}</span>
      </header>
      <div class="facts">
        <span title={t("player.home")}>
          <Icon name="home" />
          {of ? t("player.homeOf", { n: home, of }) : t("player.homeN", { n: home })}
        </span>
        <span class="flasks wt-flasks" aria-label={words} title={words} role="img">
          <Flasks art={view.art} player={player} />
        </span>
        {player.points ? <span>{t("player.points", { n: player.points })}</span> : null}
      </div>
      {isShown && (
        <ul class="hand" aria-label={t("player.hand", { name })}>
          {player.hand.map((one, i) => (
            <li key={i}>
              <HandCard card={game.isCovered ? null : one} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const cost = (n: string) => (n === "1" ? t("spells.costOne") : t("spells.cost", { n }));

/** The spells as tiles. One that may be cast lights up; the others say what they do. */
function Spells() {
  const { game, view } = shown();
  const press = (event: MouseEvent, spell: View["spells"][number], isOffered: boolean, key: string) => {
    if (isOffered) return isMeant(event) && void choose(key);
    openDialog(
      () => spell.name,
      () => (
        <div class="rule-card">
          <p>{spell.says}</p>
          <p class="muted">{cost(spell.cost)}</p>
          <p class="muted">{t("spells.notNow")}</p>
        </div>
      ),
    );
  };
  return (
    <section class="spells" aria-label={t("spells.title")}>
      <h3>{t("spells.title")}</h3>
      <ul>
        {view.spells.map((spell) => {
          const key = spell.key ?? `spell:${spell.id}`;
          const isOffered = canAct(game) && view.options.some((option) => option.keys.includes(key));
          return (
            <li key={spell.id}>
              <button
                type="button"
                class={`spell${isOffered ? " offered" : ""}`}
                title={spell.says}
                data-spell={key}
                onClick={(event) => press(event, spell, isOffered, key)}
              >
                {spell.svg && <Picture svg={spell.svg} />}
                <span class={spell.svg ? "visually-hidden" : ""}>{`${spell.name}. ${cost(spell.cost)}`}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Piles({ view }: { view: View }) {
  if (!view.decks?.length) return null;
  return (
    <ul class="piles" aria-label={t("piles.title")}>
      {view.decks.map(({ id, name, pile, discards, top }) => (
        <li key={id}>
          <strong>{capital(name)}</strong>
          <span>{t("piles.counts", { pile, discards })}</span>
          {top && <span>{t("piles.top", { card: top })}</span>}
        </li>
      ))}
      {(view.memories ?? []).map((memory) => (
        <li key={memory.label}>
          <strong>{capital(memory.label)}</strong>
          <span>{memory.value}</span>
        </li>
      ))}
    </ul>
  );
}
