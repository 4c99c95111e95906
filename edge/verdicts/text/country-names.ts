import { iso31661 } from "iso-3166";
import { isIcaoCountry } from "./countries.ts";
import { editDistance } from "./edit-distance.ts";
import { LANGUAGES } from "./label-table.ts";
import { lettersOf } from "./letters.ts";

/** ICAO's own codes (Doc 9303-3, section 5) for countries that have another code in ISO 3166-1 alpha-3. */
const ISO_OF_ICAO: Readonly<Record<string, string>> = {
  D: "DEU",
  GBD: "GBR",
  GBN: "GBR",
  GBO: "GBR",
  GBP: "GBR",
  GBS: "GBR",
};

/** Readings of names with at least this many letters may differ in one letter. */
const FUZZY_FROM = 6;

let codes: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** ISO 3166-1 alpha-3 for a zone's code of a state; the code itself where ISO has no other. */
export const isoOf = (code: string): string => ISO_OF_ICAO[code] ?? code;

/**
 * The country of a printed text, by its code or by its name in one of the labels' languages (CLDR). The text
 * may contain several names separated by slashes. Null when no country matches, or more than one.
 */
export function countryNamed(text: string): string | null {
  const parts = [text, ...text.split(/[/|(),]/)].map((part) => part.trim());
  const named = new Set(parts.flatMap((part) => [...countriesOf(part)]));
  return named.size === 1 ? [...named][0]! : null;
}

function countriesOf(part: string): ReadonlySet<string> {
  const letters = lettersOf(part);
  if (letters.length === 3 && isIcaoCountry(letters)) return new Set([isoOf(letters)]);
  codes ??= readNames();
  const exact = codes.get(letters.replaceAll("0", "O").replaceAll("1", "I"));
  if (exact !== undefined || letters.length < FUZZY_FROM) return exact ?? new Set();
  return new Set(
    [...codes].flatMap(([name, countries]) =>
      Math.abs(name.length - letters.length) <= 1 &&
      name.length >= FUZZY_FROM &&
      editDistance(name, letters) <= 1
        ? [...countries]
        : [],
    ),
  );
}

function readNames(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const { alpha2, alpha3 } of iso31661) {
      const letters = lettersOf(display.of(alpha2) ?? "");
      if (letters.length > 3) found.set(letters, (found.get(letters) ?? new Set()).add(alpha3));
    }
  }
  return found;
}
