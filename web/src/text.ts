// The page's own sentences, in the reader's language. Everything about the game comes from the engine.
import de from "./texts/de.json";
import en from "./texts/en.json";
import type { Lang } from "./types";

export type Key = keyof typeof en;
const ALL: Record<Lang, Record<string, string>> = { en, de };
let lang: Lang = "en";

export const language = () => lang;
export function setLanguage(value: Lang) {
  lang = value;
  document.documentElement.lang = value;
}

/** The text with this key; {name} is replaced by the part of that name. */
export function t(key: Key, parts: Record<string, string | number> = {}): string {
  return ALL[lang][key]!.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));
}

export const number = (value: number, digits = 0) => value.toLocaleString(lang === "de" ? "de-DE" : "en-GB", { maximumFractionDigits: digits, minimumFractionDigits: digits });
export const percent = (value: number, digits = 0) => value.toLocaleString(lang === "de" ? "de-DE" : "en-GB", { style: "percent", maximumFractionDigits: digits });

/** A source as people write it: the engine says `en-capstone "Setup" p~3`, where ~ is a page that was inferred. */
export function citation(cite: string): string {
  const [, manual, section, about, page] = /^(\S+) "(.*)" p(~?)(\d+)/.exec(cite) ?? [];
  if (!manual || section === undefined || !page) return cite;
  return about ? t("cite.about", { manual, section, page }) : t("cite.page", { manual, section, page });
}
