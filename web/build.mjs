// npm run build: bundle src/ into ../wtrules/web/static/. `--watch` builds again after each change.
// build.json holds a hash of the sources, so that a test without Node notices a stale build.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../wtrules/web/static");
const ENTRIES = [
  { out: "app", from: "src/app.tsx" },
  { out: "worker", from: "src/engine/worker.ts" },
  { out: "sw", from: "src/sw.ts" },
  { out: "style", from: "src/style.css" },
];

function files(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

/** A hash of everything the build reads: path, zero byte, content, zero byte, in the order of the paths. */
export function sourceHash() {
  const sources = [...files(join(here, "src")), join(here, "build.mjs"), join(here, "package-lock.json")];
  const named = sources
    .map((path) => [relative(here, path).split(sep).join("/"), path])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash("sha256");
  for (const [name, path] of named) hash.update(`${name}\0`).update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}

/** The licences of the packages that end up in the bundle. */
function licences(meta) {
  const names = new Set(
    Object.keys(meta.inputs).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []),
  );
  return [...names]
    .sort()
    .map((name) => {
      const folder = join(here, "node_modules", name);
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8").trim() : ""}\n`;
    })
    .join(`\n${"-".repeat(72)}\n\n`);
}

async function build() {
  const hash = sourceHash();
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const made = await esbuild.build({
    entryPoints: ENTRIES.map(({ out: name, from }) => ({ out: name, in: join(here, from) })),
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    jsxImportSource: "preact",
    metafile: true,
    legalComments: "none",
    loader: { ".wtr": "text", ".svg": "text" },
    define: { BUILD: JSON.stringify(hash.slice(0, 12)) },
    logLevel: "warning",
  });
  for (const name of ["index.html", "icon.svg", "manifest.webmanifest", "first.wtr", "preview.png"])
    cpSync(join(here, "src", name), join(out, name));
  writeFileSync(join(out, "licences.txt"), licences(made.metafile));
  writeFileSync(join(out, "engine.json"), `${JSON.stringify({ engine: "server", api: "api/" })}\n`);
  writeFileSync(join(out, "build.json"), `${JSON.stringify({ sources: hash })}\n`);
  for (const path of files(out)) console.log(String(statSync(path).size).padStart(8), relative(out, path));
}

await build();
if (process.argv.includes("--watch")) {
  const { watch } = await import("node:fs");
  let timer;
  watch(join(here, "src"), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => build().catch(console.error), 100);
  });
}
