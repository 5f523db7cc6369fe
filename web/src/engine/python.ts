// Starts Python in a worker: from the memory that an earlier visit kept, if there is one, else from nothing.
import type { Config } from "./worker-engine";

type Module = { HEAP8: Int8Array; memory: WebAssembly.Memory; growMemory(size: number): void };
type Files = {
  mkdirTree(path: string): void;
  writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
};
export type Python = {
  _module: Module;
  FS: Files;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  runPython(code: string): unknown;
  pyimport(name: string): Api;
};
export type Api = { call_json(name: string, argument: string): string; warm_up(): void; load_all(): void };

const FOLDER = "/lib/wtrules-site";
const MOST_MEMORY = 2 ** 30; // bytes; a rule file that needs more gets an error, and the page goes on
const PAGE = 65536;

// Reading the rules takes seconds, so the memory of the interpreter is kept after the first visit.
// The functions for it are private to Pyodide: whatever goes wrong with them, the plain start remains.
const STORE = "wtrules.memory"; // the service worker deletes old stores called wtrules-…
const MOST_KEPT = 64 * 2 ** 20;

async function fetched(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/**
 * A file that the site has compressed itself. A server may have told the browser so, which has then decompressed
 * it.
 */
async function unpacked(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const data = new Uint8Array(await (await fetched(url)).arrayBuffer());
  if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
  return new Uint8Array(
    await new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer(),
  );
}

/** The files of a zip archive whose entries are not compressed. */
function* entries(zip: Uint8Array): Generator<[string, Uint8Array]> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const text = new TextDecoder();
  let end = zip.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end--;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const size = view.getUint32(at + 24, true);
    const [name, extra, comment] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield [text.decode(zip.subarray(at + 46, at + 46 + name)), zip.subarray(start, start + size)];
    at += 46 + name + extra + comment;
  }
}

function write(files: Files, zip: Uint8Array) {
  const made = new Set<string>();
  for (const [name, data] of entries(zip)) {
    const path = `${FOLDER}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(folder)) files.mkdirTree(folder);
    made.add(folder);
    files.writeFile(path, data, { canOwn: true });
  }
}

async function keptMemory(build: string): Promise<Uint8Array | null> {
  try {
    const found = await (await caches.open(STORE)).match(`memory-${build}`);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // a private window, or no right to keep anything
  }
}

export async function keepMemory(python: Python, build: string) {
  try {
    python.runPython("import gc; gc.collect(); None");
    if (python._module.HEAP8.length > MOST_KEPT) return;
    const memory = python.makeMemorySnapshot();
    await caches.delete(STORE);
    await (await caches.open(STORE)).put(`memory-${build}`, new Response(memory));
  } catch (error) {
    console.warn("wtrules: the memory could not be kept", error);
  }
}

/** Let the memory grow up to a limit; beyond it, Python raises MemoryError. */
function limit(module: Module) {
  const { memory } = module;
  memory.grow = (pages: number) => {
    if (memory.buffer.byteLength + pages * PAGE > MOST_MEMORY) throw new RangeError("out of memory");
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}

/**
 * Load Python and the program. *isNew*: it does not come from kept memory, but it can be kept if that was asked
 * for.
 */
export async function startPython(
  config: Config,
  base: string,
  canKeep: boolean,
  report: (part: string) => void,
): Promise<{ python: Python; isNew: boolean }> {
  const folder = new URL(config.pyodide, base).href;
  const packages = Promise.all(config.packages.map((name) => unpacked(new URL(name, base).href)));
  const library = unpacked(new URL(config.library, base).href);
  const script = import(/* a file of the site, not of this bundle */ `${folder}pyodide.asm.mjs`);
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const kept = await keptMemory(config.build);
  const stdLibURL = URL.createObjectURL(new Blob([await library]));

  const open = (memory: Uint8Array | null): Promise<Python> => {
    const createPyodideModule = async (settings: unknown) => {
      const module: Module = await (await script).default(settings);
      if (memory && module.HEAP8.length < memory.length) module.growMemory(memory.length);
      limit(module);
      return module;
    };
    return loadPyodide({
      indexURL: folder,
      stdLibURL,
      createPyodideModule,
      ...(memory ? { _loadSnapshot: memory } : { _makeSnapshot: canKeep }),
    });
  };

  let python: Python | null = null;
  if (kept) {
    try {
      python = await open(kept);
    } catch {
      await caches.delete(STORE); // made by another version of the browser, or damaged: start from nothing
    }
  }
  const isNew = !python;
  python ??= await open(null);
  report("rules");
  for (const data of await packages) write(python.FS, data);
  if (isNew)
    python.runPython(
      `import sys; sys.path.insert(0, ${JSON.stringify(FOLDER)}); import importlib; importlib.invalidate_caches()`,
    );
  else python.runPython("import random; random.seed()"); // the memory is the same every time
  return { python, isNew };
}
