// The engine is Python in web workers of this page. One answers quickly (checks, play), one does long work (many games,
// comparisons), so that a long task never holds up typing. A call that takes longer than its limit ends its worker,
// and a new one starts.
import {
  aborted,
  type CallOptions,
  type Engine,
  type EngineConfig,
  EngineError,
  type EngineState,
  LIMITS,
} from "./engine";
import type { Answer, Argument, Name } from "../calls";

type Job = {
  id: number;
  name: Name;
  argument: unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
  progress?: (part: never) => void;
  signal?: AbortSignal;
};
export type Config = Extract<EngineConfig, { engine: "worker" }>;
export type ToWorker =
  // keep: there is time to keep the memory for the next visit
  { id: number; name: string; argument: unknown } | { config: Config; base: string; keep: boolean };
export type FromWorker =
  | { loading: string }
  | { ready: number }
  | { failed: string }
  | { id: number; progress: unknown }
  | { id: number; value: unknown };

const LONG: ReadonlySet<Name> = new Set(["simulate", "diff", "chances", "turning", "rulebook", "hint"]);
const STOPPED_AT_ONCE: ReadonlySet<Name> = new Set(["simulate", "diff", "chances", "turning"]);
const MOST_WASTED = 1500; // milliseconds for an answer that nobody waits for any more
const SECOND_START = 4000; // milliseconds after the first worker is ready
// A newer question of these kinds makes an older one that still waits pointless.
const LATEST_ONLY: ReadonlySet<Name> = new Set(["check", "complete", "hover"]);

/**
 * One worker with a queue; only one job is in it at a time, so a job that is superseded while it waits costs
 * nothing.
 */
class Lane {
  private worker: Worker | null = null;
  isReady = false;
  private queue: Job[] = [];
  private current: Job | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private began = 0;
  private startTime = 0; // milliseconds until the worker was ready

  constructor(
    private readonly config: Config,
    private readonly keep: boolean,
    private readonly report: (state: EngineState) => void,
  ) {}

  start() {
    if (this.worker) return;
    this.isReady = false;
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.worker.onerror = (event) => this.receive({ failed: event.message || "the worker could not be started" });
    this.worker.postMessage({ config: this.config, base: document.baseURI, keep: this.keep } satisfies ToWorker);
  }

  add(job: Job) {
    if (!this.worker) this.start();
    if (LATEST_ONLY.has(job.name)) {
      for (const old of this.queue) if (old.name === job.name) old.reject(aborted());
      this.queue = this.queue.filter((old) => old.name !== job.name);
    }
    job.signal?.addEventListener("abort", () => this.cancel(job), { once: true });
    this.queue.push(job);
    this.next();
  }

  private cancel(job: Job) {
    job.reject(aborted());
    this.queue = this.queue.filter((other) => other !== job);
    if (this.current !== job) return;
    // An answer that may take minutes is worth stopping; others usually come sooner than a new worker.
    if (STOPPED_AT_ONCE.has(job.name)) return this.restart();
    const patience = Math.max(MOST_WASTED, 2 * this.startTime) - (performance.now() - this.began);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restart(), patience);
  }

  private next(): void {
    if (!this.isReady || this.current) return;
    const job = this.queue.shift();
    if (!job) return;
    if (job.signal?.aborted) return this.next();
    this.current = job;
    this.began = performance.now();
    this.worker!.postMessage({ id: job.id, name: job.name, argument: job.argument } satisfies ToWorker);
    this.timer = setTimeout(() => {
      job.reject(new EngineError({ code: "too-long", message: String(LIMITS[job.name] / 1000) }));
      this.report({ is: "restarted", name: job.name });
      this.restart();
    }, LIMITS[job.name]);
  }

  private restart() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    this.current = null;
    this.start();
  }

  private receive(data: FromWorker) {
    if ("loading" in data) return this.report({ is: "loading", part: data.loading });
    if ("failed" in data) {
      this.report({ is: "failed", message: data.failed });
      for (const job of [this.current, ...this.queue])
        job?.reject(new EngineError({ code: "no-engine", message: data.failed }));
      this.current = null;
      this.queue = [];
      this.worker = null;
      return;
    }
    if ("ready" in data) {
      this.isReady = true;
      this.startTime = data.ready;
      this.report({ is: "ready", ms: data.ready });
      return this.next();
    }
    const job = this.current;
    if (!job || job.id !== data.id) return;
    if ("progress" in data) return job.progress?.(data.progress as never);
    clearTimeout(this.timer);
    this.current = null;
    const value = data.value;
    if (value && typeof value === "object" && "error" in value) job.reject(new EngineError(value.error as never));
    else job.resolve(value as never);
    this.next();
  }
}

export class WorkerEngine implements Engine {
  readonly kind = "worker";
  private readonly quick: Lane;
  private readonly long: Lane;
  private ids = 0;
  private listeners: ((state: EngineState) => void)[] = [];
  private last: EngineState | null = null;

  constructor(config: Config) {
    this.quick = new Lane(config, false, (state) => this.tell(state));
    this.long = new Lane(config, true, (state) => state.is === "restarted" && this.tell(state));
    this.quick.start();
    // The second worker starts when there is time for it; until then the first one chooses the moves of bots.
    // On the first visit it also keeps its memory, from which all later workers start.
    this.onState((state) => state.is === "ready" && setTimeout(() => this.long.start(), SECOND_START));
  }

  onState(listener: (state: EngineState) => void) {
    this.listeners.push(listener);
    if (this.last) listener(this.last);
  }

  private tell(state: EngineState) {
    this.last = state;
    for (const listener of this.listeners) listener(state);
  }

  call<N extends Name>(name: N, argument: Argument<N>, { signal, progress }: CallOptions<N> = {}): Promise<Answer<N>> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const job: Job = { id: ++this.ids, name, argument, resolve, reject, progress, signal };
      const isLong = LONG.has(name) && (name !== "hint" || this.long.isReady);
      (isLong ? this.long : this.quick).add(job);
    });
  }
}
