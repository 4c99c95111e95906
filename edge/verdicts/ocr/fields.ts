import type { Box, DocumentReading, Mrz, TextLine } from "../../inference/port.ts";
import type { FieldSource } from "../../vocabulary/documents.ts";
import { FIELD_KEYS, type FieldKey } from "../../vocabulary/documents.ts";
import { isWithinEdits } from "../text/edit-distance.ts";
import { remembered, rememberedAt } from "../text/remembered.ts";
import { transliterations } from "../text/transliteration.ts";
import { readMachineZone } from "./machine-zone.ts";
import { printedNumber, unlabelledNumber } from "./printed-number.ts";
import { printedValues } from "./printed-values.ts";
import type { ReadValue } from "./visual/read-value.ts";
import { unlabelledValues } from "./visual/unlabelled/unlabelled.ts";

export interface Field {
  readonly value: string;
  /** 0..1. */
  readonly confidence: number;
  readonly source: FieldSource;
  readonly bbox: Box | null;
  /** The printed text, where it is like the zone's name and not the same. */
  readonly alternative?: string;
}

export type Fields = Partial<Record<FieldKey, Field>>;

/**
 * The document's fields from both zones. Where the zones agree, the source is `both`, with the higher
 * confidence and the visual zone's spelling, which has accents and case. Where they differ, the MRZ's value
 * is kept, because it has check digits; fraud detection judges the difference. Names have none: where the
 * printed one differs by a few letters, one of the two was misread and nothing says which, so the field is
 * uncertain and tells both.
 */
export const mergeFields = rememberedAt((reading: DocumentReading, now): Fields => {
  const machine: Map<FieldKey, ReadValue> =
    reading.mrz === null ? new Map() : readMachineZone(reading.mrz, now);
  const { lines, values } = printedValues(reading, now);
  const visual = new Map(values);
  if (reading.mrz !== null) addUnlabelled(visual, lines, reading.mrz, machine, now);
  const fields: Fields = {};
  for (const key of FIELD_KEYS) {
    const [coded, printed] = [machine.get(key), visual.get(key)];
    const field =
      NUMBERS.has(key) && coded === undefined && printed !== undefined
        ? printedNumber(printed, reading.mrz)
        : mergeValues(key, coded, printed);
    if (field !== null) fields[key] = field;
  }
  return doubtedUnlabelled(fields, visual, lines);
});

/** Adds what tells by itself what it is, beside a zone whose checks all hold. */
function addUnlabelled(
  visual: Map<FieldKey, ReadValue>,
  lines: readonly TextLine[],
  mrz: Mrz,
  machine: ReadonlyMap<FieldKey, ReadValue>,
  now: number,
): void {
  if (!mrz.checks.every(({ valid }) => valid)) return;
  // What the zone calls something else was read under a neighbour's label.
  const issue = visual.get("date_of_issue")?.value;
  const others = ["date_of_birth", "date_of_expiry"] as const;
  const isAnother = others.some((key) => machine.get(key)?.value === issue);
  if (isAnother) visual.delete("date_of_issue");
  const number = visual.has("personal_number") ? undefined : unlabelledNumber(lines, mrz);
  if (number !== undefined) visual.set("personal_number", number);
  for (const [key, value] of unlabelledValues(lines, machine, visual, now)) visual.set(key, value);
}

function mergeValues(
  key: FieldKey,
  machine: ReadValue | undefined,
  visual: ReadValue | undefined,
): Field | null {
  if (machine === undefined) return visual === undefined ? null : { ...visual, source: "viz" };
  if (visual === undefined) return { ...machine, source: "mrz" };
  if (!isSpelling(machine.value, visual.value)) {
    return doubted(key, { ...machine, source: "mrz" }, visual.value);
  }
  const confidence = Math.max(machine.confidence, visual.confidence);
  return { ...visual, value: respaced(visual.value, machine.value), confidence, source: "both" };
}

const NUMBERS: ReadonlySet<FieldKey> = new Set(["document_number", "personal_number"]);
const NAMES: ReadonlySet<FieldKey> = new Set(["full_name", "first_name", "last_name"]);

/** A field of the zone beside what is printed: a name with a few other letters there is uncertain. */
export function doubted(key: FieldKey, field: Field, printed: string): Field {
  if (!NAMES.has(key) || !isLookAlike(field.value, printed)) return field;
  return { ...field, confidence: Math.min(field.confidence, EITHER), alternative: printed };
}

/** Letters from which a line without a label counts as a name's other spelling: short words are like many. */
const UNLABELLED_FROM = 5;

/**
 * The zone's names beside lines that no label explains, as where labels are too small to be read: a name that
 * no line prints, while one line prints it with a few other letters, is uncertain.
 */
function doubtedUnlabelled(
  fields: Fields,
  labelled: ReadonlyMap<FieldKey, ReadValue>,
  lines: readonly TextLine[],
): Fields {
  const found = { ...fields };
  for (const key of ["first_name", "last_name"] as const) {
    const field = labelled.has(key) ? undefined : fields[key];
    const printed = field?.source === "mrz" ? onlyLookAlike(field.value, lines) : undefined;
    if (printed !== undefined) found[key] = doubted(key, field!, printed);
  }
  const [first, last, full] = [found.first_name, found.last_name, found.full_name];
  const parts = [first, last].filter((part) => part !== undefined);
  if (full?.source !== "mrz" || parts.every(({ alternative }) => alternative === undefined)) return found;
  const printed = parts.map(({ alternative, value }) => alternative ?? value).join(" ");
  return { ...found, full_name: doubted("full_name", full, printed) };
}

/** The one line that prints a name with a few other letters, where no line prints the name itself. */
function onlyLookAlike(name: string, lines: readonly TextLine[]): string | undefined {
  const own = inLetters(name.toUpperCase());
  if (own.length < UNLABELLED_FROM) return undefined;
  if (lines.some((line) => lettersOf(line).some((each) => each.includes(own)))) return undefined;
  const alike = lines.filter((line) => lettersOf(line).some((each) => isMisread(own, each)));
  const texts = new Set(alike.map(({ text }) => text));
  return texts.size === 1 ? [...texts][0] : undefined;
}

/** Characters of a line that is a name; longer ones are sentences, and spelling them takes long. */
const NAMED_MAX = 60;

/** A line's spellings in the zone, letters and digits alone. */
const lettersOf = remembered(({ text }: TextLine) =>
  text.length > NAMED_MAX ? [] : transliterations(text).map(inLetters),
);

/** Confidence of one of two readings of which nothing says which is right. */
const EITHER = 0.5;

/** A name's letters that a reader mistakes at most, and as a share of them. */
const MISTAKEN = { letters: 3, share: 1 / 4 } as const;

/** Whether two names differ so little that one is the other misread. */
function isLookAlike(machine: string, printed: string): boolean {
  const own = inLetters(machine.toUpperCase());
  return transliterations(printed).some((spelling) => isMisread(own, inLetters(spelling)));
}

/** The same of their letters. A name with a part left out is not misread. */
function isMisread(own: string, read: string): boolean {
  if (own.startsWith(read) || read.startsWith(own)) return false;
  return isWithinEdits(own, read, Math.min(MISTAKEN.letters, own.length * MISTAKEN.share));
}

const inLetters = (text: string) => text.replace(/[^A-Z0-9]/g, "");

/** The visual zone's spelling; spaces that the recogniser lost are restored from the MRZ's fillers. */
function respaced(visual: string, machine: string): string {
  const sameLetters = visual.length === machine.replaceAll(" ", "").length;
  if (visual.includes(" ") || !machine.includes(" ") || !sameLetters) return visual;
  let at = 0;
  return Array.from(machine, (sign) => (sign === " " ? " " : visual[at++])).join("");
}

/** Whether the zone's text is a transliteration of the printed text: "Müller" and "MUELLER" are one name. */
function isSpelling(machine: string, printed: string): boolean {
  const own = inLetters(machine.toUpperCase());
  return transliterations(printed).some((spelling) => inLetters(spelling) === own);
}
