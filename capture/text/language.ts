import type { Catalogue, Key } from "./en.ts";
import { en } from "./en.ts";

/** Says a text with its placeholders filled in. */
export type Say = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** The languages that the page speaks, each by its own name. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  ar: "العربية",
} as const;
export type Locale = keyof typeof LANGUAGES;

/** One language of the page, with its texts. */
export interface Language {
  readonly locale: Locale;
  readonly direction: "ltr" | "rtl";
  readonly say: Say;
}

const RIGHT_TO_LEFT: ReadonlySet<Locale> = new Set(["ar"]);

/** The first of the wanted languages (BCP 47, as a browser lists them) that the page speaks; else English. */
export function localeFor(wanted: readonly string[]): Locale {
  const isSpoken = (name: string): name is Locale => Object.hasOwn(LANGUAGES, name);
  return wanted.map((tag) => tag.toLowerCase().split("-")[0]!).find(isSpoken) ?? "en";
}

export const languageOf = (locale: Locale, texts: Catalogue): Language => ({
  locale,
  direction: RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr",
  say: (key, values = {}) =>
    texts[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? "")),
});

/** The language that needs no file: what the page says where another one cannot be loaded. */
export const ENGLISH: Language = languageOf("en", en);
