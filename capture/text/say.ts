import type { Catalogue, Key } from "./catalogue.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** Says a text with its placeholders filled in. */
export type Say = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** One language of the page. */
interface Language {
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  readonly say: Say;
}

export const CATALOGUES: Readonly<Record<string, Catalogue>> = { en, de };
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["ar", "he", "fa", "ur"]);

/** The first of the wanted languages (BCP 47, as a browser lists them) that the page speaks; else English. */
export function languageFor(wanted: readonly string[]): Language {
  const spoken = wanted
    .map((locale) => locale.toLowerCase().split("-")[0]!)
    .find((name) => name in CATALOGUES);
  const locale = spoken ?? "en";
  const texts = CATALOGUES[locale]!;
  return {
    locale,
    direction: RIGHT_TO_LEFT.has(locale) ? "rtl" : "ltr",
    say: (key, values = {}) =>
      texts[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? "")),
  };
}
