import { isoOf } from "../../text/country-names.ts";
import { mrzDate } from "../../text/dates.ts";
import type { BarcodeFields } from "../licence-fields.ts";

/** Where an MRZ has its elements: line, first column, column after the last. */
type Place = readonly [line: number, start: number, end: number];

interface Layout {
  readonly width: number;
  readonly names: Place;
  readonly number: Place;
  readonly birth: Place;
  readonly sex: Place;
  readonly expiry: Place;
  readonly nationality: Place;
}

const twoLines = (width: number): Layout => ({
  width,
  names: [0, 5, width],
  number: [1, 0, 9],
  nationality: [1, 10, 13],
  birth: [1, 13, 19],
  sex: [1, 20, 21],
  expiry: [1, 21, 27],
});

/** ICAO Doc 9303-4 to -7. A seal leaves out the end of a visa's second line. */
const LAYOUTS = {
  TD1: {
    width: 30,
    names: [2, 0, 30],
    number: [0, 5, 14],
    birth: [1, 0, 6],
    sex: [1, 7, 8],
    expiry: [1, 8, 14],
    nationality: [1, 15, 18],
  },
  TD2: twoLines(36),
  TD3: twoLines(44),
} as const satisfies Record<string, Layout>;

const STATE: Place = [0, 2, 5];
const SEXES: Readonly<Record<string, string>> = { M: "M", F: "F", X: "X", "<": "X" };

/** The layouts of whole MRZs by their characters; of visas by what a seal has of them. */
const OF_LENGTH: Readonly<Record<number, Layout>> = { 72: LAYOUTS.TD2, 88: LAYOUTS.TD3, 90: LAYOUTS.TD1 };
const OF_VISA: Readonly<Record<number, Layout>> = { 72: LAYOUTS.TD3, 64: LAYOUTS.TD2 };

/**
 * The fields of an MRZ that a seal encodes, without its line breaks and with spaces for fillers; none for
 * another length. `now`: the time by which two-digit years are read, milliseconds since the epoch.
 */
export function mrzTextFields(text: string, isVisa: boolean, now: number): BarcodeFields {
  const filled = text.replaceAll(" ", "<");
  const layout = (isVisa ? OF_VISA : OF_LENGTH)[filled.length];
  if (layout === undefined) return {};
  const at = ([line, start, end]: Place) =>
    filled.slice(line * layout.width + start, line * layout.width + end);
  const [last = "", first = ""] = at(layout.names).split("<<").map(words);
  const number = at(layout.number);
  // A number of more than nine characters goes on among the optional data: it is not compared.
  const isWhole = filled[layout.number[0] * layout.width + layout.number[2]] !== "<";
  const fields = {
    full_name: [first, last].filter((name) => name !== "").join(" "),
    first_name: first,
    last_name: last,
    document_number: isWhole ? number.replaceAll("<", "") : "",
    date_of_birth: mrzDate(at(layout.birth), "birth", now),
    date_of_expiry: mrzDate(at(layout.expiry), "expiry", now),
    sex: SEXES[at(layout.sex)] ?? "",
    nationality: state(at(layout.nationality)),
    issuing_country: state(at(STATE)),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== ""));
}

const words = (name: string): string => name.replace(/<+/g, " ").trim();

/** ISO 3166 alpha-3 for ICAO's code with its fillers. */
const state = (code: string): string => isoOf(code.replaceAll("<", ""));
