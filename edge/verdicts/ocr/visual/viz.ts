import type { FieldKey } from "../../../../vocabulary/documents.ts";
import { ISSUING_STATES } from "../../../../vocabulary/issuers/records.ts";
import type { TextLine } from "../../../inference/port.ts";
import { provenOrder } from "../../text/dates.ts";
import { remembered } from "../../text/remembered.ts";
import { withValuesApart } from "./columns.ts";
import { nearLabel } from "./labels/label-beginnings.ts";
import { type LabelMatch, labelOf, withLabelsApart } from "./labels/labels.ts";
import { withoutMarks } from "./labels/marks.ts";
import { americanLabels } from "./licence/american-licence.ts";
import { isLicence, matchNumber, valuesBesideNumbers, withFieldsApart } from "./licence/licence-numbers.ts";
import { rowsByForm, rowsWithoutStops, unnumberedRows } from "./licence/licence-rows.ts";
import { joined, lineAt, type Placement, type ReadValue } from "./placement.ts";
import { type Page, valuesOf } from "./value-search.ts";

/**
 * Fields of the visual inspection zone, found by their printed labels, or by a driving licence's numbers. A
 * value is after its label on the same line, or in the place where most of the page's values are: beneath,
 * beside or above. The first reading of a field counts; text that does not fit its field is left out. A page
 * with the title of a driving licence is one by fewer of its numbers.
 */
export function readViz(
  lines: readonly TextLine[],
  now: number,
  isTitledLicence = false,
): Map<FieldKey, ReadValue> {
  return withFullName(valuesOf(pageOf(lines, now, isTitledLicence)));
}

function pageOf(all: readonly TextLine[], now: number, isTitledLicence: boolean): Page {
  const american = americanLabels(all, isTitledLicence);
  const isNumbered =
    american === null &&
    isLicence(
      all.map(({ text }) => text),
      isTitledLicence,
    );
  const ordinary = () => withLabelsApart(withoutMarks(all));
  const read = american === null ? (isNumbered ? withFieldsApart(all) : ordinary()) : all;
  const lines = isNumbered || american !== null ? read : withValuesApart(read);
  const labels = american ?? withRows(lines, labelsOf(lines, isNumbered), isTitledLicence);
  const languages = new Set([...labels.values()].flatMap((label) => label.languages));
  const near = (placement: Placement) => remembered((line: TextLine) => lineAt(placement, line, lines));
  const neighbours = { beneath: near("beneath"), beside: near("beside"), above: near("above") };
  return { now, lines, labels, neighbours, languages, monthFirst: isMonthFirst(lines, american !== null) };
}

/** The labels, with the rows of a licence of which few numbers or none were read. */
function withRows(
  lines: readonly TextLine[],
  labels: Map<TextLine, LabelMatch>,
  isTitledLicence: boolean,
): Map<TextLine, LabelMatch> {
  const rows = isTitledLicence || labels.size === 0 ? rowsByForm(lines) : null;
  if (rows === null || rows.size === 0) return labels;
  const others = [...labels].filter(([line]) => {
    const value = lineAt("beside", line, lines);
    return value === undefined || !rows.has(value);
  });
  return new Map([...rows, ...others]);
}

const numberOf = remembered(({ text }: TextLine) => matchNumber(text));

function labelsOf(lines: readonly TextLine[], isNumbered: boolean): Map<TextLine, LabelMatch> {
  const labels = new Map<TextLine, LabelMatch>();
  for (const line of lines) {
    const label = isNumbered ? numberOf(line) : (labelOf(line) ?? nearLabel(line.text));
    if (label !== null) labels.set(line, label);
  }
  if (!isNumbered) return labels;
  for (const line of valuesBesideNumbers(lines, labels)) labels.delete(line);
  const marked = new Map([...labels, ...rowsWithoutStops(lines, labels)]);
  return new Map([...marked, ...unnumberedRows(lines, marked)]);
}

/** Names of the states that print the month first. */
const MONTH_FIRST = new RegExp(
  String.raw`\b(${ISSUING_STATES.flatMap(({ names, monthFirst }) => (monthFirst ? names : [])).join("|")})\b`,
  "i",
);

function isMonthFirst(lines: readonly TextLine[], isAmerican: boolean): boolean {
  const proven = new Set(lines.map(({ text }) => provenOrder(text)));
  if (proven.has("day first")) return false;
  return isAmerican || proven.has("month first") || lines.some(({ text }) => MONTH_FIRST.test(text));
}

/** Adds the full name in the order of the MRZ's reading: given names, then surname. */
function withFullName(fields: Map<FieldKey, ReadValue>): Map<FieldKey, ReadValue> {
  const [first, last] = [fields.get("first_name"), fields.get("last_name")];
  if (fields.has("full_name") || first === undefined || last === undefined) return fields;
  return fields.set("full_name", joined(first, last));
}
