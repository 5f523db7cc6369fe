// Many games of the edited rules against the rules they extend: three plain sentences, and the table behind them.
import { useState } from "preact/hooks";
import type { Report, ReportRow } from "../calls";
import { failureOf, isAbort } from "../engine/engine";
import { baseName, call, isOwn, store, titleOf } from "../state/store";
import { filesOf, trainedBots } from "../state/trained";
import { lang, number, t } from "../text/text";
import { Field, Icon, Inline } from "./widgets";

const GAMES = [200, 1000, 5000];

export function MeasurePanel() {
  const [games, setGames] = useState(1000);
  const [wanted, setPlayers] = useState(2);
  const [bot, setBot] = useState("greedy");
  const [report, setReport] = useState<Report | null>(null);
  const [failure, setFailure] = useState("");
  const [running, setRunning] = useState<AbortController | null>(null);
  const catalog = store.catalog.value;
  const known = store.check.value?.players ?? [];
  const counts = known.length ? known : (catalog?.rulesets[0]?.players ?? [2]);
  const players = counts.includes(wanted) ? wanted : counts[0]!;
  const bots = [...(catalog?.bots ?? []), ...trainedBots.value];
  const base = titleOf(baseName.value);

  const start = async () => {
    const mine = new AbortController();
    setRunning(mine);
    setReport(null);
    setFailure("");
    try {
      const project = store.playable.value ?? store.project.value;
      const played = { bots: bot, trained: filesOf(bot), seed: 1, lang: lang.value };
      const argument = { project, against: baseName.value, players, games, ...played };
      setReport(await call("simulate", argument, { signal: mine.signal, progress: setReport }));
    } catch (error) {
      setFailure(isAbort(error) ? t("measure.stopped") : failureOf(error).message);
    } finally {
      setRunning(null);
    }
  };

  return (
    <div class="panel">
      <p class="muted intro">{isOwn.value ? t("measure.intro", { base }) : t("measure.shipped")}</p>
      <div class="row form">
        <Field id="measure-games" label={t("measure.games")}>
          <select id="measure-games" value={String(games)} onChange={(e) => setGames(Number(e.currentTarget.value))}>
            {GAMES.map((n) => (
              <option key={n} value={String(n)}>
                {number(n)}
              </option>
            ))}
          </select>
        </Field>
        <Field id="measure-players" label={t("measure.players")}>
          <select
            id="measure-players"
            value={String(players)}
            onChange={(e) => setPlayers(Number(e.currentTarget.value))}
          >
            {counts.map((n) => (
              <option key={n} value={String(n)}>
                {n}
              </option>
            ))}
          </select>
        </Field>
        <Field id="measure-bots" label={t("measure.bots")}>
          <select id="measure-bots" value={bot} onChange={(e) => setBot(e.currentTarget.value)}>
            {bots.map((one) => (
              <option key={one.name} value={one.name}>
                {one.title}
              </option>
            ))}
          </select>
        </Field>
        <button type="button" class="primary" onClick={() => (running ? running.abort() : void start())}>
          <Icon name={running ? "close" : "play"} />
          {running ? t("measure.stop") : t("measure.run")}
        </button>
      </div>
      {running && (
        <progress
          max="1"
          value={report ? Math.min(1, report.games / Math.max(1, report.total)) : undefined}
          aria-label={t("measure.progress")}
        />
      )}
      <div class="report" aria-live="polite">
        {running && !report && <p class="muted">{t("measure.starting")}</p>}
        {failure && (
          <p class={report ? "muted" : "failure"}>
            <Inline text={failure} />
          </p>
        )}
        {report && <Findings report={report} />}
      </div>
    </div>
  );
}

function Findings({ report }: { report: Report }) {
  const { games, total, headlines, rows } = report;
  return (
    <>
      <ul class="headlines">
        {headlines.map((text) => (
          <li class="headline" key={text}>
            {text}
          </li>
        ))}
      </ul>
      <p class="muted">
        {games < total
          ? t("measure.soFar", { n: number(games), of: number(total) })
          : t("measure.done", { n: number(games) })}
      </p>
      {rows.length > 0 && (
        <details>
          <summary>{t("measure.all")}</summary>
          <Table rows={rows} />
        </details>
      )}
    </>
  );
}

function Table({ rows }: { rows: ReportRow[] }) {
  const groups = Map.groupBy(rows, (row) => row.group);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t("measure.title")}>
      <table class="bars">
        <thead>
          <tr>
            <th scope="col">{t("measure.what")}</th>
            <th scope="col">{t("measure.base")}</th>
            <th scope="col">{t("measure.changed")}</th>
            <th scope="col">{t("measure.difference")}</th>
          </tr>
        </thead>
        {[...groups].map(([name, lines]) => (
          <tbody key={name}>
            {name && (
              <tr class="group">
                <th colSpan={4} scope="rowgroup">
                  {name}
                </th>
              </tr>
            )}
            {lines.map((line) => (
              <Row key={line.id} line={line} widest={widest(line, rows)} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Shares have a scale of their own, the same for all; other numbers are compared with themselves. */
function widest({ unit, low, high }: ReportRow, rows: ReportRow[]): number {
  const reach = (row: ReportRow) => [Math.abs(row.low ?? 0), Math.abs(row.high ?? 0)];
  if (unit === "%") return Math.max(10, ...rows.filter((row) => row.unit === "%").flatMap(reach));
  return Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0), 1e-9) * 1.2;
}

function Row({ line, widest }: { line: ReportRow; widest: number }) {
  const { difference, low, high, unit } = line;
  const isKnown = typeof difference === "number" && typeof low === "number" && typeof high === "number";
  const place = (value: number) => 50 + 50 * Math.max(-1, Math.min(1, value / widest));
  // As many digits as the interval is wide: a difference that is not zero is not shown as "-0.0".
  const width = isKnown ? Math.max(high - low, Math.abs(difference)) : 0;
  const digits = width >= 20 ? 0 : width >= 0.5 || width === 0 ? 1 : 2;
  const points = unit === "%" ? ` ${t("measure.points")}` : "";
  return (
    <tr class={line.clear ? "clear" : ""}>
      <th scope="row">{line.label}</th>
      <Cell text={line.base} />
      <Cell text={line.changed} />
      {isKnown ? (
        <td class="difference">
          <span class="axis" aria-hidden="true">
            <span
              class="interval"
              style={{ left: `${place(low)}%`, width: `${Math.max(1, place(high) - place(low))}%` }}
            />
            <span class="point" style={{ left: `${place(difference)}%` }} />
          </span>
          <span class="value">{`${signed(difference, digits)}${points}`}</span>
          <span class="range muted">{`(${signed(low, digits)} … ${signed(high, digits)})`}</span>
        </td>
      ) : (
        <td>–</td>
      )}
    </tr>
  );
}

/** A number and, below it, the interval it is probably in. */
function Cell({ text }: { text: string }) {
  const [value, interval] = text.split(/ (?=\()/);
  return (
    <td>
      {value}
      {interval && <span class="range muted">{interval}</span>}
    </td>
  );
}

/** With its sign; what rounds to nothing has none. */
function signed(value: number, digits: number): string {
  const text = number(Math.abs(value), digits);
  return /[1-9]/.test(text) ? `${value < 0 ? "−" : "+"}${text}` : text;
}
