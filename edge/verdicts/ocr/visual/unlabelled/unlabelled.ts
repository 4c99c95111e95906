import type { FieldKey } from "../../../../../vocabulary/documents.ts";
import type { TextLine } from "../../../../inference/port.ts";
import { findDate } from "../../../text/dates.ts";
import { CONFIDENT } from "../../../text/letters.ts";
import type { LabelKind } from "../../../text/printed-labels.ts";
import { labelOf } from "../labels/labels.ts";
import { type ReadValue, readIn } from "../placement.ts";
import { addressOf, townsOf } from "./address.ts";
import { explanationsOf, type IsOpen, openFor, shownBy, type Values } from "./explained.ts";
import { placeOfBirth } from "./place-of-birth.ts";

/**
 * Values whose labels could not be read, recognised by their form or by the page's other values: labels are
 * smaller than values and lost first. Only beside an MRZ, whose dates and numbers are known.
 */
export function unlabelledValues(
  lines: readonly TextLine[],
  machine: Values,
  printed: Values,
  now: number,
): Map<FieldKey, ReadValue> {
  const known = shownBy(lines, machine);
  const towns = townsOf(lines);
  const explanations = explanationsOf(lines, known).filter(({ label }) => !towns.has(label));
  const unlabelled = lines.filter((line) => labelOf(line) === null);
  const sure = unlabelled.filter(({ confidence }) => confidence >= CONFIDENT);
  const found = new Map<FieldKey, ReadValue>();
  const add = (key: FieldKey, read: () => ReadValue | undefined) => {
    const value = printed.has(key) ? undefined : read();
    if (value !== undefined) found.set(key, value);
  };
  const openAs = (...kinds: LabelKind[]) => openFor(explanations, kinds);
  add("date_of_issue", () => dateOfIssue(lines, openAs("date_of_issue"), machine, now));
  add("address", () => addressOf(sure, openAs("address")));
  add("place_of_birth", () =>
    placeOfBirth({
      lines: unlabelled,
      isOpen: openAs("place_of_birth", "birth"),
      known,
      machine,
      printed: new Map([...printed, ...found]),
    }),
  );
  return found;
}

/**
 * The only date of a page beside those of birth and expiry, which must be printed too; before the expiry,
 * after the birth and not in the future.
 */
function dateOfIssue(
  lines: readonly TextLine[],
  isOpen: IsOpen,
  machine: Values,
  now: number,
): ReadValue | undefined {
  const [birth, expiry] = [machine.get("date_of_birth")?.value, machine.get("date_of_expiry")?.value];
  if (birth === undefined || expiry === undefined) return undefined;
  const dated = lines.flatMap((line) => {
    // A search for a date takes longest if there is none.
    if (!/\d/.test(line.text)) return [];
    const date = findDate(line.text, { century: { kind: "issue", now } })?.date;
    return date === undefined ? [] : [{ line, date }];
  });
  const printed = new Set(dated.map(({ date }) => date));
  if (!printed.has(birth) || !printed.has(expiry)) return undefined;
  const [only, ...others] = dated.filter(({ date }) => date !== birth && date !== expiry);
  if (only === undefined || others.length > 0) return undefined;
  if (only.line.confidence < CONFIDENT || !isOpen(only.line) || labelOf(only.line) !== null) return undefined;
  const today = new Date(now).toISOString().slice(0, 10);
  const isIssue = only.date > birth && only.date < expiry && only.date <= today;
  return isIssue ? readIn([only.line], only.date) : undefined;
}
