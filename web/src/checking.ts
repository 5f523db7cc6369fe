// Checks the text after each key. A check that is under way is given up when the next key comes.
import { type App, emit } from "./app-state";
import { isAbort } from "./engine";
import { failureOf } from "./game";
import { t } from "./text";
import type { Check } from "./types";

const DEBOUNCE = 25; // milliseconds after the last key
const timing: { typed: number; checks: number[] } = { typed: 0, checks: [] };
Object.assign(window, { wtrulesTiming: timing }); // read by the tests that measure

export class Checker {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | null = null;
  private serial = 0;

  /** `playable`: the newest text can be played. */
  constructor(
    private readonly app: App,
    private readonly playable: () => Promise<unknown>,
  ) {}

  soon() {
    timing.typed = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.now(), DEBOUNCE);
  }

  async now() {
    const { app } = this;
    this.running?.abort();
    const mine = (this.running = new AbortController());
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
      show(await app.engine.call("check", { project, lang: app.lang, serial: ++this.serial }, { signal: mine.signal, progress: show }));
      if (app.playable === project && !mine.signal.aborted && project === app.project) await this.playable();
    } catch (error) {
      if (isAbort(error)) return;
      const failure = failureOf(error);
      const message = failure.code === "too-long" ? t("engine.tooLong", { seconds: failure.message }) : failure.message;
      app.check = { diagnostics: [{ code: failure.code, severity: "error", message, file: null, from: 0, to: 0, related: [], help: [], fixes: [], page: "" }], changes: [], playable: false, players: [], title: app.check?.title ?? "", ms: 0 };
      emit("check");
    } finally {
      if (this.running === mine) app.isChecking = false;
    }
  }
}
