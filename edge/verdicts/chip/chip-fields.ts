import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { ChipReading } from "../../inference/port.ts";
import type { Field, Fields } from "../ocr/field.ts";
import { readMrz } from "../ocr/mrz.ts";

const ofChip = (value: string): Field => ({ value, confidence: 1, source: "chip", bbox: null });

/** The fields of a chip: of DG1's MRZ, and of DG11, which cuts no names and has the whole birth date. */
export function chipFields(
  { mrz, personalDetails }: Pick<ChipReading, "mrz" | "personalDetails">,
  now: number,
) {
  const fields: Fields = {};
  for (const [key, { value }] of mrz === null ? [] : readMrz(mrz, now)) fields[key] = ofChip(value);
  for (const [key, value] of detailsOf(personalDetails)) fields[key] = ofChip(value);
  return fields;
}

function detailsOf(details: ChipReading["personalDetails"]): [FieldKey, string][] {
  if (details === null) return [];
  const { fullName, personalNumber, dateOfBirth, placeOfBirth, address } = details;
  const found: [FieldKey, string][] = [
    ...namesOf(fullName),
    ["personal_number", personalNumber],
    ["date_of_birth", dayOf(dateOfBirth)],
    ["place_of_birth", placeOfBirth.join(", ")],
    ["address", address.join(", ")],
  ];
  return found.filter(([, value]) => value !== "");
}

/** Names with `<` between words, and `<<` after the primary identifier. */
function namesOf(text: string): [FieldKey, string][] {
  if (text === "") return [];
  const [last = "", first = ""] = text.split("<<").map((part) => part.replaceAll("<", " ").trim());
  return [
    ["full_name", `${first} ${last}`.trim()],
    ["last_name", last],
    ["first_name", first],
  ];
}

/** A whole date in ISO 8601; empty if a part of it is unknown. */
function dayOf(date: string): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? [];
  if (year === undefined || month === "00" || day === "00") return "";
  const text = `${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(text)) ? "" : text;
}
