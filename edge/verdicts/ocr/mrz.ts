import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { Mrz, MrzField } from "../../inference/port.ts";
import { isoOf } from "../text/country-names.ts";
import { mrzDate } from "../text/dates.ts";
import type { ReadValue } from "./visual/placement.ts";

const SEXES: Readonly<Record<string, string>> = { M: "M", F: "F", X: "X", "<": "X", "": "X" };

/** ICAO's data elements, with the field of each and its conversion; null for elements without a field. */
const ELEMENTS: Readonly<
  Record<string, { key: FieldKey; convert(value: string, now: number): string | null }>
> = {
  primary_identifier: { key: "last_name", convert: present },
  secondary_identifier: { key: "first_name", convert: present },
  document_number: { key: "document_number", convert: present },
  personal_number: { key: "personal_number", convert: present },
  date_of_birth: { key: "date_of_birth", convert: (value, now) => mrzDate(value, "birth", now) },
  date_of_expiry: { key: "date_of_expiry", convert: (value, now) => mrzDate(value, "expiry", now) },
  sex: { key: "sex", convert: (value) => SEXES[value] ?? null },
  nationality: { key: "nationality", convert: country },
  issuing_state: { key: "issuing_country", convert: country },
};

/** The fields of the MRZ, with dates and countries in the API's notation. */
export function readMrz(mrz: Mrz, now: number): Map<FieldKey, ReadValue> {
  const fields = new Map<FieldKey, ReadValue>();
  for (const element of mrz.fields) {
    const target = ELEMENTS[element.name];
    const value = target?.convert(element.value, now) ?? null;
    if (target === undefined || value === null) continue;
    fields.set(target.key, { value, confidence: element.confidence, bbox: element.box });
  }
  const name = fullName(mrz.fields);
  if (name !== null) fields.set("full_name", name);
  return fields;
}

function fullName(elements: readonly MrzField[]): ReadValue | null {
  const parts = ["secondary_identifier", "primary_identifier"]
    .map((name) => elements.find((element) => element.name === name))
    .filter((element) => element !== undefined && element.value !== "") as MrzField[];
  if (parts.length === 0) return null;
  return {
    value: parts.map(({ value }) => value).join(" "),
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
    bbox: parts.at(-1)?.box ?? null,
  };
}

/** The place of names: the line, its first column, and the column after the last, if the line continues. */
const NAMES: Readonly<
  Record<Mrz["format"], readonly (readonly [line: number, start: number, end?: number])[]>
> = {
  TD1: [[2, 0]],
  TD2: [[0, 5]],
  TD3: [[0, 5]],
  "MRV-A": [[0, 5]],
  "MRV-B": [[0, 5]],
  FRA_ID: [
    [0, 5, 30],
    [1, 13, 27],
  ],
};

/**
 * Whether names fill their place, so that they may be cut, or abbreviated to fit (ICAO Doc 9303-3, 4.6). An
 * issuer that abbreviates words may leave one filler.
 */
export const namesFillLine = ({ format, lines }: Pick<Mrz, "format" | "lines">): boolean =>
  NAMES[format].some(([line, start, end]) => /[^<]<?$/.test(lines[line]?.slice(start, end) ?? ""));

function present(value: string): string | null {
  return value === "" ? null : value;
}

function country(value: string): string | null {
  const code = isoOf(value);
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

/** As long as an MRZ's line, with digits or a run of one letter: labels in capitals may be as long. */
const LIKE_ZONE = /^(?=.*(?:\d|([A-Z])\1{3}))[A-Z0-9]{28,}$/;

/** Whether a text line belongs to the MRZ. The text reader may have read its fillers as letters. */
export function isMrzLine(text: string, mrz: Mrz): boolean {
  const joined = text.replaceAll(" ", "");
  return /[<«]/.test(joined) || mrz.lines.includes(joined) || LIKE_ZONE.test(joined);
}
