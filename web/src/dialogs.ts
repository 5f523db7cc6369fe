// The ways in: welcome, examples, a new house rule, a new game, sharing.
import { type App, baseOf, on } from "./app-state";
import { copy, download, showBook } from "./changes";
import { dialog, fill, h, icon, toast } from "./dom";
import { failureOf, type Game, PERSON, type Seat } from "./game";
import { field } from "./measure";
import { pack } from "./share";
import { t } from "./text";
import type { Project, RuleRef } from "./types";

export type Ways = {
  open: (project: Project) => void;
  /** `main`: shipped rules to play; without it, the edited ones, with these variants. */
  start: (players: number, seed: number, seats: Seat[], main: string | undefined, variants: string[]) => void;
};

export function welcome(app: App, ways: Ways) {
  const way = (name: string, title: string, text: string, go: () => void, first = false) => h("button.way", { type: "button", autofocus: first, onclick: () => (close(), go()) }, icon(name), h("strong", null, title), h("span", null, text));
  const { close } = dialog(
    t("welcome.title"),
    t("close"),
    h(
      "div.welcome",
      null,
      h("p", null, t("welcome.text")),
      h(
        "div.ways",
        null,
        way("book", t("welcome.example"), t("welcome.exampleText"), () => examples(app, ways), true),
        way("pen", t("welcome.rule"), t("welcome.ruleText"), () => newRule(app, ways)),
        way("board", t("welcome.play"), t("welcome.playText"), () => newGame(app, ways)),
      ),
      h("p.muted", null, t("welcome.private")),
    ),
    { wide: true },
  );
}

/** Run once the catalogue is there; until then, a dialog says that it is on its way. */
function withCatalog(app: App, title: string, run: () => void) {
  if (app.catalog) return run();
  let isWanted = true;
  const { close } = dialog(title, t("close"), h("p.muted", null, h("span.spinner.small", { "aria-hidden": "true" }), t("engine.soon")), { onclose: () => (isWanted = false) });
  on("catalog", () => {
    if (!isWanted) return;
    close();
    run();
  });
}

export const examples = (app: App, ways: Ways) => withCatalog(app, t("examples.title"), () => chooseExample(app, ways));
export const newRule = (app: App, ways: Ways) => withCatalog(app, t("rule.new"), () => writeRule(app, ways));
export const newGame = (app: App, ways: Ways) => withCatalog(app, t("game.new"), () => setUpGame(app, ways));

function chooseExample(app: App, ways: Ways) {
  const list = h("ul.examples");
  const search = h("input", { type: "search", placeholder: t("examples.search"), "aria-label": t("examples.search"), oninput: () => draw() });
  const draw = () => {
    const wanted = search.value.toLowerCase();
    fill(
      list,
      app.catalog!.examples
        .filter((example) => `${example.name} ${example.title} ${example.says}`.toLowerCase().includes(wanted))
        .map((example) => h("li", null, h("button.example", { type: "button", "data-example": example.name, onclick: () => (close(), ways.open({ files: { [`${example.name}.wtr`]: example.text }, main: `${example.name}.wtr` })) }, h("strong", null, example.title), h("span", null, example.says)))),
    );
  };
  const { close } = dialog(t("examples.title"), t("close"), h("div", null, search, list), { wide: true });
  draw();
}

function writeRule(app: App, ways: Ways) {
  const title = h("input", { id: "rule-title", required: true, value: t("rule.suggestion"), maxlength: "80" });
  const base = h("select", { id: "rule-base" }, app.catalog!.rulesets.map((ruleset) => h("option", { value: ruleset.name, selected: ruleset.name === baseOf(app) }, `${ruleset.title} (${ruleset.name})`)));
  const wishes = (app.catalog!.wishes ?? []).map((wish) => h("label.wish", null, h("input", { type: "checkbox", value: wish.id }), h("span", null, wish.title)));
  const form = h(
    "form",
    {
      onsubmit: async (event: Event) => {
        event.preventDefault();
        const chosen = [...form.querySelectorAll<HTMLInputElement>("input[type=checkbox]:checked")].map((box) => box.value);
        try {
          const { name, text } = await app.engine.call("newRule", { extends: base.value, title: title.value.trim(), wishes: chosen, lang: app.lang });
          close();
          const file = name.endsWith(".wtr") ? name : `${name}.wtr`;
          ways.open({ files: { [file]: text }, main: file });
        } catch (error) {
          toast(failureOf(error).message);
        }
      },
    },
    field("rule-title", t("rule.title"), title),
    field("rule-base", t("rule.base"), base),
    wishes.length > 0 && h("fieldset", null, h("legend", null, t("rule.wishes")), wishes),
    h("div.row", null, h("button.primary", { type: "submit" }, t("rule.create"))),
  );
  const { close } = dialog(t("rule.new"), t("close"), form);
  title.select();
}

function setUpGame(app: App, ways: Ways) {
  const own = app.project.main in app.project.files;
  const rulesets = app.catalog!.rulesets;
  const ruleset = h("select", { id: "game-rules", onchange: () => redraw() }, own && h("option", { value: "" }, app.check?.title || app.project.main), rulesets.map((r) => h("option", { value: r.name, selected: !own && app.project.main.split("+")[0] === r.name }, `${r.title} (${r.name})`)));
  const players = h("select", { id: "game-players", onchange: () => drawSeats() });
  const variants = h("fieldset");
  const seats = h("fieldset.seats");
  const seed = h("input", { id: "game-seed", type: "number", min: "0", value: String(Math.floor(Math.random() * 100000)) });
  const before = app.game?.seats ?? [PERSON, "greedy"];

  function redraw() {
    const chosen = rulesets.find((r) => r.name === ruleset.value);
    const counts = chosen?.players ?? ownPlayers(app);
    const wanted = Number(players.value) || app.game?.players || 2;
    fill(players, counts.map((n) => h("option", { value: String(n), selected: n === (counts.includes(wanted) ? wanted : counts[0]) }, n)));
    const playedWith = app.game?.project.main.split("+").slice(1) ?? [];
    const known = variantsOf();
    fill(variants, known.length > 0 && [h("legend", null, t("game.variants")), known.map((variant) => h("label.wish", { title: variant.says }, h("input", { type: "checkbox", value: variant.name, checked: playedWith.includes(variant.name), onchange: () => settle() }), h("span", null, variant.title)))]);
    variants.hidden = !variants.childElementCount;
    settle();
  }
  const variantsOf = () => rulesets.find((r) => r.name === ruleset.value)?.variants ?? app.check?.variants ?? [];
  /** A variant may need or exclude others: tick and untick them along with it. */
  function settle() {
    const known = variantsOf();
    const boxes = [...variants.querySelectorAll<HTMLInputElement>("input")];
    for (const variant of known) {
      if (!boxes.find((box) => box.value === variant.name)?.checked) continue;
      for (const box of boxes) {
        if (variant.needs?.includes(box.value)) box.checked = true;
        if (variant.excludes?.includes(box.value) && box !== document.activeElement) box.checked = false;
      }
    }
    const counts = known.filter((v) => boxes.find((box) => box.value === v.name)?.checked && v.players?.length).map((v) => v.players!);
    for (const option of players.options) option.disabled = counts.some((list) => !list.includes(Number(option.value)));
    if (players.selectedOptions[0]?.disabled) players.value = [...players.options].find((option) => !option.disabled)?.value ?? "";
    drawSeats();
  }
  function drawSeats() {
    const n = Number(players.value);
    const old = [...seats.querySelectorAll("select")].map((select) => select.value);
    fill(
      seats,
      h("legend", null, t("game.who")),
      Array.from({ length: n }, (_, i) => {
        const chosen = old[i] ?? before[i] ?? "greedy";
        return field(`seat-${i}`, t("game.seat", { n: i + 1 }), h("select", { id: `seat-${i}` }, h("option", { value: PERSON, selected: chosen === PERSON }, t("game.person")), app.catalog!.bots.map((bot) => h("option", { value: bot.name, selected: bot.name === chosen }, bot.title))));
      }),
    );
  }
  const form = h(
    "form",
    {
      onsubmit: (event: Event) => {
        event.preventDefault();
        const chosen = [...variants.querySelectorAll<HTMLInputElement>("input:checked")].map((box) => box.value);
        close();
        const who = [...seats.querySelectorAll("select")].map((select) => select.value);
        ways.start(Number(players.value), Number(seed.value) || 0, who, ruleset.value ? [ruleset.value, ...chosen].join("+") : undefined, chosen);
      },
    },
    field("game-rules", t("game.rules"), ruleset),
    variants,
    field("game-players", t("game.players"), players),
    seats,
    h("details", null, h("summary", null, t("game.more")), field("game-seed", t("game.seed"), seed)),
    h("div.row", null, h("button.primary", { type: "submit", autofocus: true }, icon("play"), t("game.start"))),
  );
  const { close } = dialog(t("game.new"), t("close"), form);
  redraw();
}

/** How many can play the edited rules; from the newest text that could be played, if this one cannot. */
const ownPlayers = (app: App): number[] => (app.check?.players.length ? app.check.players : app.game ? [app.game.players] : [2]);

export async function shareLink(app: App, game: Game | null): Promise<string> {
  const ref = game?.ref();
  const main = [app.project.main, ...app.variants].join("+");
  const fragment = await pack({ files: app.project.files, main, players: ref?.players ?? 2, seed: ref?.seed ?? 0, position: ref?.position, moves: ref?.moves ?? [], seats: game?.seats });
  return `${location.origin}${location.pathname}#${fragment}`;
}

export async function share(app: App) {
  const link = await shareLink(app, app.game);
  const name = app.project.main.replace(/\.wtr$/, "").replaceAll("+", "-");
  const game = app.game;
  const svg = game?.view?.svg;
  dialog(
    t("share.title"),
    t("close"),
    h(
      "div.share",
      null,
      h("p", null, t("share.text")),
      h("textarea.copy", { readonly: true, rows: "4", "aria-label": t("share.link"), onfocus: (event: Event) => (event.target as HTMLTextAreaElement).select() }, link),
      link.length > 8000 && h("p.warn", null, t("share.long")),
      h("div.row", null, h("button.primary", { type: "button", onclick: () => void copy(link) }, icon("copy"), t("share.copy")), "share" in navigator && h("button", { type: "button", onclick: () => void navigator.share({ url: link, title: app.check?.title }).catch(() => {}) }, icon("share"), t("share.send"))),
      h("h3", null, t("share.save")),
      h(
        "div.row",
        null,
        Object.entries(app.project.files).map(([file, text]) => h("button", { type: "button", onclick: () => download(file, text, "text/plain") }, file)),
        game && h("button", { type: "button", onclick: () => download(`${name}.game.json`, JSON.stringify({ ...game.ref(), words: game.line().slice(1).map((step) => step.words) }, null, 1), "application/json") }, t("share.game")),
        svg && h("button", { type: "button", onclick: () => download(`${name}.svg`, svg, "image/svg+xml") }, t("share.picture")),
        h("button", { type: "button", onclick: () => void showBook(app) }, t("share.book")),
      ),
    ),
    { wide: true },
  );
}

export function showRule(rule: RuleRef) {
  dialog(rule.title || rule.id, t("close"), h("div", null, h("p", null, rule.says), rule.cites.length > 0 && h("p.muted", null, rule.cites.join(" · ")), h("p.muted", null, h("code", null, rule.id))));
}
