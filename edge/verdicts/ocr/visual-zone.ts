import type { Box, DocumentReading } from "../../inference/port.ts";
import { printedDate } from "./dates.ts";
import { type FieldKey, matchLabel } from "./labels.ts";

export interface ReadValue {
  readonly value: string;
  readonly confidence: number;
  readonly bbox: Box | null;
}

type Line = DocumentReading["lines"][number];

/** What a value must look like, by field, and how it is answered; a field that is not here is any text. */
const PARSERS: Partial<Record<FieldKey, (text: string) => string | null>> = {
  date_of_birth: printedDate,
  date_of_issue: printedDate,
  date_of_expiry: printedDate,
  sex: (text) => /^(M|F|X)(?:\s*[/|]\s*(?:M|F|X))?$/.exec(text.trim().toUpperCase())?.[1] ?? null,
  nationality: alpha3,
  issuing_country: alpha3,
  document_number: numberLike,
  personal_number: numberLike,
};

/**
 * Fields of the visual zone, found by their printed labels. A value stands behind its label on the same line, else on the
 * line right beneath, in the label's column. The first reading of a field stands; what does not look like its field's
 * value is left out.
 */
export function readVisualZone(lines: readonly Line[]): Map<FieldKey, ReadValue> {
  const fields = new Map<FieldKey, ReadValue>();
  for (const line of lines) {
    const label = matchLabel(line.text);
    if (label === null || fields.has(label.key)) continue;
    const parse = PARSERS[label.key] ?? anyText;
    const inline = label.rest === "" ? null : parse(label.rest);
    const source = inline === null ? lineBeneath(line, lines) : line;
    const value = inline ?? (source === null ? null : parse(source.text));
    if (value === null || source === null) continue;
    fields.set(label.key, { value, confidence: source.confidence, bbox: source.box });
  }
  return fields;
}

/** The nearest line within two line heights beneath, in the same column, that is not itself a label. */
function lineBeneath(label: Line, lines: readonly Line[]): Line | null {
  const [x, y, width, height] = label.box;
  const beneath = lines.filter((line) => {
    const [left, top, lineWidth] = line.box;
    const overlaps = Math.min(x + width, left + lineWidth) > Math.max(x, left);
    return line !== label && top > y + height / 2 && top < y + 3 * height && overlaps;
  });
  const nearest = beneath.sort((a, b) => a.box[1] - b.box[1])[0];
  return nearest === undefined || matchLabel(nearest.text) !== null ? null : nearest;
}

function anyText(text: string): string | null {
  const value = text.replace(/\s+/g, " ").trim();
  return value === "" ? null : value;
}

function alpha3(text: string): string | null {
  return /^[A-Z]{3}$/.exec(text.trim().toUpperCase())?.[0] ?? null;
}

function numberLike(text: string): string | null {
  const value = text.replace(/[\s-]/g, "").toUpperCase();
  return /^(?=.*\d)[A-Z0-9]{4,20}$/.test(value) ? value : null;
}
