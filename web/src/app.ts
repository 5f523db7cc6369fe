// The page: puts the parts together, checks as you type, saves, and keeps the game in step with the rules.
import { type App, emit, forgetListeners, on, type Theme } from "./app-state";
import { changesPanel } from "./changes";
import { comparePanel } from "./compare";
import { examples, newGame, newRule, share, showRule, type Ways, welcome } from "./dialogs";
import { dialog, fill, h, icon, iconButton, toast } from "./dom";
import { Editor } from "./editor";
import { type Engine, engineConfig, type EngineState, isAbort, openEngine } from "./engine";
import { failureOf, Game, PERSON, type SavedGame, type Seat } from "./game";
import { logPanel } from "./log";
import { measurePanel } from "./measure";
import { PlayPanel } from "./play";
import { positionPanel } from "./position";
import { problemsPanel } from "./problems";
import { type Shared, unpack } from "./share";
import { load, save } from "./store";
import first from "./first.wtr";
import { type Key, setLanguage, t } from "./text";
import type { Check, Lang, OnDisk, Project, Start, View } from "./types";

type Saved = { project: Project; file: string; variants?: string[]; disk?: OnDisk | null; lang: Lang; theme: Theme; playable: Project | null; game: SavedGame | null; view?: View | null; tab: string };

const DEBOUNCE = 25; // milliseconds after the last key
const TABS = ["changes", "log", "measure", "compare", "position"] as const;
type Tab = (typeof TABS)[number];
const TAB_TITLES: Record<Tab, Key> = { changes: "tab.changes", log: "tab.log", measure: "tab.measure", compare: "tab.compare", position: "tab.position" };

let app: App;
let editor: Editor;
let playPanel: PlayPanel;
let tab: Tab = "changes";
let couldSave = true;
let serial = 0;
const timing: { typed: number; checks: number[] } = { typed: 0, checks: [] };
Object.assign(window, { wtrulesTiming: timing }); // read by the tests that measure

// --- checking ---

let checkTimer: ReturnType<typeof setTimeout> | undefined;
let checking: AbortController | null = null;

function checkSoon() {
  timing.typed = performance.now();
  clearTimeout(checkTimer);
  checkTimer = setTimeout(() => void check(), DEBOUNCE);
}

async function check() {
  checking?.abort();
  const mine = (checking = new AbortController());
  const { project } = app;
  const from = timing.typed;
  app.isChecking = true;
  try {
    let isFirst = true;
    const show = (found: Check) => {
      if (mine.signal.aborted || project !== app.project) return;
      app.check = found;
      // Rules whose examples have other results are wrong somewhere, but they can be played.
      if (found.playable) app.playable = project;
      if (from && isFirst) timing.checks.push(performance.now() - from);
      isFirst = false;
      emit("check");
    };
    const found = await app.engine.call("check", { project, lang: app.lang, serial: ++serial }, { signal: mine.signal, progress: show });
    show(found);
    if (app.playable === project && !mine.signal.aborted && project === app.project) await rulesChanged();
  } catch (error) {
    if (isAbort(error)) return;
    const failure = failureOf(error);
    const message = failure.code === "too-long" ? t("engine.tooLong", { seconds: failure.message }) : failure.message;
    app.check = { diagnostics: [{ code: failure.code, severity: "error", message, file: null, from: 0, to: 0, related: [], help: [], fixes: [], page: "" }], changes: [], playable: false, players: [], title: app.check?.title ?? "", ms: 0 };
    emit("check");
  } finally {
    if (checking === mine) app.isChecking = false;
  }
}

/** The rules can be played: bring the game along, or begin one. */
async function rulesChanged() {
  const project = playedProject();
  if (!app.game) return begin(2, 1, [PERSON, "greedy"]);
  if (JSON.stringify(app.game.project) !== JSON.stringify(project) || app.game.failure) await app.game.change(project, app.lang);
  else if (!app.game.view) await app.game.go(app.game.current, app.lang);
}

/** What the game is played with: the newest text that works, with the chosen variants. */
function playedProject(): Project {
  const project = app.playable ?? app.project;
  return { ...project, main: [project.main, ...app.variants].join("+") };
}

function begin(players: number, seed: number, seats: Seat[], position?: string, moves: string[] = []) {
  app.aside = null;
  const counts = app.variants.length ? [] : app.check?.players;
  const n = counts?.length && !counts.includes(players) ? counts[0]! : players;
  const who = Array.from({ length: n }, (_, i) => seats[i] ?? "greedy");
  app.game = new Game(app.engine, playedProject(), n, seed, who, position, gameChanged);
  return moves.length ? app.game.follow(moves, app.lang) : app.game.go(app.game.root, app.lang);
}

function gameChanged(animate: boolean) {
  emit("game", animate);
  saveSoon();
}

// --- opening, saving ---

const ways: Ways = {
  open(project) {
    app.project = project;
    app.disk = null;
    app.variants = [];
    app.file = Object.keys(project.files)[0] ?? "";
    app.check = null;
    app.aside = null;
    app.game = null;
    emit("files");
    emit("check");
    showPane("rules");
    void check();
  },
  start(players, seed, seats, main, variants) {
    showPane("board");
    app.variants = main === undefined ? variants : [];
    if (main === undefined) return void begin(players, seed, seats);
    app.project = { files: {}, main };
    app.file = "";
    app.check = null;
    app.playable = app.project;
    emit("files");
    void check();
    void begin(players, seed, seats);
  },
};

let saveTimer: ReturnType<typeof setTimeout> | undefined;
function saveSoon() {
  clearTimeout(saveTimer);
  saveTimer = setTimeout(saveNow, 300);
}
function saveNow() {
  clearTimeout(saveTimer);
  const saved: Saved = { project: app.project, file: app.file, variants: app.variants, disk: app.disk, lang: app.lang, theme: app.theme, playable: app.playable, game: app.game?.save() ?? null, view: shownView(), tab };
  const worked = save(saved);
  if (!worked && couldSave) toast(t("save.failed"), { label: t("share.open"), run: () => void share(app) }, 15_000);
  couldSave = worked;
  document.body.classList.toggle("unsaved", !worked);
}

/** The view of the game, so that a reload shows the board at once; not if the hand in it is covered. */
function shownView(): View | null {
  const game = app.game;
  return game?.view && !game.failure && !game.isCovered && game.people().length < 2 ? { ...game.view, log: [] } : null;
}

// --- building the page ---

let body: HTMLElement;
function showPane(name: "rules" | "board" | "more") {
  body.dataset.pane = name;
  for (const button of document.querySelectorAll<HTMLElement>(".bottom-bar button")) button.setAttribute("aria-pressed", String(button.dataset.pane === name));
}

function header(): HTMLElement {
  const title = h("h1");
  const state = h("span.engine-state", { role: "status" });
  const language = h("button.lang", { type: "button", lang: app.lang === "en" ? "de" : "en", title: t("lang.switch"), "aria-label": app.lang === "en" ? "Deutsch" : "English", onclick: () => setLang(app.lang === "en" ? "de" : "en") }, h("span.long", null, app.lang === "en" ? "Deutsch" : "English"), h("span.short", { "aria-hidden": "true" }, app.lang === "en" ? "DE" : "EN"));
  const isDark = () => document.documentElement.dataset.theme === "dark" || (app.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = iconButton(isDark() ? "sun" : "moon", isDark() ? t("theme.light") : t("theme.dark"), () => {
    setTheme(isDark() ? "light" : "dark");
    theme.replaceWith(header().querySelector("[data-theme-button]")!);
    build();
  });
  theme.dataset.themeButton = "";
  on(["check", "files"], () => (title.textContent = app.check?.title || app.project.main.replace(/\.wtr$/, "")));
  title.textContent = app.check?.title || app.project.main.replace(/\.wtr$/, "");
  on("engine", () => fill(state, app.isReady ? "" : t("engine.loading")));
  fill(state, app.isReady ? "" : t("engine.loading"));
  return h(
    "header.top",
    null,
    h("a.brand", { href: "./", "aria-label": t("brand"), onclick: (event: Event) => (event.preventDefault(), welcome(app, ways)) }, h("img", { src: "icon.svg", alt: "", width: "30", height: "30" })),
    h("div.titles", null, title, state),
    h("div.spacer"),
    language,
    theme,
    h("button.share-button", { type: "button", "aria-label": t("share.open"), title: t("share.title"), onclick: () => void share(app) }, icon("share"), h("span", null, t("share.open"))),
    iconButton("menu", t("menu.open"), (event) => menu(event.currentTarget as HTMLElement)),
  );
}

function menu(anchor: HTMLElement) {
  const items: [string, string, () => void][] = [
    ["plus", t("rule.new"), () => newRule(app, ways)],
    ["book", t("examples.title"), () => examples(app, ways)],
    ["board", t("game.new"), () => newGame(app, ways)],
    ["share", t("share.title"), () => void share(app)],
    ["light", t("help.title"), help],
  ];
  const list = h("div.menu", { role: "menu", popover: "auto" });
  for (const [name, label, run] of items) list.append(h("button", { type: "button", role: "menuitem", onclick: () => (list.hidePopover(), run()) }, icon(name), label));
  list.addEventListener("toggle", (event) => (event as ToggleEvent).newState === "closed" && list.remove());
  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]!.focus();
    else if (event.key === "ArrowUp") buttons[(at + buttons.length - 1) % buttons.length]!.focus();
    else return;
    event.preventDefault();
  });
  document.body.append(list);
  const place = anchor.getBoundingClientRect();
  list.style.top = `${place.bottom + 6}px`;
  list.style.right = `${Math.max(8, innerWidth - place.right)}px`;
  list.showPopover();
  list.querySelector("button")!.focus();
}

function help() {
  const keys: [string, string][] = [
    ["← →", t("help.moves")],
    ["Ctrl Space", t("help.complete")],
    ["Ctrl Shift F", t("help.format")],
    ["F8", t("help.problem")],
    ["Ctrl S", t("help.save")],
    ["Esc, Tab", t("help.leave")],
  ];
  dialog(t("help.title"), t("close"), h("div.help", null, h("p", null, t("help.text")), h("dl", null, keys.map(([key, text]) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)])), h("p.muted", null, t("help.fan"))));
}

function fileTabs(): HTMLElement {
  const bar = h("div.file-bar");
  const draw = () => {
    const names = Object.keys(app.project.files);
    fill(
      bar,
      h(
        "div.file-tabs",
        { role: "group", "aria-label": t("files.label") },
        names.map((name) =>
          h("span.file-tab", { class: name === app.file ? "open" : "" }, h("button", { type: "button", "aria-pressed": String(name === app.file), onclick: () => ((app.file = name), emit("files")) }, name), name !== app.project.main && iconButton("close", t("files.remove", { name }), () => removeFile(name))),
        ),
        names.length > 0 && iconButton("plus", t("files.add"), addFile),
      ),
      h("div.row", null, app.disk && app.disk.file in app.project.files && h("button", { type: "button", "aria-label": t("save.save", { name: app.disk.file }), title: t("save.save", { name: app.disk.file }), onclick: () => void saveToDisk(), "data-act": "save" }, icon("save"), h("span", null, t("save.short"))), names.length > 0 && h("button", { type: "button", "aria-label": t("editor.format"), title: t("editor.format"), onclick: () => void format(), "data-act": "format" }, icon("format"), h("span", null, t("editor.format"))), h("button", { type: "button", "aria-label": t("examples.title"), title: t("examples.title"), onclick: () => examples(app, ways), "data-act": "examples" }, icon("book"), h("span", null, t("examples.title")))),
    );
  };
  on("files", draw);
  draw();
  return bar;
}

function addFile() {
  const name = h("input", { id: "file-name", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9 _.\\-]*", value: "my-base.wtr" });
  const { close } = dialog(
    t("files.add"),
    t("close"),
    h(
      "form",
      {
        onsubmit: (event: Event) => {
          event.preventDefault();
          const file = name.value.endsWith(".wtr") ? name.value : `${name.value}.wtr`;
          if (!(file in app.project.files)) app.project = { ...app.project, files: { ...app.project.files, [file]: `ruleset ${file.replace(/\.wtr$/, "")} {\n  title    en "…"\n  extends  en-capstone\n}\n` } };
          app.file = file;
          close();
          emit("files");
          emit("text");
        },
      },
      h("p", null, t("files.why")),
      h("label.field", { for: "file-name" }, h("span", null, t("files.name")), name),
      h("div.row", null, h("button.primary", { type: "submit" }, t("files.create"))),
    ),
  );
  name.select();
}

function removeFile(name: string) {
  const text = app.project.files[name]!;
  const { [name]: _, ...rest } = app.project.files;
  app.project = { ...app.project, files: rest };
  if (app.file === name) app.file = app.project.main;
  editor.forget(name);
  emit("files");
  emit("text");
  toast(t("files.removed", { name }), { label: t("timeline.undo"), run: () => ((app.project = { ...app.project, files: { ...app.project.files, [name]: text } }), emit("files"), emit("text")) });
}

async function format() {
  try {
    const { file } = app;
    const before = app.project.files[file];
    const { text } = await app.engine.call("format", { project: app.project, file });
    if (file === app.file && before === app.project.files[file]) editor.replace(text);
  } catch (error) {
    toast(failureOf(error).message);
  }
}

function rulesPane(): HTMLElement {
  const place = h("div.editor");
  const shipped = h("div.shipped", null, h("h2", null, t("shipped.title")), h("p", null, t("shipped.text")), h("div.row", null, h("button.primary", { type: "button", onclick: () => newRule(app, ways) }, icon("pen"), t("rule.new")), h("button", { type: "button", onclick: () => examples(app, ways) }, icon("book"), t("examples.title"))));
  const problems = problemsPanel(app, () => editor);
  editor = new Editor(app, place, { format: () => void format() });
  const draw = () => {
    const hasFiles = Object.keys(app.project.files).length > 0;
    place.hidden = problems.element.hidden = !hasFiles;
    shipped.hidden = hasFiles;
    if (hasFiles) editor.open(app.file);
  };
  on("files", draw);
  on("check", () => (editor.mark(), problems.update()));
  on("engine", problems.update);
  on("catalog", () => app.catalog && editor.colour());
  draw();
  problems.update();
  return h("section.rules-pane", { "aria-label": t("pane.rules") }, fileTabs(), place, shipped, problems.element);
}

function tabsPane(): HTMLElement {
  const panels: Record<Tab, { element: HTMLElement; update: () => void }> = {
    changes: changesPanel(app, () => editor),
    log: logPanel(app, showRule),
    measure: measurePanel(app),
    compare: comparePanel(app, (project, title, witness, position) => {
      const { players } = witness;
      const game = new Game(app.engine, project, players, 0, Array.from({ length: players }, () => PERSON), position, gameChanged);
      game.seats = []; // to look at: nobody's hand is hidden
      app.aside = { game, title };
      showPane("board");
      void (witness.moves.length ? game.follow(witness.moves, app.lang) : game.go(game.root, app.lang));
    }),
    position: positionPanel(app, (position, players) => {
      showPane("board");
      void begin(players, app.game?.seed ?? 1, app.game?.seats ?? [PERSON, "greedy"], position);
    }),
  };
  const buttons = TABS.map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => select(name) }, t(TAB_TITLES[name])));
  const list = h("div.tabs", { role: "tablist", "aria-label": t("tabs.label") }, buttons);
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.stopPropagation();
    select(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]!);
    buttons[TABS.indexOf(tab)]!.focus();
  });
  const bodies = TABS.map((name) => h("div.tab-body", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "0" }, panels[name].element));
  function select(name: Tab) {
    tab = name;
    TABS.forEach((other, i) => {
      const isOpen = other === name;
      buttons[i]!.setAttribute("aria-selected", String(isOpen));
      buttons[i]!.tabIndex = isOpen ? 0 : -1;
      bodies[i]!.hidden = !isOpen;
    });
    panels[name].update();
    saveSoon();
  }
  on(["check", "game", "catalog", "files"], () => panels[tab].update());
  queueMicrotask(() => select(tab));
  return h("section.tabs-pane", { "aria-label": t("tabs.label") }, list, bodies);
}

function bottomBar(): HTMLElement {
  const items: ["rules" | "board" | "more", string, string][] = [["rules", "pen", t("pane.rules")], ["board", "board", t("pane.board")], ["more", "chart", t("pane.more")]];
  return h("nav.bottom-bar", { "aria-label": t("pane.label") }, items.map(([name, picture, label]) => h("button", { type: "button", "data-pane": name, onclick: () => showPane(name) }, icon(picture), label)));
}

function build() {
  forgetListeners();
  const pane = body?.dataset.pane ?? "board";
  playPanel = new PlayPanel(app, { newGame: () => newGame(app, ways), showRule, leaveAside: () => ((app.aside = null), emit("game"), void (app.game && app.game.go(app.game.current, app.lang))) });
  const board = h("section.board-pane", { "aria-label": t("pane.board") }, playPanel.element);
  body = h("main", { class: "panes", "data-pane": pane }, rulesPane(), board, tabsPane());
  on("game", (animate) => playPanel.update(animate));
  on(["engine", "check"], () => playPanel.update(false));
  on("text", () => (checkSoon(), saveSoon()));
  on("files", saveSoon);
  fill(document.body, h("a.skip", { href: "#board", onclick: (event: Event) => (event.preventDefault(), showPane("board"), playPanel.element.querySelector<HTMLElement>(".option, button")?.focus()) }, t("skip")), header(), body, bottomBar());
  showPane(pane as "rules");
  document.title = `${t("brand")}`;
  playPanel.update(false);
}

function setTheme(theme: Theme) {
  app.theme = theme;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  saveSoon();
}

async function setLang(lang: Lang) {
  app.lang = lang;
  setLanguage(lang);
  app.catalog = null;
  build();
  saveSoon();
  await loadCatalog();
  void check();
  if (app.game) await app.game.go(app.game.current, lang);
}

async function loadCatalog() {
  app.catalog = await app.engine.call("catalog", { lang: app.lang });
  emit("catalog");
}

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s" && app?.disk) {
    event.preventDefault();
    return void saveToDisk();
  }
  const target = event.target as HTMLElement;
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, .cm-editor, dialog, [role=tablist], [role=menu]")) return;
  const button = event.key === "ArrowLeft" ? "undo" : event.key === "ArrowRight" ? "redo" : null;
  if (button) document.querySelector<HTMLButtonElement>(`[data-act=${button}]`)?.click();
});
window.addEventListener("pagehide", () => app && saveNow());
document.addEventListener("visibilitychange", () => (document.hidden ? app && saveNow() : playPanel?.resume()));

// --- starting ---

/** What came with the page is shown at once; the engine only has to confirm it. */
function takePrepared(prepared: Start[Lang], isNew: boolean) {
  app.catalog = prepared.catalog;
  emit("catalog");
  if (!isNew || app.game || JSON.stringify(prepared.project) !== JSON.stringify(app.project)) return;
  app.check = prepared.check;
  app.playable = app.project;
  emit("check");
  app.game = new Game(app.engine, playedProject(), 2, 1, [PERSON, "greedy"], undefined, gameChanged);
  app.game.begin(prepared.view, app.lang);
}

function watchEngine(state: EngineState) {
  app.isReady = state.is === "ready" || state.is === "restarted";
  if (state.is === "restarted") toast(t("engine.restarted"));
  if (state.is === "failed") toast(t("engine.failed", { message: state.message }), { label: t("engine.reload"), run: () => location.reload() }, 60_000);
  emit("engine");
}

async function firstGame(saved: Saved | null, shared: Shared | null) {
  if (shared) {
    await check();
    void begin(shared.players, shared.seed, shared.seats ?? [PERSON, "greedy"], shared.position, shared.moves);
    history.replaceState(null, "", location.pathname);
    return;
  }
  if (saved?.game && app.playable && !app.game) {
    app.game = Game.restore(app.engine, playedProject(), saved.game, gameChanged);
    if (saved.view) app.game.begin(saved.view, app.lang);
    else await app.game.go(app.game.current, app.lang);
  }
  await check();
}

async function readLink(): Promise<Shared | "damaged" | null> {
  try {
    return await unpack(location.hash);
  } catch {
    return "damaged";
  }
}

async function start() {
  const saved = load<Saved>();
  const asked = new URLSearchParams(location.search).get("lang");
  const lang: Lang = asked === "de" || asked === "en" ? asked : (saved?.lang ?? (navigator.language.startsWith("de") ? "de" : "en"));
  setLanguage(lang);
  const link = await readLink();
  const shared = link === "damaged" ? null : link;
  let project: Project = saved?.project ?? { files: { "my-first-rule.wtr": first }, main: "my-first-rule.wtr" };
  let variants = saved?.variants ?? [];
  if (shared) {
    const [name, ...rest] = shared.main.split("+");
    const isOwn = name! in shared.files;
    project = { files: shared.files, main: isOwn ? name! : shared.main };
    variants = isOwn ? rest : [];
  }
  const config = engineConfig();
  const opening = config.then(openEngine);
  // Calls made before the engine is there wait for it.
  const engine: Engine = {
    kind: "worker",
    call: async (name, argument, options) => (await opening).call(name, argument, options),
    onState: (listener) => void opening.then((opened) => opened.onState(listener), () => {}),
  };
  const file = saved && !shared && saved.file in project.files ? saved.file : (Object.keys(project.files)[0] ?? "");
  app = { engine, lang, theme: saved?.theme ?? "auto", catalog: null, project, variants, file, disk: shared ? null : (saved?.disk ?? null), check: null, isChecking: false, playable: shared ? null : (saved?.playable ?? null), game: null, aside: null, isReady: false };
  if (saved?.tab && TABS.includes(saved.tab as Tab)) tab = saved.tab as Tab;
  setTheme(app.theme);
  build();
  const isNew = !saved && !shared;
  if (link === "damaged") toast(t("share.damaged"), undefined, 12_000);
  else if (isNew) welcome(app, ways);
  addEventListener("hashchange", () => location.reload());
  opening.then(
    (opened) => {
      opened.onState(watchEngine);
      if (opened.kind === "worker" && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
    },
    (error: unknown) => toast(t("engine.failed", { message: String(error) }), undefined, 60_000),
  );
  const prepared = await config.then((found) => (found.start ? fetch(found.start).then((answer) => answer.json()) : null)).catch(() => null) as Start | null;
  if (prepared) takePrepared(prepared[app.lang], isNew);
  if ((await config).engine === "server") await openGiven(saved, shared);
  await firstGame(saved, shared);
  if (!app.catalog) await loadCatalog();
}

/** `wtrules web FILE` opens that file; what was typed since it was saved last is kept. */
async function openGiven(saved: Saved | null, shared: Shared | null) {
  await loadCatalog();
  const { project: given, saved: disk } = app.catalog!;
  if (!given || !disk || shared) return;
  app.disk = disk;
  const isSame = saved?.project.main === given.main && saved.disk?.hash === disk.hash;
  document.querySelector("dialog")?.remove();
  if (isSame) return emit("files");
  ways.open(given);
  app.disk = disk;
  emit("files");
  if (saved) toast(t("save.opened", { name: disk.file }), { label: t("save.restore"), run: () => ways.open(saved.project) }, 15_000);
}

async function saveToDisk(hash = app.disk?.hash) {
  if (!app.disk || hash === undefined) return;
  const { file } = app.disk;
  const text = app.project.files[file] ?? "";
  try {
    const answer = await app.engine.call("save", { text, hash, lang: app.lang });
    app.disk = { file, hash: answer.hash };
    toast(t("save.done", { name: file }));
    saveSoon();
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code !== "conflict") return toast(failure.message);
    const { close } = dialog(
      t("save.conflict"),
      t("close"),
      h(
        "div.welcome",
        null,
        h("p", null, failure.message),
        h("details", null, h("summary", null, t("save.theirs")), h("pre", { tabindex: "0" }, failure.text)),
        h(
          "div.row",
          null,
          h("button", { type: "button", onclick: () => (close(), (app.disk = { file, hash: failure.hash! }), editor.goTo(file, 0, 0), editor.replace(failure.text!)) }, t("save.take")),
          h("button.primary", { type: "button", onclick: () => (close(), void saveToDisk(failure.hash)) }, t("save.overwrite")),
        ),
      ),
    );
  }
}

start().catch((error: unknown) => toast(failureOf(error).message, undefined, 60_000));
