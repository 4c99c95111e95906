import type { DocumentReading, Mrz } from "../../inference/port.ts";
import { CONFIDENT } from "../fraud/check.ts";
import type { Fields } from "./fields.ts";

/** Line confidence at and over which glare has evidently not hidden the text: white card stock saturates too. */
const GLARE_HARMS_BELOW = 0.8;

/** Mean confidence of the characters read, 0..1; 0 when there is no text. */
export function textConfidence({ lines }: DocumentReading): number {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const weighted = lines.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0);
  return characters === 0 ? 0 : weighted / characters;
}

/** Lines of text that stand beside a portrait or within an outline; 0 where there is neither. */
export const linesOfDocument = ({ lines, portrait, outline }: DocumentReading): number =>
  portrait === null && outline === null ? 0 : lines.length;

/** Whether the capture hides text: glare leaves fewer lines, so that those which are left may be read well. */
export const isHardToRead = (reading: DocumentReading): boolean =>
  textConfidence(reading) < GLARE_HARMS_BELOW ||
  (reading.mrz !== null && misreadConfidence(reading.mrz) < CONFIDENT);

/** Room between each of the outline's sides and the picture's edge along it, as a share of the long side; none without one. */
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

/** The least confidence among failed checks, 1 when none failed: one that failed on sure characters is not a misreading. */
export function misreadConfidence({ checks }: Mrz): number {
  return Math.min(1, ...checks.filter(({ valid }) => !valid).map(({ confidence }) => confidence));
}

/**
 * The least confidence among checks that hold. A check digit cannot tell letters apart whose values differ by ten, F and P
 * for one, and enough repairs make any check hold: what was not seen is not confirmed.
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
