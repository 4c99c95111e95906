import type { DocumentReading, Mrz } from "../../inference/port.ts";
import type { DocumentType } from "../../vocabulary/documents.ts";
import { CONFIDENT } from "./confidence.ts";
import type { Fields } from "./fields.ts";

/**
 * Line confidence at and over which glare has evidently not hidden the text: white card stock saturates too.
 */
const GLARE_HARMS_BELOW = 0.8;

/** Mean confidence of the characters read, 0..1; 0 when there is no text. */
export function textConfidence({ lines }: DocumentReading): number {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  return characters === 0 ? 0 : weighted / characters;
}

/**
 * Share of the picture that a face takes where a person is shown and not a document's portrait. On a card
 * that fills the picture it is 0.07 at most; on 10 specimens and 60 captures it was 0.042 at most, on selfies
 * 0.117 and more.
 */
const PERSON_FROM = 0.1;

/** Whether the face that was found is a person's before the camera. */
export function showsPerson({ portrait, width, height }: DocumentReading): boolean {
  if (portrait === null) return false;
  const [, , across, down] = portrait.box;
  return across * down >= PERSON_FROM * width * height;
}

/**
 * Share of the picture's long side that something must take to pass for a document. Of documents in the worst
 * focus and dark that were tried, down to 2 lines that could be found, the text took two thirds; what looked
 * like text on selfies a third and less.
 */
const DOCUMENT_FROM = 0.4;

/** Saturated share over which light may have hidden all but a corner of a document. */
const BURNT_OUT = 0.25;

/**
 * Whether nothing was found that passes for a document, where light lets one say so: a table, a wall, an
 * empty sheet. In the dark, or behind a reflection, there may be one. A page without a word or a face is an
 * empty sheet.
 */
export function showsNothing(reading: DocumentReading, dark: number): boolean {
  const { outline, lines, portrait, quality, width, height } = reading;
  const { documentLongSide, meanLuma, saturatedShare } = quality;
  if (meanLuma < dark) return false;
  if (outline !== null) return lines.length === 0 && portrait === null;
  const isHidden = documentLongSide > 0 && saturatedShare > BURNT_OUT;
  return !isHidden && documentLongSide < DOCUMENT_FROM * Math.max(width, height);
}

/**
 * How many things there are that only documents show: a portrait, a title, labelled values. Text alone is
 * none, whatever it says, nor is what stands on no page and beside no portrait.
 */
export function documentMarks(
  reading: DocumentReading,
  fields: Fields,
  candidates: readonly DocumentType[] | null,
): number {
  const { portrait, outline } = reading;
  if (portrait === null && outline === null) return 0;
  const hasPortrait = portrait !== null && !showsPerson(reading);
  return Number(hasPortrait) + Number(candidates !== null) + Object.keys(fields).length;
}

/**
 * Whether the capture hides text: glare leaves fewer lines, so that those which are left may be read well.
 */
export const isHardToRead = (reading: DocumentReading): boolean =>
  textConfidence(reading) < GLARE_HARMS_BELOW ||
  (reading.mrz !== null && misreadConfidence(reading.mrz) < CONFIDENT);

/**
 * Room between each of the outline's sides and the picture's edge along it, as a share of the long side; none
 * without one.
 */
export function margins({ outline, width, height }: DocumentReading): number[] {
  const corners = outline ?? [];
  return corners.map((corner, i) => {
    const ends = [corner, corners[(i + 1) % corners.length]!];
    const rooms = [
      ends.map(({ x }) => x),
      ends.map(({ y }) => y),
      ends.map(({ x }) => width - x),
      ends.map(({ y }) => height - y),
    ].map((room) => Math.max(...room));
    return Math.min(...rooms) / Math.max(width, height);
  });
}

/** How far a corner of the outline lies outside the picture, as a share of its long side. */
export function overhang({ outline, width, height }: DocumentReading): number {
  const distances = (outline ?? []).flatMap(({ x, y }) => [-x, -y, x - width, y - height]);
  return Math.max(0, ...distances) / Math.max(width, height);
}

/**
 * The least confidence among failed checks, 1 when none failed: one that failed on sure characters is not a
 * misreading.
 */
export function misreadConfidence({ checks }: Mrz): number {
  return Math.min(1, ...checks.filter(({ valid }) => !valid).map(({ confidence }) => confidence));
}

/**
 * The least confidence among checks that hold. A check digit cannot tell letters apart whose values differ by
 * ten, F and P for one, and enough repairs make any check hold: what was not seen is not confirmed.
 */
export function leastConfidence({ checks }: Pick<Mrz, "checks">): number {
  return Math.min(1, ...checks.filter(({ valid }) => valid).map(({ confidence }) => confidence));
}

/** How many of the two are there: a name, and what tells its bearers apart. */
export function identifyingFields(fields: Fields): number {
  const name = fields.full_name ?? fields.last_name;
  const distinction = fields.document_number ?? fields.date_of_birth;
  return [name, distinction].filter((field) => field !== undefined).length;
}
