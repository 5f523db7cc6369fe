// Python in a worker. The first message says where it comes from; after that, one message is one call.
// Python sees `wtrules_progress`, which sends a part of an answer ahead.
import { type Api, keepMemory, startPython } from "./python";
import type { FromWorker, ToWorker } from "./worker-engine";

const send = (message: FromWorker) => self.postMessage(message);
let api: Api | null = null;
let current = 0;

Object.assign(globalThis, { wtrules_progress: (part: string) => send({ id: current, progress: JSON.parse(part) }) });

async function load({ config, base, keep }: Extract<ToWorker, { config: unknown }>) {
  const began = performance.now();
  send({ loading: "python" });
  const { python, isNew } = await startPython(config, base, keep, (loading) => send({ loading }));
  api = python.pyimport("wtrules.web.api");
  if (isNew) {
    // The first check reads the shipped rules; after that, a limit of time says something about the rules that are
    // checked.
    api.warm_up();
    if (keep) {
      api.load_all();
      await keepMemory(python, config.build);
    }
  }
  send({ ready: performance.now() - began });
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("config" in data) {
    load(data).catch((error: unknown) => send({ failed: String(error) }));
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
