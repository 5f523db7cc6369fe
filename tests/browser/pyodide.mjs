// Runs the tour in Pyodide: node pyodide.mjs FOLDER_OF_PYODIDE ARCHIVE… prints the result as a line of JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const times = {};
const now = () => process.cpuUsage().user / 1000; // of the processor: the machine may be busy
let last = now();
const mark = (name) => ([times[name], last] = [Math.round(now() - last), now()]);

const python = await loadPyodide({ indexURL: folder });
mark("pyodide");
for (const archive of archives) python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/lib/wtrules" });
python.runPython("import sys; sys.path.insert(0, '/lib/wtrules')");
mark("unpack");
python.runPython("import wtrules; wtrules.load('en-capstone')");
mark("warm up");
const seen = JSON.parse(python.runPython("import json; from tests.browser.tour import tour; json.dumps(tour())"));
mark("tour");
const loaded = python.runPython("import json, sys; json.dumps([n for n in ('lark', 'wtrules.syntax.machine') if n in sys.modules])");
console.log(JSON.stringify({ seen, times, loaded: JSON.parse(loaded), heap: python._module.HEAP8.length, version: python.version }));
