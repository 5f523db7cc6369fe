// Two rulesets side by side: each difference with both pages and, where it matters in play, a position to look at.
import { useState } from "preact/hooks";
import type { Diff, DiffItem, DiffSide, Project } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { lookAt } from "../state/session";
import { call, isOwn, store, titleOf } from "../state/store";
import { lang, t } from "../text/text";
import { Field, Icon, Inline, Spinner } from "./widgets";

const OWN = ""; // the edited rules

const named = (value: string) => (value === OWN ? t("compare.own") : titleOf(value));
const own = () => store.playable.value ?? store.project.value;

export function ComparePanel() {
  const names = store.catalog.value?.rulesets.map((ruleset) => ruleset.name) ?? [];
  const usual = (name: string, other: number) => (names.includes(name) ? name : (names[other] ?? names[0] ?? ""));
  const [left, setLeft] = useState<string | null>(null);
  const [right, setRight] = useState<string | null>(null);
  const [found, setFound] = useState<{ diff: Diff; left: string; right: string } | null>(null);
  const [failure, setFailure] = useState("");
  const [running, setRunning] = useState<AbortController | null>(null);
  const sides = [left ?? usual("de-abacus-24", 0), right ?? usual("en-abacus-24", 1)] as const;

  const start = async () => {
    const mine = new AbortController();
    setRunning(mine);
    setFound(null);
    setFailure("");
    const side = (value: string): string | Project => (value === OWN ? own() : value);
    const show = (diff: Diff) => setFound({ diff, left: sides[0], right: sides[1] });
    try {
      const argument = { left: side(sides[0]), right: side(sides[1]), lang: lang.value };
      show(await call("diff", argument, { signal: mine.signal, progress: show }));
    } catch (error) {
      setFailure(isAbort(error) ? t("measure.stopped") : failureOf(error).message);
    } finally {
      setRunning(null);
    }
  };

  const options = (
    <>
      {isOwn.value && <option value={OWN}>{t("compare.own")}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {titleOf(name)}
        </option>
      ))}
    </>
  );
  return (
    <div class="panel">
      <p class="muted">{t("compare.intro")}</p>
      <div class="row form">
        <Field id="compare-left" label={t("compare.left")}>
          <select id="compare-left" value={sides[0]} onChange={(event) => setLeft(event.currentTarget.value)}>
            {options}
          </select>
        </Field>
        <Field id="compare-right" label={t("compare.right")}>
          <select id="compare-right" value={sides[1]} onChange={(event) => setRight(event.currentTarget.value)}>
            {options}
          </select>
        </Field>
        <button type="button" class="primary" onClick={() => (running ? running.abort() : void start())}>
          <Icon name={running ? "close" : "play"} />
          {running ? t("measure.stop") : t("compare.run")}
        </button>
      </div>
      <div class="differences" aria-live="polite">
        {running && (
          <p class="muted">
            <Spinner />
            {t("compare.running")} {found ? `${found.diff.done} / ${found.diff.of}` : ""}
          </p>
        )}
        {failure && (
          <p class="muted">
            <Inline text={failure} />
          </p>
        )}
        {found && !running && !found.diff.items.length && <p>{t("compare.same")}</p>}
        {found && <Grades {...found} />}
      </div>
    </div>
  );
}

type FoundProps = { diff: Diff; left: string; right: string };

function Grades({ diff, left, right }: FoundProps) {
  return (
    <>
      {[...Map.groupBy(diff.items, (item) => item.grade)].map(([grade, items]) => (
        <section key={grade}>
          <h3>{`${grade} (${items.length})`}</h3>
          {items[0]!.about && <p class="muted">{items[0]!.about}</p>}
          {items.map((item) => (
            <Difference key={item.id + item.title} item={item} left={left} right={right} />
          ))}
        </section>
      ))}
    </>
  );
}

/** A topic of the manuals has no title but an address; what it says is better. */
const heading = (item: DiffItem) =>
  /^[\w-]+(\.[\w-]+)+$/.test(item.title) ? item.left.says || item.right.says || item.title : item.title;

function Difference({ item, left, right }: { item: DiffItem; left: string; right: string }) {
  const { phrasings, reading, witness, summary, title } = item;
  return (
    <details class="difference-item">
      <summary>
        <strong>
          <Inline text={heading(item)} />
        </strong>
        {heading(item) !== title && <code>{title}</code>}
        {summary && (
          <span class="muted">
            <Inline text={summary} />
          </span>
        )}
      </summary>
      <div class="sides">
        <Side name={left} side={item.left} item={item} index={0} />
        <Side name={right} side={item.right} item={item} index={1} />
      </div>
      {phrasings && (
        <ul>
          {phrasings.map((one) => (
            <li key={one.aspect}>
              <strong>{one.aspect}</strong>
              {`: ${one.left} / ${one.right}`}
            </li>
          ))}
        </ul>
      )}
      {reading && <p>{reading}</p>}
      {witness?.caption && (
        <pre class="caption" tabIndex={0}>
          {witness.caption}
        </pre>
      )}
    </details>
  );
}

type SideProps = { name: string; side: DiffSide; item: DiffItem; index: 0 | 1 };

function Side({ name, side: { says, cites }, item: { witness }, index }: SideProps) {
  const setUp = () => {
    const { players, variants, positions, moves } = witness!;
    const project = name === OWN ? own() : { files: {}, main: name };
    const played = { ...project, main: [project.main, ...variants].join("+") };
    const start = { players, seed: 0, seats: [], position: positions[index], moves };
    lookAt(played, t("ribbon.aside", { title: named(name) }), start);
  };
  return (
    <div>
      <h4>{named(name)}</h4>
      <p>
        <Inline text={says || "–"} />
      </p>
      {cites.length > 0 && <p class="muted">{cites.join(" · ")}</p>}
      {witness && (
        <button type="button" onClick={setUp}>
          <Icon name="board" />
          {t("compare.show")}
        </button>
      )}
    </div>
  );
}
