// What the page asks for and who answers: one interface, two engines.
import type { Answer, Argument, Failure, Name, OnDisk, Project } from "../calls";

export class EngineError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
    this.name = "EngineError";
  }
}

export type CallOptions<N extends Name> = { signal?: AbortSignal; progress?: (part: Answer<N>) => void };

export interface Engine {
  readonly kind: "worker" | "server";
  /** Ask for an answer. Rejects with `EngineError`, or with an `AbortError` once the signal is aborted. */
  call<N extends Name>(name: N, argument: Argument<N>, options?: CallOptions<N>): Promise<Answer<N>>;
  /** Called with every change of state: loading, ready, restarted after it took too long. */
  onState(listener: (state: EngineState) => void): void;
}
export type EngineState =
  | { is: "loading"; part: string }
  | { is: "ready"; ms: number }
  | { is: "restarted"; name: Name }
  | { is: "failed"; message: string };

/** How long one answer may take, in milliseconds, before its worker is stopped and started again. */
export const LIMITS: Record<Name, number> = {
  catalog: 60_000,
  source: 10_000,
  choices: 8_000,
  check: 8_000,
  complete: 4_000,
  hover: 4_000,
  format: 8_000,
  newRule: 8_000,
  view: 10_000,
  play: 10_000,
  explain: 10_000,
  previews: 10_000,
  lesson: 30_000,
  hint: 30_000,
  chances: 60_000,
  turning: 120_000,
  simulate: 300_000,
  diff: 300_000,
  rulebook: 60_000,
  positionCheck: 10_000,
  save: 10_000,
};

/** What went wrong, as the engine says it. */
export function failureOf(error: unknown): Failure {
  if (error instanceof EngineError) return error.failure;
  return { code: "engine", message: error instanceof Error ? error.message : String(error) };
}

export const aborted = () => new DOMException("superseded", "AbortError");
export const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/**
 * Where the page finds its engine: `engine.json` beside index.html. `share`: the address that links lead to.
 * `opened`: the file that the program was started with, and those that it names.
 */
export type EngineConfig = { start?: string; share?: string; opened?: { project: Project; saved: OnDisk } } & (
  | { engine: "server"; api: string }
  | { engine: "worker"; pyodide: string; library: string; packages: string[]; build: string }
);

export async function engineConfig(): Promise<EngineConfig> {
  return (await (await fetch("engine.json")).json()) as EngineConfig;
}

export async function openEngine(config: EngineConfig): Promise<Engine> {
  if (config.engine === "server") return new (await import("./server-engine")).ServerEngine(config.api);
  return new (await import("./worker-engine")).WorkerEngine(config);
}
