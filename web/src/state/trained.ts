// Bots that were trained: files that `wtrules train` wrote, opened here and kept for the next visit.
import { computed, signal } from "@preact/signals";
import { t } from "../text/text";
import { toast } from "./shell";

const KEY = "wtrules.bots.1";
const MOST = 6;
const LARGEST = 4_000_000; // bytes of a file
const SEARCHING = "mcts:"; // before the name of a file: search with what was learned

const files = signal<Record<string, string>>(read());

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** What trained bots are called in a line-up, with their titles. */
export const trainedBots = computed(() =>
  Object.keys(files.value).flatMap((file) => [
    { name: file, title: t("bots.trained", { file }) },
    { name: SEARCHING + file, title: t("bots.searching", { file }) },
  ]),
);

/** The files that a bot needs, to send along with a call. */
export function filesOf(bot: string): Record<string, string> | undefined {
  const file = bot.startsWith(SEARCHING) ? bot.slice(SEARCHING.length) : bot;
  const text = files.peek()[file];
  return text === undefined ? undefined : { [file]: text };
}

/** Keep the file of a bot; the answer is its name, nothing if it is none. */
export async function keepBot(file: File): Promise<string | null> {
  const text = file.size < LARGEST ? await file.text() : "";
  let format: unknown;
  try {
    format = (JSON.parse(text) as { format?: unknown } | null)?.format;
  } catch {
    format = null;
  }
  const name = file.name.replaceAll(",", " ").replaceAll(" ", "-");
  if (format !== "wtrules bot" || !name.endsWith(".json")) {
    toast(t("bots.none", { file: file.name }));
    return null;
  }
  const others = Object.entries(files.value).filter(([other]) => other !== name);
  files.value = Object.fromEntries([...others.slice(1 - MOST), [name, text]]);
  try {
    localStorage.setItem(KEY, JSON.stringify(files.value));
  } catch {
    toast(t("bots.notKept")); // it plays until the page is closed
  }
  return name;
}
