// A new game: rules, variants, who plays, and everything else that the rules let players choose before.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Choices, Project, Setting, Variant } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { PERSON } from "../state/game";
import { startGame } from "../state/rules";
import { openDialog } from "../state/shell";
import { call, isOwn, store, title, titleOf } from "../state/store";
import { keepBot, trainedBots } from "../state/trained";
import { obstacle, playersOf, toggled } from "../state/variants";
import { lang, t } from "../text/text";
import { WithCatalog } from "./with-catalog";
import { Field, Icon, Inline } from "./widgets";

const OWN = ""; // the edited rules

export const openNewGame = () => open(false);
/** "Just play" means the game as it is printed. */
export const openPrintedGame = () => open(true);

const open = (isPrinted: boolean) =>
  openDialog(
    () => t("game.new"),
    (close) => (
      <WithCatalog>
        <NewGame close={close} isPrinted={isPrinted} />
      </WithCatalog>
    ),
    { isWide: true },
  );

const randomSeed = () => Math.floor(Math.random() * 100_000);

/** How many can play the edited rules; from the newest text that could be played, if this one cannot. */
function ownPlayers(): number[] {
  const counts = store.check.value?.players ?? [];
  const game = store.game.value;
  return counts.length ? counts : game ? [game.players] : [2];
}

type Seat = { who: string; colour: string | undefined };

function NewGame({ close, isPrinted }: { close: () => void; isPrinted: boolean }) {
  const catalog = store.catalog.value!;
  const game = store.game.value;
  const { main } = store.project.value;
  const first = isPrinted ? (catalog.default ?? catalog.rulesets[0]!.name) : isOwn.value ? OWN : main.split("+")[0]!;
  const [rules, setRules] = useState(first);
  const ruleset = catalog.rulesets.find((one) => one.name === rules);
  const known: Variant[] = ruleset?.variants ?? (rules === OWN ? (store.check.value?.variants ?? []) : []);
  const playedWith = rules === first ? (game?.project.main.split("+").slice(1) ?? []) : [];
  const [picked, setPicked] = useState<string[]>(playedWith.filter((name) => known.some((one) => one.name === name)));
  const chosen = picked.filter((name) => known.some((one) => one.name === name));
  const [wanted, setWanted] = useState(game?.players ?? 2);
  const [seats, setSeats] = useState<Seat[]>((game?.seats ?? [PERSON]).map((who) => ({ who, colour: undefined })));
  const [values, setValues] = useState<Record<string, string>>(isPrinted ? {} : (game?.settings ?? {}));
  const [seed, setSeed] = useState(randomSeed);
  const { choices, failure } = useChoices(rules, chosen);

  const possible = choices?.players ?? [];
  const all = ruleset?.players ?? ownPlayers();
  const counts = playersOf(known, chosen, possible.length ? possible : all);
  const offered = [...new Set([...all, ...known.flatMap((one) => one.players ?? []), ...counts])].sort((a, b) => a - b);
  const n = counts.includes(wanted) ? wanted : (counts[0] ?? wanted);
  const colours = choices?.colours.options ?? [];
  const given = choices ? (values[choices.colours.id]?.split("+") ?? []) : [];
  const shown: Seat[] = [];
  for (let i = 0; i < n; i++) {
    const seat = seats[i];
    const taken = shown.map((one) => one.colour);
    const free = colours.find((one) => !taken.includes(one.value))?.value;
    const asked = seat?.colour ?? given[i] ?? colours[i]?.value;
    shown.push({ who: seat?.who ?? "greedy", colour: taken.includes(asked) ? free : asked });
  }

  const setSeat = (i: number, change: Partial<Seat>) => {
    const next = shown.map((seat, j) => (j === i ? { ...seat, ...change } : seat));
    // Two seats never have one colour: the other one takes a colour that is free.
    const twin = next.findIndex((seat, j) => j !== i && change.colour !== undefined && seat.colour === change.colour);
    if (twin >= 0) next[twin] = { ...next[twin]!, colour: shown[i]!.colour };
    setSeats(next);
  };

  const submit = (event: Event) => {
    event.preventDefault();
    close();
    const settings: Record<string, string> = {};
    if (choices && shown.some((seat, i) => seat.colour !== colours[i]?.value)) {
      settings[choices.colours.id] = shown.map((seat) => seat.colour).join("+");
    }
    for (const setting of choices?.settings ?? []) {
      const value = values[setting.id];
      if (value && value !== setting.value) settings[setting.id] = value;
    }
    const start = {
      players: n,
      seed,
      seats: shown.map((seat) => seat.who),
      settings: Object.keys(settings).length ? settings : undefined,
    };
    void startGame(start, rules === OWN ? undefined : [rules, ...chosen].join("+"), chosen, titleOf(rules));
  };

  return (
    <form class="new-game" onSubmit={submit}>
      <div class="row form">
        <Field id="game-rules" label={t("game.rules")}>
          <select id="game-rules" value={rules} onChange={(event) => setRules(event.currentTarget.value)}>
            {isOwn.value && <option value={OWN}>{title.value}</option>}
            {catalog.rulesets.map((one) => (
              <option key={one.name} value={one.name}>
                {titleOf(one.name)}
              </option>
            ))}
          </select>
        </Field>
        <Field id="game-players" label={t("game.players")}>
          <select
            id="game-players"
            value={String(n)}
            onChange={(event) => setWanted(Number(event.currentTarget.value))}
          >
            {offered.map((count) => (
              <option key={count} value={String(count)} disabled={!counts.includes(count)}>
                {count}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <fieldset class="seats">
        <legend>{t("game.who")}</legend>
        {shown.map((seat, i) => (
          <div class="seat" key={i}>
            <Field id={`seat-${i}`} label={t("game.seat", { n: i + 1 })}>
              <select
                id={`seat-${i}`}
                data-seat={String(i)}
                value={seat.who}
                onChange={(event) => setSeat(i, { who: event.currentTarget.value })}
              >
                <option value={PERSON}>{t("game.person")}</option>
                {[...catalog.bots, ...trainedBots.value].map((bot) => (
                  <option key={bot.name} value={bot.name}>
                    {bot.title}
                  </option>
                ))}
              </select>
            </Field>
            {colours.length > 1 && (
              <select
                data-colour={String(i)}
                aria-label={t("game.colour", { n: i + 1 })}
                value={seat.colour}
                onChange={(event) => setSeat(i, { colour: event.currentTarget.value })}
              >
                {colours.map((one) => (
                  <option key={one.value} value={one.value}>
                    {one.title}
                  </option>
                ))}
              </select>
            )}
          </div>
        ))}
      </fieldset>
      <OpenBot
        opened={(name) => {
          const last = shown.findLastIndex((seat) => seat.who !== PERSON);
          if (last >= 0) setSeat(last, { who: name });
        }}
      />
      {known.length > 0 && (
        <fieldset class="variants">
          <legend>{t("game.variants")}</legend>
          {known.map((variant) => (
            <VariantBox
              key={variant.name}
              variant={variant}
              isChosen={chosen.includes(variant.name)}
              obstacle={chosen.includes(variant.name) ? null : obstacle(known, chosen, variant.name)}
              toggle={() => setPicked(toggled(known, chosen, variant.name))}
            />
          ))}
        </fieldset>
      )}
      <details class="more">
        <summary>{t("game.more")}</summary>
        {failure && (
          <p class="warn">
            <Inline text={failure} />
          </p>
        )}
        <div class="settings">
          {choices?.settings.map((setting) => (
            <SettingField
              key={setting.id}
              setting={setting}
              value={values[setting.id] ?? setting.value}
              change={(value) => setValues({ ...values, [setting.id]: value })}
            />
          ))}
        </div>
        <Field id="game-seed" label={t("game.seed")}>
          <input
            id="game-seed"
            type="number"
            min="0"
            value={seed}
            onInput={(event) => setSeed(Math.max(0, Math.floor(Number(event.currentTarget.value) || 0)))}
          />
        </Field>
      </details>
      <div class="row sticky">
        <button type="submit" class="primary" autofocus disabled={!counts.length}>
          <Icon name="play" />
          {t("game.start")}
        </button>
      </div>
    </form>
  );
}

/** What can be chosen before a game of some rules with some variants. */
function useChoices(rules: string, chosen: string[]): { choices: Choices | null; failure: string } {
  const [choices, setChoices] = useState<Choices | null>(null);
  const [failure, setFailure] = useState("");
  const main = chosen.join("+");
  useEffect(() => {
    const own = store.playable.peek() ?? store.project.peek();
    const named = (name: string) => [name, main].filter(Boolean).join("+");
    const project: Project = rules === OWN ? { ...own, main: named(own.main) } : { files: {}, main: named(rules) };
    const asking = new AbortController();
    call("choices", { project, lang: lang.peek() }, { signal: asking.signal }).then(
      (found) => (setFailure(""), setChoices(found)),
      (error: unknown) => {
        if (isAbort(error)) return;
        setChoices(null);
        setFailure(failureOf(error).message);
      },
    );
    return () => asking.abort();
  }, [rules, main]);
  return { choices, failure };
}

type VariantProps = { variant: Variant; isChosen: boolean; obstacle: Variant | null; toggle: () => void };

function VariantBox({ variant, isChosen, obstacle: other, toggle }: VariantProps) {
  return (
    <label class={`wish${other ? " impossible" : ""}`}>
      <input type="checkbox" value={variant.name} checked={isChosen} disabled={other !== null} onChange={toggle} />
      <span>
        <strong>{variant.title}</strong>
        {variant.says && <small class="muted">{variant.says}</small>}
        {other && <small class="warn">{t("game.notTogether", { title: other.title })}</small>}
      </span>
    </label>
  );
}

/** Opens the file of a trained bot; then its name is handed on. */
function OpenBot({ opened }: { opened: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async () => {
    const [file] = input.current!.files ?? [];
    const name = file ? await keepBot(file) : null;
    input.current!.value = "";
    if (name) opened(name);
  };
  return (
    <div class="row">
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        data-act="bot-file"
        aria-label={t("bots.open")}
        onChange={() => void take()}
      />
      <button
        type="button"
        class="link"
        data-act="open-bot"
        title={t("bots.open.why")}
        onClick={() => input.current!.click()}
      >
        {t("bots.open")}
      </button>
    </div>
  );
}

type SettingProps = { setting: Setting; value: string; change: (value: string) => void };

function SettingField({ setting, value, change }: SettingProps) {
  const id = `setting-${setting.id}`;
  const { title: name, options = [] } = setting;
  if (setting.kind === "list") {
    const held = value.split("+").filter(Boolean);
    const toggle = (one: string) => {
      const next = held.includes(one) ? held.filter((other) => other !== one) : [...held, one];
      const before = setting.value.split("+");
      // The order matters to nobody, so the same choice is no change.
      const isSame = next.length === before.length && before.every((other) => next.includes(other));
      change(isSame ? setting.value : next.join("+"));
    };
    return (
      <fieldset class="wishes" data-setting={setting.id}>
        <legend>{name}</legend>
        {options.map((one) => (
          <label class="wish" title={one.says} key={one.value}>
            <input type="checkbox" checked={held.includes(one.value)} onChange={() => toggle(one.value)} />
            <span>{one.title}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <Field id={id} label={name}>
      {setting.kind === "word" ? (
        <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.title}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type="number"
          min={setting.least ?? 0}
          max={setting.most ?? 100}
          required
          value={value}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
