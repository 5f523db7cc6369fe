// The turn: whose it is, what is to be chosen, the options and the hand; or who has won, or what is in the way.
import type { TargetedMouseEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Card, Explanation, Option, Player, RuleRef, View } from "../calls";
import { askChances, askHint, chanceOf, chances, hint, isThinking, turnHere } from "../state/advice";
import { botTitle, isPaused, moveBot } from "../state/bots";
import { isMeant } from "../state/guard";
import { lesson } from "../state/lesson";
import { toast } from "../state/shell";
import { shown, shownGame } from "../state/store";
import { byKeyboard, canAct, choose, isInHand, narrowed, offered, play, pointAt, pointed, why } from "../state/turn";
import { capital, lang, number, percent, t } from "../text/text";
import { LessonCard } from "./lesson";
import { openNewGame } from "./new-game";
import { Result } from "./result";
import { TurnedHere } from "./turned";
import { openRule } from "./rule-card";
import { Die, discard } from "./table";
import { Icon, IconButton, Inline, Picture } from "./widgets";

/** Go on with the keyboard at the next choice. */
export function focusTurn() {
  const choices = ".card.offered, .option, .cover button, .result button, .failure button";
  document.querySelector<HTMLElement>(".turn")?.querySelector<HTMLElement>(choices)?.focus();
}

export function TurnPanel() {
  const place = useRef<HTMLElement>(null);
  const game = shownGame();
  const view = game?.view ?? null;
  const step = game?.current;
  // The button that was chosen is gone: the keyboard goes on at the next one.
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (byKeyboard.peek() && isLost && (canAct(game) || view?.result)) focusTurn();
  }, [step, view]);
  return (
    <section class="turn" aria-label={t("turn.label")} ref={place} data-narrow={narrowed.value ? "" : undefined}>
      <Content />
    </section>
  );
}

function Content() {
  const game = shownGame();
  const view = game?.view;
  if (game?.failure) return <Failure />;
  if (!game || !view) return null;
  if (view.result) return <Result />;
  const player = view.to_act === null ? null : view.players[view.to_act]!;
  if (game.isCovered && player) return <Cover player={player} />;
  const isBot = game.isBot(view.to_act);
  const others = offered(game).filter((option) => !isInHand(view, option));
  return (
    <>
      <LessonCard />
      {turnHere.value && <TurnedHere />}
      {why.value && <Why {...why.value} />}
      <Question player={player} isBot={isBot} />
      <Hand />
      {isBot ? <BotControls /> : <Options view={view} options={others} />}
      {!isBot && !lesson.value && <Helpers view={view} />}
    </>
  );
}

/** A few words for what is to be chosen; the rule's own sentence if it is short. */
function headline(view: View): string {
  if (view.question && view.question.length < 60) return view.question;
  const kinds = new Set(view.options.map((option) => option.kind));
  if (kinds.has("card")) return t("choose.card");
  if (kinds.has("piece")) return t("choose.piece");
  if (kinds.has("spell")) return t("choose.spell");
  return t("choose.answer");
}

function Question({ player, isBot }: { player: Player | null; isBot: boolean }) {
  const { game, view } = shown();
  const title = isBot ? t("turn.thinks") : headline(view);
  const name = player?.name ?? "";
  const isFree = !isBot && !lesson.value; // a lesson says what to do
  const bot = isBot ? botTitle(game.seats[view.to_act!]!) : "";
  return (
    <div class="question" style={player ? { "--player": player.colour } : undefined}>
      {player && (
        <p class="who">
          <span class="dot" aria-hidden="true" />
          {capital(isBot ? t("turn.bot", { name, bot }) : t("turn.of", { name }))}
        </p>
      )}
      <h2>{title}</h2>
      {view.roll ? (
        <p class="roll">
          <Die art={view.art} />
          {t("turn.roll", { n: view.roll })}
        </p>
      ) : null}
      {isFree && view.question && view.question !== title && <p class="says">{view.question}</p>}
      {isFree && view.rule && <RuleLink rule={view.rule} />}
    </div>
  );
}

function RuleLink({ rule }: { rule: RuleRef }) {
  const label = rule.cites[0] || rule.title || rule.id;
  return (
    <button type="button" class="rule" aria-label={label} onClick={() => openRule(rule)}>
      <Icon name="book" />
      <span>{label}</span>
    </button>
  );
}

/** A choice with the mouse, a finger or a key. The keyboard goes on at the next one. */
function chosen(event: MouseEvent, run: () => void) {
  if (!isMeant(event)) return;
  byKeyboard.value = event.detail === 0;
  run();
}

const noRepeat = (event: KeyboardEvent) => event.repeat && event.preventDefault();

/** The best first, once all chances are known: a list must not move while somebody is choosing from it. */
function sorted(options: Option[]): Option[] {
  if (!chances.value?.isDone) return options;
  const chance = (option: Option) => chanceOf(option.move)?.chance ?? -1;
  return [...options].sort((a, b) => chance(b) - chance(a));
}

function Options({ view, options }: { view: View; options: Option[] }) {
  return (
    <div class="choices">
      {narrowed.value && (
        <button type="button" class="link all" onClick={() => (narrowed.value = null)}>
          {t("options.all")}
        </button>
      )}
      <ul class="options" aria-label={t("options.label")}>
        {sorted(options).map((option) => (
          <li key={option.move}>
            <OptionButton option={option} />
          </li>
        ))}
      </ul>
      {view.options.length === 0 && <p class="muted">{t("options.none")}</p>}
      {(view.more ?? 0) > 0 && <p class="muted">{t("options.more", { n: view.more! })}</p>}
    </div>
  );
}

function OptionButton({ option }: { option: Option }) {
  const isHint = hint.value?.move === option.move;
  const isPointed = pointed.value === option.move;
  return (
    <button
      type="button"
      class={`option kind-${option.kind}${isHint ? " hinted" : ""}${isPointed ? " pointed" : ""}`}
      data-move={option.move}
      title={option.rule?.says}
      onClick={(event) => chosen(event, () => void play(option.move))}
      onKeyDown={noRepeat}
      onPointerEnter={() => pointAt(option.move)}
      onPointerLeave={() => pointAt(null)}
      onFocus={() => pointAt(option.move)}
      onBlur={() => pointAt(null)}
    >
      <span class="words">{option.words}</span>
      {isHint && <span class="tag">{t("hint.tag")}</span>}
      <ChanceBar move={option.move} />
    </button>
  );
}

function ChanceBar({ move }: { move: string }) {
  const chance = chanceOf(move);
  if (!chance) return null;
  const spread = Math.max(chance.high - chance.chance, chance.chance - chance.low);
  const range = t("chances.range", { low: percent(chance.low), high: percent(chance.high) });
  return (
    <span class="chance" title={range}>
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${chance.chance * 100}%` }} />
      </span>
      <span class="value">
        {percent(chance.chance)}
        {spread > 0.005 && ` ± ${number(spread * 100)}`}
      </span>
    </span>
  );
}

/** The hand of the person at the screen. It stays where it is while bots move and pieces are chosen. */
function Hand() {
  const { game, view } = shown();
  const own = game.isBot(view.to_act) ? game.atScreen : view.to_act;
  const player = own === null ? null : view.players[own];
  if (!player?.hand.length) return null;
  return (
    <ul class="hand" aria-label={t("player.hand", { name: player.name })}>
      {player.hand.map((one, i) => (
        <li key={i}>
          <HandCard card={one} />
        </li>
      ))}
    </ul>
  );
}

/** A card of a hand: a button if it can be played, its back if nobody may see it. */
export function HandCard({ card }: { card: Card | null }) {
  const { game, view } = shown();
  if (!card) {
    return (
      <span class="card back" role="img" aria-label={t("card.hidden")}>
        {view.art?.back && <Picture svg={view.art.back} />}
      </span>
    );
  }
  const option = canAct(game) ? offered(game).find((other) => other.keys.includes(card.key)) : undefined;
  const face = (
    <>
      {card.svg ? <Picture svg={card.svg} /> : <span class="code">{card.code}</span>}
      <span class={card.svg ? "visually-hidden" : "card-words"}>{card.words}</span>
      {option && <ChanceBar move={option.move} />}
    </>
  );
  if (!option) {
    return (
      <span class="card" title={card.words}>
        {face}
      </span>
    );
  }
  const press = (event: TargetedMouseEvent<HTMLButtonElement>) => {
    const { currentTarget } = event;
    chosen(event, () => {
      discard(currentTarget);
      void choose(card.key);
    });
  };
  return (
    <button
      type="button"
      class={`card offered${hint.value?.move === option.move ? " hinted" : ""}`}
      title={option.words}
      data-card={card.key}
      data-move={option.move}
      onClick={press}
      onKeyDown={noRepeat}
    >
      {face}
    </button>
  );
}

function Helpers({ view }: { view: View }) {
  const isCounting = chances.value && !chances.value.isDone;
  if (view.options.length < 2) return null;
  return (
    <div class="row helpers">
      <button type="button" disabled={isThinking.value} data-act="hint" onClick={() => void askHint()}>
        <Icon name="light" />
        {t("hint.ask")}
      </button>
      <button type="button" data-act="chances" onClick={() => void askChances()}>
        <Icon name={isCounting ? "close" : "chart"} />
        {isCounting ? t("chances.stop") : t("chances.ask")}
      </button>
      {isThinking.value && (
        <p class="hint" role="status">
          <span class="spinner small" aria-hidden="true" />
          {t("hint.thinking")}
        </p>
      )}
      {hint.value && (
        <p class="hint" role="status">
          {t("hint.text", { words: hint.value.words })}
        </p>
      )}
    </div>
  );
}

/** Pause and continue; in the middle of a game that was played before, let the bot choose anew. */
function BotControls() {
  const { game } = shown();
  const atEnd = !game.current.children.length;
  const isRunning = !isPaused.value && atEnd;
  const press = () => {
    isPaused.value = atEnd ? !isPaused.value : false;
    if (!atEnd) void moveBot();
  };
  return (
    <div class="row">
      <button type="button" onClick={press}>
        <Icon name={isRunning ? "pause" : "play"} />
        {isRunning ? t("bots.pause") : t("bots.go")}
      </button>
    </div>
  );
}

function Cover({ player }: { player: Player }) {
  const { game } = shown();
  const { name, colour } = player;
  return (
    <div class="cover" style={{ "--player": colour }}>
      <h2>{t("cover.title", { name })}</h2>
      <p>{t("cover.text")}</p>
      <button type="button" class="primary" onClick={() => void game.uncover(lang.value)}>
        {t("cover.ready", { name })}
      </button>
    </div>
  );
}

function Failure() {
  const game = shownGame()!;
  const failure = game.failure!;
  const isLong = failure.code === "too-long";
  const title = failure.code === "position" ? t("failure.position") : isLong ? t("failure.long") : t("failure.title");
  const lastPossible = async () => {
    if (await game.lastPossible(lang.value)) return;
    toast(t("failure.none"), { label: t("game.new"), run: openNewGame });
  };
  const takeOffer = () => void game.replace(failure.offer!, lang.value);
  return (
    <div class="failure" role="alert">
      <h2>{title}</h2>
      <p>{isLong ? t("failure.longText", { seconds: failure.message }) : <Inline text={failure.message} />}</p>
      {failure.reason && (
        <p>
          <Inline text={capital(failure.reason)} />
        </p>
      )}
      {(failure.problems ?? []).length > 1 && (
        <ul class="bullets">
          {failure.problems!.map((problem) => (
            <li key={problem}>
              <Inline text={problem} />
            </li>
          ))}
        </ul>
      )}
      {failure.rule && <RuleLink rule={failure.rule} />}
      <div class="row">
        {failure.offer && (
          <button type="button" class="primary" onClick={takeOffer}>
            {t("failure.offer")}
          </button>
        )}
        {game.current.parent && (
          <button type="button" class={failure.offer ? "" : "primary"} onClick={() => void lastPossible()}>
            {t("failure.last")}
          </button>
        )}
        <button type="button" onClick={openNewGame}>
          {t("game.new")}
        </button>
      </div>
    </div>
  );
}

/** Why something is not possible, with the rule and its page. */
function Why({ text: whole, rule }: Explanation) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [whole]);
  // What the rule says in words is better than how it is written.
  const words = whole.split("; ").filter((part) => !part.includes("`"));
  const text = rule?.says && words.length ? words.join("; ") : whole;
  return (
    <div class="why" role="status" ref={place}>
      <p>
        <strong>
          <Inline text={capital(text)} />
        </strong>
      </p>
      {rule?.says && !text.includes(rule.says) && <p class="says">{rule.says}</p>}
      {rule && <RuleLink rule={rule} />}
      <IconButton icon="close" label={t("close")} onClick={() => (why.value = null)} />
    </div>
  );
}
