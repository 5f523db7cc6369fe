// The table: the board, the turn, the players and the moves so far.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import type { Option, Travel } from "../calls";
import { chanceOf, chances } from "../state/advice";
import { PERSON } from "../state/game";
import { isMeant } from "../state/guard";
import { lesson } from "../state/lesson";
import { leaveAside, wasMove } from "../state/session";
import { shownGame, store } from "../state/store";
import { byKeyboard, canAct, choose, offered, optionAt, pointAt, pointed, previews } from "../state/turn";
import { percent, t } from "../text/text";
import { Seats, SeatStrip } from "./seats";
import { Timeline } from "./timeline";
import { focusTurn, TurnPanel } from "./turn";

/** What a piece in the picture is called in the question why it may not move. */
function questionOf(picture: HTMLElement, key: string): string | null {
  const element = picture.querySelector<SVGElement>(`[data-key="${CSS.escape(key)}"]`);
  const { kind, space, letter } = element?.dataset ?? {};
  if (kind === "wizard" && space && letter) return `wizard s${space}${letter}`;
  if (kind === "tower" && space) return `tower s${space}`;
  return null;
}

const NOWHERE: Record<string, Travel[]> = {};

function Picture() {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const game = shownGame();
  const view = game?.view ?? null;
  const options = offered(game);
  const move = pointed.value;
  const ways = game && previews.value?.step === game.current ? previews.value.moves : NOWHERE;
  const travels = move ? ways[move] : undefined;
  const known = chances.value;
  useLayoutEffect(() => {
    const made = (board.current = new Board(place.current!, true, () => store.letters.peek()));
    const picked = (key: string, event: MouseEvent | KeyboardEvent) => {
      byKeyboard.value = false;
      if (isMeant(event)) void choose(key, () => questionOf(place.current!, key));
    };
    made.onChoose(picked);
    made.onRefused(picked);
    made.onPoint((key) => pointAt(optionAt(key)?.move ?? null));
  }, []);
  useLayoutEffect(() => {
    if (!view) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches || store.speed.peek() === "skip";
    board.current!.show(view, { animate: wasMove() && !isCalm });
    board.current!.offer(options.flatMap((option) => option.keys));
  }, [view, store.letters.value]);
  useEffect(() => {
    if (view) board.current!.offer(options.flatMap((option) => option.keys));
  }, [options]);
  useEffect(() => {
    const keys = options.find((option) => option.move === move)?.keys ?? [];
    board.current!.preview(keys, travels ?? []);
  }, [move, travels, view]);
  useEffect(() => {
    const chance = (option: Option) => chanceOf(option.move)?.chance ?? -1;
    const leading = options.filter((option) => chance(option) >= 0 && ways[option.move]);
    const sorted = leading.sort((a, b) => chance(b) - chance(a));
    board.current!.chances(sorted.map((option) => ({ travels: ways[option.move]!, text: percent(chance(option)) })));
  }, [known, ways, options, view]);
  return (
    <div class="stage">
      <div class="board" aria-label={t("board.label")} ref={place} hidden={!view} />
      {!view && (
        <div class="board-waiting">
          <div class="spinner" aria-hidden="true" />
          <p>{store.status.value === "ready" ? t("board.noGame") : t("board.loading")}</p>
        </div>
      )}
      <Ribbon />
    </div>
  );
}

/** What is special about what is shown. Errors that come while typing lie over the picture, so that nothing moves. */
function Ribbon() {
  const aside = store.aside.value;
  const { check, playable, project } = store;
  const hasErrors = check.value !== null && playable.value !== project.value && shownGame() !== null;
  if (lesson.value) return null; // it says itself what it is
  if (aside) {
    return (
      <div class="ribbon aside" role="status">
        <span title={aside.caption}>{aside.title}</span>
        {aside.other && (
          <button type="button" onClick={aside.other.run}>
            {aside.other.label}
          </button>
        )}
        <button type="button" onClick={leaveAside}>
          {t("ribbon.back")}
        </button>
      </div>
    );
  }
  return hasErrors ? (
    <div class="ribbon" role="status">
      <span>{t("ribbon.errors")}</span>
    </div>
  ) : null;
}

/** The last move in words, and what rules did by themselves; for screen readers, with whose turn it is. */
function Narration() {
  const game = shownGame();
  const view = game?.view;
  if (!game || !view) return <p class="narration" aria-live="polite" />;
  const player = view.to_act === null ? null : view.players[view.to_act]!;
  const then = game.current.parent ? (view.log.at(-1)?.then ?? []).join(" ") : "";
  const isPersons = !view.result && player && !game.isBot(view.to_act);
  return (
    <p class="narration" aria-live="polite" role="status">
      <span title={then}>
        {game.current.words}
        {then && `. ${then}`}
      </span>
      <span class="visually-hidden">
        {" "}
        {view.result?.text}
        {isPersons && `${t("turn.of", { name: player.name })} ${view.question ?? ""}`}
      </span>
    </p>
  );
}

export function BoardPane() {
  const [isOpen, open] = useState(false);
  const game = shownGame();
  const view = game?.view;
  const atScreen = game?.seats.filter((seat) => seat === PERSON).length ?? 0;
  // After the moves of bots, the keyboard goes on where it was.
  useEffect(() => {
    const isMine = canAct(game) || game?.view?.result;
    if (byKeyboard.peek() && isMine && document.activeElement === document.body) focusTurn();
  }, [view]);
  return (
    <section class="board-pane" aria-label={t("pane.board")}>
      <div class={`play${isOpen ? " with-players" : ""}`} data-people={atScreen}>
        <div class="table">
          {view && <SeatStrip isOpen={isOpen} toggle={() => open(!isOpen)} />}
          <Picture />
          <Narration />
          <Timeline />
          <div class="side">
            <TurnPanel />
            {view && <Seats close={() => open(false)} />}
          </div>
        </div>
      </div>
    </section>
  );
}
