// The page: puts the parts together and starts them.
import { effect } from "@preact/signals";
import { render } from "preact";
import type { Lang, Prepared, Project } from "./calls";
import { type Engine, engineConfig, type EngineConfig, type EngineState, failureOf, openEngine } from "./engine/engine";
import first from "./first.wtr";
import { followAddress, openLink } from "./state/address";
import { followAdvice } from "./state/advice";
import { followBots } from "./state/bots";
import { checkNow } from "./state/checking";
import { saveToDisk } from "./state/disk";
import { type Kept, newId } from "./state/drafts";
import { followHistory } from "./state/history";
import { followChanges, keepAlso, keptDraft, keptDrafts, openKeeper } from "./state/keeper";
import { followLesson } from "./state/lesson";
import { openDraft, openRules, takeUp, titleIn } from "./state/rules";
import { show } from "./state/session";
import { followSettings, forgetOld, isNewReader, lastDraft, oldDraft } from "./state/settings";
import { showPane, toast } from "./state/shell";
import { call, setEngine, store, title } from "./state/store";
import { followPasses, followTurn } from "./state/turn";
import { lang, t } from "./text/text";
import { showConflict } from "./view/conflict";
import { Header } from "./view/header";
import { BoardPane } from "./view/play";
import { RulesPane } from "./view/rules-pane";
import { BottomBar, Dialogs, Toasts } from "./view/shell";
import { Splitter } from "./view/splitter";
import { TabsPane } from "./view/tabs";
import { focusTurn } from "./view/turn";
import { openWelcome } from "./view/welcome";

const FIRST_NAME = "my-first-rule.wtr";
const firstProject = (): Project => ({ files: { [FIRST_NAME]: first }, main: FIRST_NAME });

function Page() {
  const skip = (event: Event) => {
    event.preventDefault();
    showPane("board");
    focusTurn();
  };
  return (
    <>
      <a class="skip" href="#board" onClick={skip}>
        {t("skip")}
      </a>
      <Header />
      <main
        class={`panes${store.split.value ? "" : " folded"}`}
        style={{ "--left": `${store.split.value}%` }}
        data-pane={store.pane.value}
        data-tab={store.tab.value}
      >
        <Splitter />
        <RulesPane />
        <BoardPane />
        <TabsPane />
      </main>
      <BottomBar />
      <Dialogs />
      <Toasts />
    </>
  );
}

// --- keys ---

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s" && store.draft.value.disk) {
    event.preventDefault();
    return void saveToDisk(showConflict);
  }
  const target = event.target as HTMLElement;
  const isTyping = target.closest("input, textarea, select, .cm-editor, dialog, [role=tablist], [role=menu]");
  if (event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
  const act = event.key === "ArrowLeft" ? "undo" : event.key === "ArrowRight" ? "redo" : null;
  if (act) document.querySelector<HTMLButtonElement>(`[data-act=${act}]`)?.click();
});

// --- the engine ---

function watch(state: EngineState) {
  if (state.is === "ready" || state.is === "restarted") store.status.value = "ready";
  if (state.is === "restarted") toast(t("engine.restarted"));
  if (state.is !== "failed") return;
  store.status.value = "failed";
  const reload = { label: t("engine.reload"), run: () => location.reload() };
  toast(t("engine.failed", { message: state.message }), reload, 60_000);
}

/** Calls made before the engine is there wait for it. */
function connect(config: Promise<EngineConfig>) {
  const opening = config.then(openEngine);
  const engine: Engine = {
    kind: "worker",
    call: async (name, argument, options) => (await opening).call(name, argument, options),
    onState: () => {},
  };
  setEngine(engine);
  opening.then(
    (opened) => {
      opened.onState(watch);
      if (opened.kind === "worker") navigator.serviceWorker?.register("sw.js").catch(() => {});
    },
    (error: unknown) => toast(t("engine.failed", { message: String(error) }), undefined, 60_000),
  );
}

/** In another language everything the engine says is asked for again; what is typed and open stays. */
function followLanguage() {
  let asked: Lang | null = null;
  effect(() => {
    const now = lang.value;
    if (asked === now) return;
    const isFirst = asked === null;
    asked = now;
    if (isFirst) return;
    void loadCatalog().catch((error: unknown) => toast(failureOf(error).message));
    void checkNow();
    const game = store.aside.peek()?.game ?? store.game.peek();
    if (game) void game.go(game.current, now);
  });
}

async function loadCatalog() {
  const asked = lang.value;
  const catalog = await call("catalog", { lang: asked });
  if (asked === lang.value) store.catalog.value = catalog;
}

// --- the first rules ---

/** What came with the page is shown at once; the engine only has to confirm it. */
function takePrepared({ catalog, project, check, view }: Prepared[Lang]) {
  store.catalog.value = catalog;
  if (store.game.value || JSON.stringify(project) !== JSON.stringify(store.project.value)) return;
  store.check.value = check;
  store.playable.value = store.project.value;
  show(view);
}

/** The draft that an earlier version of the page has kept. */
async function takeOld(): Promise<Kept | null> {
  const old = oldDraft() as Partial<Kept> | null;
  const { project } = old ?? {};
  if (!project?.main || typeof project.files !== "object") return null;
  const now = Date.now();
  const info = { id: newId(), title: titleIn(project), created: now, edited: now, revision: 0, link: null };
  const own = project.main in project.files;
  const more = { isTouched: true, isRule: own, file: old?.file ?? "", variants: old?.variants ?? [], disk: null };
  const kept = { ...info, project, ...more, playable: old?.playable ?? null, game: old?.game ?? null, view: null };
  await keepAlso(kept);
  forgetOld();
  return kept;
}

/** `wtrules web FILE` opens that file; what was typed since it was saved last is kept. */
async function openGiven({ project, saved }: NonNullable<EngineConfig["opened"]>): Promise<void> {
  const text = project.files[saved.file] ?? "";
  const known = (await keptDrafts()).find((kept) => kept.disk?.file === saved.file);
  if (known?.disk?.hash === saved.hash && (await openDraft(known.id))) return;
  await openRules(project, { disk: { ...saved, text }, isQuiet: true });
  const isLost = known && known.project.files[saved.file] !== known.disk?.text;
  const back = { label: t("save.restore"), run: () => void openDraft(known!.id) };
  if (isLost) toast(t("save.opened", { name: saved.file }), back, 15_000);
}

async function openFirst(config: Promise<EngineConfig>): Promise<void> {
  if (await openLink(true)) return;
  const kept = (await keptDraft(lastDraft())) ?? (await takeOld());
  const isNew = isNewReader() && !kept;
  // Only a server is asked for the file that it was started with, and it is near.
  const isLocal = ["localhost", "127.0.0.1"].includes(location.hostname);
  const given = isLocal ? (await config.catch(() => null))?.opened : undefined;
  if (given) return openGiven(given);
  if (isNew) openWelcome();
  if (kept) return takeUp(kept);
  return openRules(firstProject(), { isQuiet: true });
}

async function start() {
  const asked = new URLSearchParams(location.search).get("lang");
  const config = engineConfig();
  connect(config);
  await openKeeper();
  followSettings(asked);
  render(<Page />, document.body);
  effect(() => void (document.title = title.value ? `${title.value} – ${t("name")}` : t("brand")));
  for (const follow of [followTurn, followBots, followAdvice, followPasses, followLesson, followLanguage]) follow();
  const opening = openFirst(config);
  followChanges();
  followAddress();
  followHistory();
  const { start: prepared, share } = await config;
  if (share && !store.shareBase.value) store.shareBase.value = share;
  if (prepared) {
    const found = await fetch(prepared).then(
      (answer) => answer.json() as Promise<Prepared>,
      () => null,
    );
    if (found) takePrepared(found[lang.value]);
  }
  await loadCatalog();
  await opening;
  if (!store.isKept.value) toast(t("save.failed"), undefined, 15_000);
}

start().catch((error: unknown) => toast(failureOf(error).message, undefined, 60_000));
