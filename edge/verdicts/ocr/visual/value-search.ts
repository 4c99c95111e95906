import type { FieldKey } from "../../../../vocabulary/documents.ts";
import type { TextLine } from "../../../inference/port.ts";
import type { LabelKind } from "../../text/printed-labels.ts";
import { PARSERS, type PageContext, type Parser, type Values } from "./field-values.ts";
import { isLikeLabel } from "./labels/label-beginnings.ts";
import type { LabelMatch } from "./labels/labels.ts";
import { PLACEMENTS, type Placement, type ReadValue, readIn, splitAt } from "./placement.ts";

/** A page's lines and labels, and what lies beside each. */
export interface Page extends PageContext {
  readonly lines: readonly TextLine[];
  readonly labels: ReadonlyMap<TextLine, LabelMatch>;
  /** The nearest line in a place, as `lineAt` finds it among the page's lines. */
  readonly neighbours: Readonly<Record<Placement, (line: TextLine) => TextLine | undefined>>;
}

/**
 * Kinds of label whose values are distinguishable from other text and therefore reveal where a page prints
 * its values.
 */
const TELLING: ReadonlySet<LabelKind> = new Set([
  "birth",
  "date_of_birth",
  "date_of_issue",
  "date_of_expiry",
  "sex",
  "document_number",
]);

/** Kinds of which any word may be a value. */
const WORDED: ReadonlySet<LabelKind> = new Set(["address", "place_of_birth"]);

/** Print that is lower than a label by this factor is background: values are at least as high as labels. */
const FINER = 0.6;

/** Maximum number of further lines of an address. */
const ADDRESS_LINES = 3;

/**
 * The values of the page's labels: behind a label on its line, or in the place where most of the page's
 * values are. The first value of a field counts.
 */
export function valuesOf(page: Page): Map<FieldKey, ReadValue> {
  const order = placements(page);
  const fields = new Map<FieldKey, ReadValue>();
  const used = new Set<TextLine>();
  for (const [line, label] of page.labels) {
    const parse = parserOf(label.kind, page);
    const found = parse && find(line, label, parse, order, page, used);
    if (found === undefined) continue;
    for (const [key, read] of Object.entries(found) as [FieldKey, ReadValue][]) {
      if (!fields.has(key)) fields.set(key, read);
    }
  }
  return fields;
}

/**
 * The places of the page's values, most frequent first, then nearest. Above a label is the value of the label
 * before it, unless the page has its values there: then all of them, and the text beneath a label is the next
 * one's.
 */
function placements(page: Page): Placement[] {
  const votes = (placement: Placement) => {
    const gaps = [...page.labels].flatMap(([line, { kind, rest }]) => {
      if (rest !== "" || !TELLING.has(kind)) return [];
      const value = valueLine(placement, line, page);
      if (value === undefined || parserOf(kind, page)!(value.text, page) === null) return [];
      return [placement === "beside" ? 0 : Math.abs(middleOf(value) - middleOf(line))];
    });
    return { count: gaps.length, away: gaps.reduce((sum, gap) => sum + gap, 0) };
  };
  const counted = PLACEMENTS.map((placement) => ({ placement, ...votes(placement) }));
  const usual = counted.toSorted((a, b) => b.count - a.count || a.away - b.away);
  const [first, ...others] = usual.map(({ placement }) => placement);
  return first === "above" ? [first] : [first!, ...others.filter((placement) => placement !== "above")];
}

const middleOf = ({ place: [, y, , height] }: TextLine): number => y + height / 2;

/** The line in the place; undefined when there is none, or when it is a label. */
function valueLine(
  placement: Placement,
  label: TextLine,
  { neighbours, labels }: Page,
): TextLine | undefined {
  const line = neighbours[placement](label);
  return line === undefined || labels.has(line) ? undefined : line;
}

function find(
  line: TextLine,
  { kind, rest }: LabelMatch,
  parse: Parser,
  order: readonly Placement[],
  page: Page,
  used: Set<TextLine>,
): Partial<Record<FieldKey, ReadValue>> | undefined {
  const inline = rest === "" ? null : parse(rest, page);
  if (inline !== null)
    return readings(
      inline,
      kind === "address" ? [line, ...goingOn("beneath", line, page, used, behind(line, rest))] : [line],
    );
  for (const placement of order) {
    const value = valueLine(placement, line, page);
    if (value === undefined || used.has(value) || (WORDED.has(kind) && isFiner(value, line))) continue;
    const values = parse(value.text, page);
    if (values === null) continue;
    used.add(value);
    if (kind !== "address") return readings(values, [value]);
    if (placement !== "above") return readings(values, [value, ...goingOn("beneath", value, page, used)]);
    const [top, ...further] = [...goingOn("above", value, page, used).reverse(), value];
    return readings(parse(top!.text, page) ?? values, [top!, ...further]);
  }
  return undefined;
}

/** The part of a line that the text behind its label takes. */
const behind = (line: TextLine, rest: string): TextLine =>
  splitAt(line, [line.text.length - rest.length])[0]!;

/** The lines that follow in a direction, at the left edge of a line or its value, up to the next label. */
function goingOn(
  direction: "beneath" | "above",
  line: TextLine,
  page: Page,
  used: Set<TextLine>,
  value = line,
): TextLine[] {
  const isBelow = (next: TextLine) => beginsLike(next, line) || beginsLike(next, value);
  const found: TextLine[] = [];
  for (let last = line; found.length < ADDRESS_LINES; ) {
    const next = valueLine(direction, last, page);
    if (next === undefined || used.has(next) || !isBelow(next) || isLikeLabel(next.text)) break;
    used.add(next);
    found.push(next);
    last = next;
  }
  return found;
}

const isFiner = ({ place: [, , , height] }: TextLine, label: TextLine): boolean =>
  height < FINER * label.place[3];

const beginsLike = ({ place: [x, , , height] }: TextLine, { place: [left] }: TextLine): boolean =>
  Math.abs(x - left) < 2 * height;

/** The values with the confidence and box of their lines. The texts of further lines are appended. */
function readings(values: Values, lines: readonly TextLine[]): Partial<Record<FieldKey, ReadValue>> {
  const further = lines.slice(1).map(({ text }) => text);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, readIn(lines, [value, ...further].join(", "))]),
  );
}

function parserOf(kind: LabelKind, page: Page): Parser | undefined {
  if (kind === "other") return undefined;
  return PARSERS[kind === "name" ? nameKey(page) : kind];
}

/**
 * The meaning of the label "Name": given names on a page with a surname label, the surname on a page with a
 * label for given names, else the whole name.
 */
function nameKey({ labels }: Page): "first_name" | "last_name" | "full_name" {
  const kinds = new Set([...labels.values()].map(({ kind }) => kind));
  if (kinds.has("last_name") === kinds.has("first_name")) return "full_name";
  return kinds.has("last_name") ? "first_name" : "last_name";
}
