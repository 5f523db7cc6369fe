// The page's own sentences, in the reader's language. Everything about the game comes from the engine.
import { signal } from "@preact/signals";
import type { Lang } from "../calls";
import de from "./de.json";
import en from "./en.json";

export type Key = keyof typeof en;
const ALL: Record<Lang, Record<string, string>> = { en, de };

/** The reader's language. What is drawn with `t` is drawn again when it changes. */
export const lang = signal<Lang>("en");

/** The text with this key; {name} is replaced by the part of that name. */
export function t(key: Key, parts: Record<string, string | number> = {}): string {
  return ALL[lang.value][key]!.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}

const locale = () => (lang.value === "de" ? "de-DE" : "en-GB");

export const number = (value: number, digits = 0) =>
  value.toLocaleString(locale(), { maximumFractionDigits: digits, minimumFractionDigits: digits });

export const percent = (value: number, digits = 0) =>
  value.toLocaleString(locale(), { style: "percent", maximumFractionDigits: digits });

/** A day and a time, as people write them. */
export const moment = (value: number) =>
  new Date(value).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
