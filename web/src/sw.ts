// Makes the static site work offline: answers come from the network if there is one, else from what was kept.
// Python itself never changes under its address, so it is taken from the store first.
declare const BUILD: string;
declare const self: ServiceWorkerGlobalScope;
export {};

const STORE = `wtrules-${BUILD}`;
const FILES = ["./", "app.js", "worker.js", "style.css", "icon.svg", "engine.json", "manifest.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("wtrules-") && name !== STORE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

async function keep(request: Request, response: Response): Promise<Response> {
  if (response.ok && response.type === "basic") await (await caches.open(STORE)).put(request, response.clone()).catch(() => {});
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(
    (async () => {
      const kept = await caches.match(request, { ignoreSearch: request.mode === "navigate" });
      if (kept && url.pathname.includes("/pyodide/")) return kept;
      try {
        return await keep(request, await fetch(request));
      } catch (error) {
        const found = kept ?? (request.mode === "navigate" ? await caches.match("./") : undefined);
        if (found) return found;
        throw error;
      }
    })(),
  );
});
