// The page: puts the parts together and starts them.
import { type App, emit, forgetListeners, on, type Theme } from "./app-state";
import { Checker } from "./checking";
import { ruleDialog, type Ways, welcome } from "./dialogs";
import { fill, h, toast } from "./dom";
import type { Editor } from "./editor";
import { type Engine, engineConfig, type EngineState, openEngine } from "./engine";
import { rulesPane } from "./rules-pane";
import first from "./first.wtr";
import { failureOf } from "./game";
import { header } from "./header";
import { newGame } from "./new-game";
import { bottomBar, showPane, shownPane } from "./panes";
import { PlayPanel } from "./play";
import { Keeper, type Saved } from "./saving";
import { FIRST, Session } from "./session";
import { type Shared, unpack } from "./share";
import { load } from "./store";
import { isTab, tabsPane } from "./tabs";
import { setLanguage, t } from "./text";
import type { Lang, Project, Start } from "./types";

let app: App;
let editor: Editor;
let playPanel: PlayPanel;
let keeper: Keeper;
let session: Session;
let checker: Checker;

// --- ways in ---

const ways: Ways = {
  open(project) {
    Object.assign(app, { project, disk: null, variants: [], file: Object.keys(project.files)[0] ?? "", check: null, aside: null, game: null });
    emit("files");
    emit("check");
    showPane("rules");
    void checker.now();
  },
  start(start, main, variants) {
    showPane("board");
    app.variants = main === undefined ? variants : [];
    if (main === undefined) return void session.begin(start);
    app.project = { files: {}, main };
    Object.assign(app, { file: "", check: null, playable: app.project });
    emit("files");
    void checker.now();
    void session.begin(start);
  },
  read: ({ file, from, to }) => void editor.goTo(file, from, to),
};

// --- building the page ---

function build() {
  forgetListeners();
  const pane = shownPane();
  const showRule = ruleDialog(ways);
  playPanel = new PlayPanel(app, { newGame: () => newGame(app, ways), showRule, leaveAside: () => session.leaveAside() });
  const rules = rulesPane(app, ways, () => void keeper.toDisk());
  editor = rules.editor;
  const board = h("section.board-pane", { "aria-label": t("pane.board") }, playPanel.element);
  const tabs = tabsPane(app, session, () => editor, showRule, keeper.soon);
  const body = h("main", { class: "panes", "data-pane": pane }, rules.element, board, tabs);
  on("game", (animate) => playPanel.update(animate));
  on(["engine", "check"], () => playPanel.checked());
  on("catalog", () => playPanel.update(false));
  on("text", () => (checker.soon(), keeper.soon()));
  on("files", keeper.soon);
  const skip = (event: Event) => (event.preventDefault(), showPane("board"), playPanel.focus());
  fill(document.body, h("a.skip", { href: "#board", onclick: skip }, t("skip")), header(app, ways, { setLang: (lang) => void setLang(lang), setTheme: (theme) => (setTheme(theme), build()) }), body, bottomBar());
  showPane(pane);
  document.title = `${t("brand")}`;
  playPanel.update(false);
}

function setTheme(theme: Theme) {
  app.theme = theme;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keeper.soon();
}

async function setLang(lang: Lang) {
  app.lang = lang;
  setLanguage(lang);
  app.catalog = null;
  build();
  keeper.soon();
  await loadCatalog();
  void checker.now();
  if (app.game) await app.game.go(app.game.current, lang);
}

async function loadCatalog() {
  app.catalog = await app.engine.call("catalog", { lang: app.lang });
  emit("catalog");
}

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s" && app?.disk) {
    event.preventDefault();
    return void keeper.toDisk();
  }
  const target = event.target as HTMLElement;
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, .cm-editor, dialog, [role=tablist], [role=menu]")) return;
  const button = event.key === "ArrowLeft" ? "undo" : event.key === "ArrowRight" ? "redo" : null;
  if (button) document.querySelector<HTMLButtonElement>(`[data-act=${button}]`)?.click();
});
window.addEventListener("pagehide", () => app && keeper.now());
document.addEventListener("visibilitychange", () => (document.hidden ? app && keeper.now() : playPanel?.resume()));

// --- starting ---

/** What came with the page is shown at once; the engine only has to confirm it. */
function takePrepared(prepared: Start[Lang], isNew: boolean) {
  app.catalog = prepared.catalog;
  emit("catalog");
  if (!isNew || app.game || JSON.stringify(prepared.project) !== JSON.stringify(app.project)) return;
  app.check = prepared.check;
  app.playable = app.project;
  emit("check");
  session.show(prepared.view);
}

function watchEngine(state: EngineState) {
  app.isReady = state.is === "ready" || state.is === "restarted";
  if (state.is === "restarted") toast(t("engine.restarted"));
  if (state.is === "failed") toast(t("engine.failed", { message: state.message }), { label: t("engine.reload"), run: () => location.reload() }, 60_000);
  emit("engine");
}

async function firstGame(saved: Saved | null, shared: Shared | null) {
  if (shared) {
    await checker.now();
    void session.begin({ ...shared, seats: shared.seats ?? FIRST.seats });
    history.replaceState(null, "", location.pathname);
    return;
  }
  if (saved?.game && app.playable && !app.game) await session.restore(saved.game, saved.view);
  await checker.now();
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
  app = { engine, lang, theme: saved?.theme ?? "auto", catalog: null, project, variants, file, reading: {}, tab: isTab(saved?.tab) ? saved.tab : "changes", disk: shared ? null : (saved?.disk ?? null), check: null, isChecking: false, playable: shared ? null : (saved?.playable ?? null), game: null, aside: null, isReady: false };
  keeper = new Keeper(app, () => editor);
  session = new Session(app, keeper.soon);
  checker = new Checker(app, () => session.rulesChanged());
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

start().catch((error: unknown) => toast(failureOf(error).message, undefined, 60_000));
