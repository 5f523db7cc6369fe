// The position editor: a picture whose pieces can be dragged, flasks, hands and spells as a form, and the line itself.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board";
import type { Box, Player, PositionCheck } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import {
  fieldOf,
  letterIndex,
  type Line,
  movePiece,
  parseLine,
  partOf,
  printLine,
  turnStart,
  withField,
  withPart,
} from "../state/position-line";
import { begin, FIRST } from "../state/session";
import { showPane } from "../state/shell";
import { call, shownGame, store } from "../state/store";
import { capital, lang, t } from "../text/text";
import { copy } from "./download";
import { Field, Icon, IconButton, Inline } from "./widgets";

const FLASKS = ["empty", "full", "spent"] as const;
const NOTHING: Box = { cards: [], spells: [] };

/** Whether the position of the game holds what somebody must not see. */
function isSecret(): boolean {
  const game = shownGame();
  return !!game?.view && !store.aside.value && (game.isCovered || (game.view.secret === true && !game.view.result));
}

export function PositionPanel() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<PositionCheck | null>(null);
  const [box, setBox] = useState(NOTHING);
  const [isAgreed, agree] = useState(false);
  const game = shownGame();
  const players = game?.players ?? store.check.value?.players[0] ?? 2;
  const line = parseLine(text);
  const people = found?.view?.players ?? game?.view?.players ?? [];
  const set = (change: (old: Line) => Line) => setText(printLine(change(line)));

  /** What is on the board now, as the beginning of a turn. */
  const take = () => {
    const view = shownGame()?.view;
    if (!view) return;
    setText(printLine(turnStart(parseLine(view.position))));
  };
  const isHidden = isSecret() && !text && !isAgreed;
  useEffect(() => {
    if (!text && game?.view && !isHidden) take();
  }, [game?.view, isHidden]);
  useEffect(() => {
    if (!text.trim()) return;
    let isCurrent = true;
    const project = store.playable.peek() ?? store.project.peek();
    call("positionCheck", { project, players, position: text.trim(), lang: lang.peek() }).then(
      (answer) => {
        if (!isCurrent) return;
        setFound((old) => (answer.view ? answer : { ...answer, view: old?.view }));
        if (answer.box) setBox(answer.box);
      },
      (error: unknown) => {
        if (!isCurrent || isAbort(error)) return;
        const failure = failureOf(error);
        const problems = [{ text: failure.message, code: failure.code }];
        setFound((old) => ({ ok: false, problems, position: text, view: old?.view }));
      },
    );
    return () => ((isCurrent = false), undefined);
  }, [text, players, lang.value]);
  const play = () => {
    showPane("board");
    const { seed, seats, settings } = store.game.value ?? FIRST;
    void begin({ players, seed, seats, settings, position: text.trim() });
  };

  if (isHidden) return <Secret isCovered={game!.isCovered} agree={() => agree(true)} />;
  return (
    <div class="panel">
      <p class="muted">{t("position.intro")}</p>
      <Preview found={found} line={line} set={set} />
      <ul class="position-problems" aria-live="polite">
        {found?.ok && (
          <li class="good">
            <Icon name="check" />
            {t("position.ok")}
          </li>
        )}
        {!found?.ok &&
          found?.problems.map((problem) => (
            <li class="bad" key={problem.text}>
              <Icon name="alert" />
              <Inline text={problem.text} />
              {problem.help && (
                <span class="muted">
                  <Inline text={problem.help} />
                </span>
              )}
            </li>
          ))}
      </ul>
      <div class="row">
        <button type="button" class="primary" disabled={!found?.ok} onClick={play}>
          <Icon name="play" />
          {t("position.play")}
        </button>
        <button type="button" onClick={() => void copy(text.trim())}>
          <Icon name="copy" />
          {t("position.copy")}
        </button>
        <button type="button" onClick={() => (agree(false), isSecret() ? setText("") : take())}>
          <Icon name="board" />
          {t("position.take")}
        </button>
      </div>
      <label class="field wide" for="position-line">
        <span>{t("position.line")}</span>
        <textarea
          id="position-line"
          class="position-line"
          rows={3}
          spellcheck={false}
          autocapitalize="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <Table line={line} set={set} people={people} box={box} />
      <details class="more">
        <summary>{t("position.spaces")}</summary>
        <p class="muted">{t("position.letters")}</p>
        <Spaces line={line} set={set} found={found} />
      </details>
    </div>
  );
}

/** Hands that are secret in the game are not shown by the way. */
function Secret({ isCovered, agree }: { isCovered: boolean; agree: () => void }) {
  return (
    <div class="panel">
      <p>{isCovered ? t("position.covered") : t("position.secret")}</p>
      {!isCovered && (
        <div class="row">
          <button type="button" onClick={agree}>
            {t("position.showAll")}
          </button>
        </div>
      )}
    </div>
  );
}

type Change = (change: (old: Line) => Line) => void;

/** Drag a piece of the picture to another space. */
function Preview({ found, line, set }: { found: PositionCheck | null; line: Line; set: Change }) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const drop = useRef<(key: string, target: string) => void>(() => {});
  drop.current = (key, target) => {
    const at = (name: string) => place.current!.querySelector<SVGElement>(`[data-key="${CSS.escape(name)}"]`)?.dataset;
    const piece = at(key);
    const to = at(target)?.space;
    const index = piece ? letterIndex(line, piece) : -1;
    if (piece && to !== undefined && index >= 0) set((old) => movePiece(old, Number(piece.space), index, Number(to)));
  };
  useLayoutEffect(() => {
    board.current = new Board(place.current!);
    board.current.onDrop((key, target) => drop.current(key, target));
  }, []);
  const view = found?.view;
  useLayoutEffect(() => {
    if (view) board.current!.show(view, { animate: true });
  }, [view]);
  return <div class={`position-preview${found && !found.ok ? " stale" : ""}`} ref={place} />;
}

type TableProps = { line: Line; set: Change; people: Player[]; box: Box };

function Table({ line, set, people, box }: TableProps) {
  const laid = fieldOf(line, "spells").split(",").filter(Boolean);
  const lay = (id: string, isOn: boolean) => {
    const chosen = box.spells.map((spell) => spell.id).filter((one) => (one === id ? isOn : laid.includes(one)));
    set((old) => withField(old, "spells", chosen.join(",")));
  };
  return (
    <div class="position-table">
      {people.length > 1 && (
        <Field id="position-seat" label={t("position.turn")}>
          <select
            id="position-seat"
            value={line.seat}
            onChange={(event) => set((old) => ({ ...old, seat: event.currentTarget.value }))}
          >
            {people.map((player) => (
              <option key={player.letter} value={player.letter}>
                {player.name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {people.map((player, seat) => (
        <Seat key={player.letter} line={line} set={set} people={people} seat={seat} box={box} />
      ))}
      {box.spells.length > 0 && (
        <fieldset>
          <legend>{t("position.spells")}</legend>
          <div class="wishes">
            {box.spells.map((spell) => (
              <label class="wish" key={spell.id}>
                <input
                  type="checkbox"
                  checked={laid.includes(spell.id)}
                  onChange={(event) => lay(spell.id, event.currentTarget.checked)}
                />
                <span>{spell.name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

function Seat({ line, set, people, seat, box }: TableProps & { seat: number }) {
  const player = people[seat]!;
  const flasks = (partOf(line, "flasks", seat) || "0.0.0").split(".");
  const hand = (partOf(line, "hands", seat) || "-").split(".").filter((code) => code !== "-");
  const setFlasks = (kind: number, value: string) => {
    const next = FLASKS.map((_, i) => (i === kind ? String(Math.max(0, Number(value) || 0)) : (flasks[i] ?? "0")));
    set((old) => withPart(old, "flasks", seat, people.length, next.join("."), "0.0.0"));
  };
  const setHand = (codes: string[]) =>
    set((old) => withPart(old, "hands", seat, people.length, codes.join(".") || "-", "-"));
  const words = (code: string) => box.cards.find((card) => card.code === code)?.words ?? code;
  const titles = { empty: t("position.empty"), full: t("position.full"), spent: t("position.spent") };
  return (
    <fieldset style={{ "--player": player.colour }}>
      <legend>{capital(player.name)}</legend>
      <div class="row">
        {FLASKS.map((kind, i) => (
          <label class="field" key={kind}>
            <span>{titles[kind]}</span>
            <input
              type="number"
              min="0"
              max="99"
              value={flasks[i] ?? "0"}
              onInput={(event) => setFlasks(i, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
      <div class="chips" role="group" aria-label={`${t("position.hand")}: ${player.name}`}>
        {hand.map((code, i) => (
          <span class="chip" key={i}>
            {words(code)}
            <IconButton
              icon="close"
              label={t("position.drop", { card: words(code) })}
              onClick={() => setHand(hand.filter((_, j) => j !== i))}
            />
          </span>
        ))}
        {box.cards.length > 0 && (
          <select
            aria-label={`${t("position.addCard")} ${player.name}`}
            value=""
            onChange={(event) => setHand([...hand, event.currentTarget.value])}
          >
            <option value="">{t("position.addCard")}</option>
            {box.cards.map((card) => (
              <option key={card.code} value={card.code}>
                {card.words}
              </option>
            ))}
          </select>
        )}
      </div>
    </fieldset>
  );
}

function Spaces({ line, set, found }: { line: Line; set: Change; found: PositionCheck | null }) {
  const change = (i: number, value: string) =>
    set((old) => ({ ...old, spaces: old.spaces.map((stack, j) => (j === i ? value.trim() || "." : stack)) }));
  return (
    <div class="spaces">
      {line.spaces.map((stack, i) => (
        <label key={i}>
          <span>{`s${i}`}</span>
          <input
            value={stack === "." ? "" : stack}
            data-space={String(i)}
            spellcheck={false}
            autocapitalize="off"
            aria-label={t("position.space", { n: i })}
            aria-invalid={found?.problems.some((problem) => problem.space === i)}
            onInput={(event) => change(i, event.currentTarget.value)}
          />
        </label>
      ))}
    </div>
  );
}
