import { iso31661 } from "iso-3166";
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

/** Maximum names in a text: documents print two or three languages. */
const NAMES = 6;

let names: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** ISO 3166-1 alpha-3 for an MRZ's code of a state; the code itself if ISO has no other. */
export const isoOf = (code: string): string => ISO_OF_ICAO[code] ?? code;

/**
 * The country of a printed text, by its code or by its name in one of the labels' languages (CLDR). The text
 * may contain several names separated by slashes. Null when no country matches, or more than one.
 */
export function countryNamed(text: string): string | null {
  const parts = [text, ...text.split(/[/|(),]/, NAMES)].map((part) => part.trim());
  const named = new Set(parts.flatMap((part) => [...countriesOf(part)]));
  return named.size === 1 ? [...named][0]! : null;
}

function countriesOf(part: string): ReadonlySet<string> {
  const letters = lettersOf(part);
  if (letters.length === 3 && isIcaoCountry(letters)) return new Set([isoOf(letters)]);
  names ??= readNames();
  return names.get(letters) ?? new Set();
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

/**
 * Codes of ICAO Doc 9303-3 (8th edition), section 5, parts B to D, that are not ISO 3166-1 alpha-3, with UTO,
 * the specimen state. WSA is left out: the World Service Authority is no state.
 */
const ICAO_CODES =
  "D EUE GBD GBN GBO GBP GBS UTO UNO UNA UNK IAO XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO XXA XXB XXC XXX";

/**
 * Codes that are printed but are not, or no longer, on that list: of Kosovo on its own documents (RKS) and on
 * German residence permits (XXK), of the Netherlands Antilles until 2010 (ANT), of the neutral zone between
 * Iraq and Saudi Arabia (NTZ), of Interpol (INP) and the African Development Bank (ADB) before they had X
 * codes.
 */
const PRINTED_CODES = "RKS XXK ANT NTZ INP ADB";

const CODES: ReadonlySet<string> = new Set([
  ...iso31661.map(({ alpha3 }) => alpha3),
  ...`${ICAO_CODES} ${PRINTED_CODES}`.split(" "),
]);

/**
 * Whether a travel document may state this code as issuing state or nationality. Expects the code without
 * fillers.
 */
export function isIcaoCountry(code: string): boolean {
  return CODES.has(code);
}

const ALPHA3: ReadonlyMap<string, string> = new Map([
  ...iso31661.map(({ alpha2, alpha3 }) => [alpha2, alpha3] as const),
  // The specimen state, which ISO leaves to its users.
  ["UT", "UTO"],
]);

/** ISO 3166 alpha-3 for alpha-2; null for another code. */
export const isoOfAlpha2 = (code: string): string | null => ALPHA3.get(code.toUpperCase()) ?? null;
