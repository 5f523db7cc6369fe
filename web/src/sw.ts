// Makes the static site work offline: answers come from the network if there is one, else from what was kept.
// Python and the program never change under their addresses, so they are taken from the store first.
declare const BUILD: string; // `wtrules web --export` replaces it with a hash of the whole site
declare const self: ServiceWorkerGlobalScope;
export {};

const STORE = `wtrules-${BUILD}`;
const isFixed = (path: string) => path.includes("/pyodide/") || path.endsWith(".pack");

/** Keep every file of the site, so that the first visit is enough. */
async function install() {
  const names: string[] = await (await fetch("wtrules-site.json", { cache: "no-cache" })).json();
  const files = ["./", ...names.filter((name) => !name.startsWith(".") && !name.startsWith("licences"))];
  const store = await caches.open(STORE);
  // What the browser has just loaded need not be loaded again, if it cannot have changed.
  await Promise.all(
    files.map((name) => store.add(new Request(name, { cache: isFixed(`/${name}`) ? "default" : "no-cache" }))),
  );
  await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("wtrules-") && name !== STORE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

async function keep(request: Request, response: Response): Promise<Response> {
  if (response.ok && response.type === "basic")
    await (await caches.open(STORE)).put(request, response.clone()).catch(() => {});
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(
    (async () => {
      const store = await caches.open(STORE);
      const kept = await store.match(request, { ignoreSearch: request.mode === "navigate" });
      if (kept && isFixed(url.pathname)) return kept;
      try {
        return await keep(request, await fetch(request));
      } catch (error) {
        const found = kept ?? (request.mode === "navigate" ? await store.match("./") : undefined);
        if (found) return found;
        throw error;
      }
    })(),
  );
});
