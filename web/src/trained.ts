// Bots that were trained: files that `wtrules train` wrote, opened here and kept for the next visit.
import { h, toast } from "./dom";
import { t } from "./text";

const KEY = "wtrules.bots.1";
const MOST = 6;
const SEARCHING = "mcts:"; // before the name of a file: search with what was learned

const files: Record<string, string> = read();

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** What trained bots are called in a line-up, with their titles. */
export const trainedBots = (): { name: string; title: string }[] =>
  Object.keys(files).flatMap((file) => [
    { name: file, title: t("bots.trained", { file }) },
    { name: SEARCHING + file, title: t("bots.searching", { file }) },
  ]);

/** The files that a bot needs, to send along with a call. */
export function filesOf(bot: string): Record<string, string> | undefined {
  const file = bot.startsWith(SEARCHING) ? bot.slice(SEARCHING.length) : bot;
  return files[file] === undefined ? undefined : { [file]: files[file] };
}

/** A button that opens a bot's file; then its name is handed on. */
export function openButton(opened: (name: string) => void): HTMLElement {
  const input = h("input", { type: "file", accept: ".json,application/json", hidden: true, "data-act": "bot-file", "aria-label": t("bots.open") });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) void keep(file, opened);
  });
  return h("div.row", null, input, h("button", { type: "button", "data-act": "open-bot", title: t("bots.open.why"), onclick: () => input.click() }, t("bots.open")));
}

async function keep(file: File, opened: (name: string) => void) {
  const text = file.size < 4_000_000 ? await file.text() : "";
  let format: unknown;
  try {
    format = (JSON.parse(text) as { format?: unknown } | null)?.format;
  } catch {
    format = null;
  }
  const name = file.name.replaceAll(",", " ").replaceAll(" ", "-");
  if (format !== "wtrules bot" || !name.endsWith(".json")) return toast(t("bots.none", { file: file.name }));
  delete files[name];
  for (const old of Object.keys(files).slice(0, Math.max(0, Object.keys(files).length - MOST + 1))) delete files[old];
  files[name] = text;
  try {
    localStorage.setItem(KEY, JSON.stringify(files));
  } catch {
    toast(t("bots.notKept")); // it plays until the page is closed
  }
  opened(name);
}
