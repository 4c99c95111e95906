import type { FieldKey } from "../../../vocabulary/documents.ts";
import type { DocumentReading, TextLine } from "../../inference/port.ts";
import { datesIn } from "../text/dates.ts";
import { CONFIDENT } from "../text/letters.ts";
import { remembered, rememberedAt } from "../text/remembered.ts";
import { readMrz } from "./mrz.ts";
import { datesOfMrz } from "./mrz-dates.ts";
import { printedValues } from "./printed-values.ts";
import type { ReadValue } from "./visual/placement.ts";

type Values = ReadonlyMap<FieldKey, ReadValue>;

/** The values of an image's MRZ and of its visual inspection zone. */
interface MrzValues {
  /** Of the MRZ; empty without one. */
  readonly machine: Values;
  /** Fields of it that only the print could decide, if it was not legible. Only for comparison. */
  readonly open: ReadonlySet<FieldKey>;
  /** Of the visual inspection zone, by labels. */
  readonly printed: Values;
  /** The visual inspection zone's lines. */
  readonly lines: readonly TextLine[];
}

/**
 * The values of the MRZ and the printed text of an image. The MRZ has two digits of a year: the print gives
 * the others, and so does the print of the document's other side, if it was captured.
 */
export function mrzValues(reading: DocumentReading, now: number, other: DocumentReading | null): MrzValues {
  return other === null ? ofOne(reading, now) : of(reading, now, other);
}

const ofOne = rememberedAt((reading: DocumentReading, now) => of(reading, now, null));

function of(reading: DocumentReading, now: number, other: DocumentReading | null): MrzValues {
  const { lines, values } = printedValues(reading, now);
  const machine = new Map(reading.mrz === null ? [] : readMrz(reading.mrz, now));
  const printed = new Map(values);
  const open = new Set<FieldKey>();
  const mrz = reading.mrz ?? other?.mrz ?? null;
  if (mrz === null) return { machine, open, printed, lines };
  const pages = [reading, other].filter((page) => page !== null);
  const inFull = new Set(pages.flatMap((page) => printedValues(page, now).lines.flatMap(datesOn)));
  const { birth, expiry, isOpen } = datesOfMrz(mrz, { inFull, issue: issueOn(pages, now) }, now);
  for (const [key, date] of [
    ["date_of_birth", birth],
    ["date_of_expiry", expiry],
  ] as const) {
    const [coded, shown] = [machine.get(key), printed.get(key)];
    if (date === null) continue;
    if (coded !== undefined) machine.set(key, { ...coded, value: date });
    // Print with a two-digit year adds nothing to the MRZ.
    if (shown !== undefined && !inFull.has(shown.value) && isSameDay(shown.value, date))
      printed.set(key, { ...shown, value: date });
  }
  if (isOpen) open.add("date_of_expiry");
  return { machine, open, printed, lines };
}

const datesOn = remembered(({ text }: TextLine) => (/\d{4}/.test(text) ? datesIn(text) : []));

/** The printed date of issue, if it was read with confidence. */
function issueOn(pages: readonly DocumentReading[], now: number): string | undefined {
  const found = pages.map((page) => printedValues(page, now).values.get("date_of_issue"));
  return found.find((issue) => issue !== undefined && issue.confidence >= CONFIDENT)?.value;
}

/** Whether two dates differ only by their century. */
const isSameDay = (one: string, other: string): boolean => one.slice(2) === other.slice(2);
