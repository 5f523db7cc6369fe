// Many games of the edited rules against the rules they extend, with good players; the bars follow as games come in.
import { type App, baseOf } from "./app-state";
import { fill, h, icon } from "./dom";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { number, t } from "./text";
import { filesOf, trainedBots } from "./trained";
import type { Report, ReportRow } from "./types";

export function measurePanel(app: App) {
  let running: AbortController | null = null;
  let report: Report | null = null;
  const games = h("select", { id: "measure-games" }, [200, 1000, 5000].map((n) => h("option", { value: String(n), selected: n === 1000 }, number(n))));
  const players = h("select", { id: "measure-players" });
  const bots = h("select", { id: "measure-bots" });
  const run = h("button.primary", { type: "button", onclick: () => (running ? running.abort() : void start()) });
  const progress = h("progress", { max: "1", value: "0", hidden: true, "aria-label": t("measure.progress") });
  const out = h("div.report", { "aria-live": "polite" });
  const element = h(
    "div.panel",
    null,
    h("p.muted.intro"),
    h("div.row.form", null, field("measure-games", t("measure.games"), games), field("measure-players", t("measure.players"), players), field("measure-bots", t("measure.bots"), bots), run),
    progress,
    out,
  );

  async function start() {
    running = new AbortController();
    report = null;
    label();
    fill(out, h("p.muted", null, t("measure.starting")));
    progress.hidden = false;
    progress.removeAttribute("value");
    const total = Number(games.value);
    const show = (part: Report) => {
      report = part;
      progress.value = Math.min(1, part.games / Math.max(1, part.total));
      draw();
    };
    try {
      const argument = { project: app.playable ?? app.project, against: baseOf(app), players: Number(players.value), games: total, bots: bots.value, trained: filesOf(bots.value), seed: 1, lang: app.lang };
      show(await app.engine.call("simulate", argument, { signal: running.signal, progress: show }));
    } catch (error) {
      if (!isAbort(error)) fill(out, h("p.failure", null, failureOf(error).message));
      else if (!report) fill(out, h("p.muted", null, t("measure.stopped")));
    } finally {
      running = null;
      progress.hidden = true;
      label();
    }
  }

  function draw() {
    if (!report) return;
    fill(
      out,
      h("p.headline", null, report.headline),
      report.rows.length > 0 &&
        h(
          "div.table-scroll",
          { tabindex: "0", role: "region", "aria-label": t("measure.title") },
          h(
            "table.bars",
            null,
            h("thead", null, h("tr", null, h("th", { scope: "col" }, t("measure.what")), h("th", { scope: "col" }, t("measure.base")), h("th", { scope: "col" }, t("measure.changed")), h("th", { scope: "col" }, t("measure.difference")))),
            groups(report.rows).map(([name, rows]) => h("tbody", null, name && h("tr.group", null, h("th", { colspan: "4", scope: "rowgroup" }, name)), rows.map(row))),
          ),
        ),
      h("p.muted", null, report.games < report.total ? t("measure.soFar", { n: number(report.games), of: number(report.total) }) : t("measure.done", { n: number(report.games) })),
    );
  }

  function row(line: ReportRow): HTMLElement {
    const { difference, low, high, unit } = line;
    const cells = [h("th", { scope: "row" }, line.label), h("td", null, share(line.base)), h("td", null, share(line.changed))];
    if (difference === undefined || difference === null || low === undefined || low === null || high === undefined || high === null) return h("tr", null, cells, h("td", null, "–"));
    // Shares have a scale of their own, the same for all; other numbers are compared with themselves.
    const widest = unit === "%" ? Math.max(10, ...report!.rows.filter((other) => other.unit === "%").flatMap((other) => [Math.abs(other.low ?? 0), Math.abs(other.high ?? 0)])) : Math.max(Math.abs(low), Math.abs(high), 1e-9) * 1.2;
    const place = (value: number) => 50 + 50 * Math.max(-1, Math.min(1, value / widest));
    const points = unit === "%" ? ` ${t("measure.points")}` : "";
    // As many digits as the interval is wide: a difference that is not zero is not shown as "-0.0".
    const width = Math.max(high - low, Math.abs(difference));
    const digits = width >= 20 ? 0 : width >= 0.5 || width === 0 ? 1 : 2;
    return h(
      "tr",
      { class: line.clear ? "clear" : "" },
      cells,
      h(
        "td.difference",
        null,
        h("span.axis", { "aria-hidden": "true" }, h("span.interval", { style: { left: `${place(low)}%`, width: `${Math.max(1, place(high) - place(low))}%` } }), h("span.point", { style: { left: `${place(difference)}%` } })),
        h("span.value", null, `${signed(difference, digits)}${points}`),
        h("span.range.muted", null, `(${signed(low, digits)} … ${signed(high, digits)})`),
      ),
    );
  }

  function label() {
    fill(run, icon(running ? "close" : "play"), running ? t("measure.stop") : t("measure.run", { base: baseOf(app) }));
  }

  function update() {
    const counts = app.check?.players.length ? app.check.players : (app.catalog?.rulesets[0]?.players ?? [2]);
    const chosen = players.value || String(counts.includes(2) ? 2 : counts[0]);
    fill(players, counts.map((n) => h("option", { value: String(n), selected: String(n) === chosen }, n)));
    const known = [...(app.catalog?.bots ?? []), ...trainedBots()];
    const bot = bots.value || "greedy";
    if (bots.options.length !== known.length) fill(bots, known.map((one) => h("option", { value: one.name, selected: one.name === bot }, one.title)));
    element.querySelector(".intro")!.textContent = app.project.main in app.project.files ? t("measure.intro", { base: baseOf(app) }) : t("measure.shipped");
    label();
  }
  return { element, update };
}

/** A number and, below it, the interval it is probably in. */
function share(text: string): (HTMLElement | string)[] {
  const [value, interval] = text.split(/ (?=\()/);
  return interval ? [value!, h("span.range.muted", null, interval)] : [text];
}

/** With its sign; what rounds to nothing has none. */
function signed(value: number, digits: number): string {
  const text = number(Math.abs(value), digits);
  return /[1-9]/.test(text) ? `${value < 0 ? "−" : "+"}${text}` : text;
}

function groups(rows: ReportRow[]): [string, ReportRow[]][] {
  const found = new Map<string, ReportRow[]>();
  for (const row of rows) found.set(row.group, [...(found.get(row.group) ?? []), row]);
  return [...found];
}

export function field(id: string, label: string, control: HTMLElement): HTMLElement {
  return h("label.field", { for: id }, h("span", null, label), control);
}
