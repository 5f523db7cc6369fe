// Python in a worker. The first message says where it comes from; after that, one message is one call.
// Python sees `wtrules_progress`, which sends a part of an answer ahead.
import type { Config, FromWorker, ToWorker } from "./worker-engine";

type Py = {
  _module: { HEAP8: Int8Array };
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  unpackArchive(data: Uint8Array, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): Api;
};
type Api = { call_json(name: string, argument: string): string; warm_up(): void };

const send = (message: FromWorker) => self.postMessage(message);
const FOLDER = "/lib/wtrules-site";
let api: Api | null = null;
let current = 0;

Object.assign(globalThis, { wtrules_progress: (part: string) => send({ id: current, progress: JSON.parse(part) }) });

async function bytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// Loading Python and reading the rules takes seconds, so the memory of the interpreter is kept after the first visit.
// The functions for it are private to Pyodide: whatever goes wrong with them, the plain start remains.
const MEMORY = "wtrules-memory";
const STARTING_HEAP = 30 * 2 ** 20; // a larger memory cannot be restored

async function keptMemory(build: string): Promise<Uint8Array | null> {
  try {
    const found = await (await caches.open(MEMORY)).match(`memory-${build}`);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

function keepMemory(py: Py, build: string) {
  try {
    py.runPython("import gc; gc.collect(); None");
    if (py._module.HEAP8.length > STARTING_HEAP) return;
    const memory = py.makeMemorySnapshot();
    void caches
      .delete(MEMORY)
      .then(() => caches.open(MEMORY))
      .then((store) => store.put(`memory-${build}`, new Response(memory)))
      .catch(() => {});
  } catch (error) {
    console.warn("wtrules: the memory could not be kept", error);
  }
}

async function load(config: Config, base: string) {
  const began = performance.now();
  send({ loading: "python" });
  const folder = new URL(config.pyodide, base).href;
  const packages = Promise.all(config.packages.map((name) => bytes(new URL(name, base).href)));
  const kept = await keptMemory(config.build);
  const { loadPyodide } = await import(/* a file of the site, not of this bundle */ `${folder}pyodide.mjs`);
  let isWarm = false;
  let py: Py | null = null;
  if (kept) {
    try {
      py = await loadPyodide({ indexURL: folder, _loadSnapshot: kept });
      isWarm = true;
    } catch {
      await caches.delete(MEMORY); // made by another browser version, or damaged: start from nothing
    }
  }
  py ??= (await loadPyodide({ indexURL: folder, _makeSnapshot: true })) as Py;
  send({ loading: "rules" });
  for (const data of await packages) py.unpackArchive(data, "zip", { extractDir: FOLDER });
  if (!isWarm) {
    py.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(FOLDER)}); import importlib; importlib.invalidate_caches(); import wtrules.web.checking, wtrules.web.table, wtrules.web.api`);
    keepMemory(py, config.build);
  }
  py.runPython("import random; random.seed()");
  api = py.pyimport("wtrules.web.api");
  // The first check reads the shipped rules; after that, a limit of time says something about the rules that are checked.
  api.warm_up();
  send({ ready: performance.now() - began });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("config" in data) {
    load(data.config, data.base).catch((error: unknown) => send({ failed: String(error) }));
    return;
  }
  current = data.id;
  let value: unknown;
  try {
    value = JSON.parse(api!.call_json(data.name, JSON.stringify(data.argument)));
  } catch (error) {
    // Python answers mistakes of rules as values; what comes here is the engine itself (out of memory, a bug).
    value = { error: { code: "engine", message: String(error).trim().split("\n").at(-1) } };
  }
  send({ id: data.id, value });
};
