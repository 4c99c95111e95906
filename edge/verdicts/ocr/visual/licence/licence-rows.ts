import type { TextLine } from "../../../../inference/port.ts";
import { findDate } from "../../../text/dates.ts";
import type { LabelMatch } from "../labels/labels.ts";
import { lineAt } from "../placement.ts";
import { isUnder, NUMBERED, numbered, ORDER } from "./licence-numbers.ts";

/** A value in the column of a licence's values, with its field's number where one was read. */
interface Row {
  readonly line: TextLine;
  readonly number: string | undefined;
}

/** Field numbers that every licence prints; 4c, 4d and 8 may be left out, 6 and 7 have no text. */
const ALWAYS: readonly string[] = ["1", "2", "3", "4a", "4b", "5"];

const NAME = /^\D*\p{L}{2}\D*$/u;
const DATE = /\d.*\d.*\d.*\d/;
/** Four letters in a row, but not in one word that mixes letters and digits as numbers do. */
const ADDRESS = /^(?!\S*(?:[A-Z]\d+[A-Z]|\d[A-Z]+\d)\S*$).*\p{L}{4}/iu;

/** The form of a value, for a row whose number was not read: no value is better than another field's. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  "1": NAME,
  "2": NAME,
  "3": DATE,
  "4a": DATE,
  "4b": DATE,
  "5": /^(?=.*\d)[A-Z0-9 /-]{4,24}$/i,
  "8": ADDRESS,
};

/** Distance of one row of the column from the next, in heights of a row, beyond which the column ends. */
const PITCH = 3.2;

/**
 * The values of a licence whose thin numbers were not read. The column's rows are in the numbers' order: if
 * the numbers read above and below leave as many as there are rows between, each row has its own. Each such
 * row is its own label. Empty if the numbers that were read are out of order.
 */
export function unnumberedRows(
  lines: readonly TextLine[],
  labels: ReadonlyMap<TextLine, LabelMatch>,
): Map<TextLine, LabelMatch> {
  const rows = columnOf(lines, labels);
  const inline = new Set([...labels.values()].flatMap(({ kind, rest }) => (rest === "" ? [] : [kind])));
  const found = new Map<TextLine, LabelMatch>();
  for (const { from, numbers } of runsOf(rows)) {
    const run = rows.slice(from, from + numbers.length);
    if (numbers.some((number) => inline.has(NUMBERED[number]!))) continue;
    if (!run.every(({ line }, i) => LOOKS[numbers[i]!]!.test(line.text))) continue;
    for (const [i, { line }] of run.entries()) {
      found.set(line, { kind: NUMBERED[numbers[i]!]!, languages: [], rest: line.text });
    }
  }
  return found;
}

/**
 * Rows whose number was read as the beginning of their value, without its full stop: "5946364776". They begin
 * where other numbers do, and are the only one that begins with a number that no row has.
 */
export function rowsWithoutStops(
  lines: readonly TextLine[],
  labels: ReadonlyMap<TextLine, LabelMatch>,
): Map<TextLine, LabelMatch> {
  const marked = [...labels.keys()].filter((line) => numbered(line.text) !== null);
  const begun = new Set(marked.map(({ text }) => numbered(text)!.number));
  const open = lines.filter((line) => !labels.has(line) && marked.some((each) => isUnder(line, each)));
  return new Map(
    ALWAYS.filter((number) => !begun.has(number)).flatMap((number) => {
      const [row, ...others] = open.filter(({ text }) => text.toLowerCase().startsWith(number));
      const rest = row?.text.slice(number.length) ?? "";
      const isOne = row !== undefined && others.length === 0 && LOOKS[number]!.test(rest);
      return isOne ? [[row, { kind: NUMBERED[number]!, languages: [], rest }] as const] : [];
    }),
  );
}

/** The rows of a licence of which no number was read, in order; further rows are the address. */
const ROWS = ["1", "2", "3", "4a", "4b", "5"] as const;

/**
 * The values of a licence of which no number was read: one column of rows that have the forms of its fields
 * in their order, with dates that follow one another. Each row is its own label. Empty if no column, or more
 * than one, has them.
 */
export function rowsByForm(lines: readonly TextLine[]): Map<TextLine, LabelMatch> {
  const sorted = lines.toSorted((a, b) => a.place[1] - b.place[1]);
  const runs = sorted.flatMap((first, at) => {
    const column = sorted.slice(at).filter((line) => isUnder(line, first));
    const isWhole = ROWS.every((number, i) => column[i] && LOOKS[number]!.test(column[i].text));
    return isWhole && areInOrder(column.slice(2, 5)) ? [column] : [];
  });
  const [column, ...others] = runs;
  if (column === undefined || others.length > 0) return new Map();
  return new Map(
    numbersOf(column).map((number, i) => [
      column[i]!,
      { kind: NUMBERED[number]!, languages: [], rest: column[i]!.text },
    ]),
  );
}

/** Of two rows that look like a number, the first is that of 4d. */
function numbersOf(column: readonly TextLine[]): readonly string[] {
  const looksLike = (number: string, i: number) => LOOKS[number]!.test(column[i]?.text ?? "");
  const isWord = !/\s/.test(column[ROWS.length]?.text.trim() ?? "");
  const isAddress = looksLike("8", ROWS.length) && !looksLike("8", ROWS.length + 1);
  const isTwice = looksLike("5", ROWS.length) && isWord && !isAddress;
  const numbers = isTwice ? [...ROWS.slice(0, -1), "4d", "5"] : [...ROWS];
  return looksLike("8", numbers.length) ? [...numbers, "8"] : numbers;
}

function areInOrder(lines: readonly TextLine[]): boolean {
  const dates = lines.map(({ text }) => findDate(text)?.date);
  return dates.every((date, i) => date !== undefined && (i === 0 || dates[i - 1]! < date));
}

/** Unnumbered rows with their inferred numbers. */
function runsOf(rows: readonly Row[]): { readonly from: number; readonly numbers: readonly string[] }[] {
  const known = rows.flatMap(({ number }, at) =>
    number === undefined ? [] : [{ at, rank: ORDER.indexOf(number) }],
  );
  if (known.some(({ rank }, i) => i > 0 && rank <= known[i - 1]!.rank)) return [];
  const between = known.map(({ at, rank }, i) => {
    const before = known[i - 1] ?? { at: -1, rank: -1 };
    const left = ORDER.slice(before.rank + 1, rank).filter((number) => ALWAYS.includes(number));
    return left.length === at - before.at - 1 ? { from: before.at + 1, numbers: left } : undefined;
  });
  return [...between, tailOf(rows, known.at(-1))].filter((run) => run !== undefined);
}

/**
 * The rows beneath the last number read: field 5 if it is one of group 4's, then the address. Two rows that
 * look like a number may also be 4d and 5.
 */
function tailOf(rows: readonly Row[], last: { readonly at: number; readonly rank: number } | undefined) {
  const number = last && ORDER[last.rank]!;
  if (number === undefined || !["4b", "4c", "4d", "5"].includes(number)) return undefined;
  const [from, beneath] = [last!.at + 1, rows.slice(last!.at + 1)];
  const looksLike = (each: string, i: number) =>
    beneath[i] !== undefined && LOOKS[each]!.test(beneath[i].line.text);
  if (number === "5") return looksLike("8", 0) ? { from, numbers: ["8"] } : undefined;
  const isAddressed = looksLike("8", 1);
  if (!looksLike("5", 0) || (looksLike("5", 1) && !isAddressed)) return undefined;
  return { from, numbers: isAddressed ? ["5", "8"] : ["5"] };
}

/**
 * The rows around those with a number, from top to bottom, up to the first larger gap. A row may be in one
 * line with its number.
 */
function columnOf(lines: readonly TextLine[], labels: ReadonlyMap<TextLine, LabelMatch>): Row[] {
  const numbers = new Map<TextLine, string>();
  let first: TextLine | undefined;
  for (const [line, { kind, rest }] of labels) {
    const number = numbered(line.text)?.number ?? ORDER.find((each) => NUMBERED[each] === kind);
    const value = rest === "" ? lineAt("beside", line, lines) : undefined;
    const isBeside = value !== undefined && !labels.has(value);
    if (number === undefined || (rest === "" && !isBeside)) continue;
    numbers.set(value ?? line, number);
    first ??= value;
  }
  if (first === undefined) return [];
  const column = lines
    .filter((line) => numbers.has(line) || (isUnder(line, first) && !labels.has(line)))
    .toSorted((a, b) => a.place[1] - b.place[1]);
  const [start, end] = [
    column.findIndex((line) => numbers.has(line)),
    column.findLastIndex((line) => numbers.has(line)),
  ];
  let [from, to] = [start, end];
  while (from > 0 && isNext(column[from - 1]!, column[from]!)) from--;
  while (to < column.length - 1 && isNext(column[to]!, column[to + 1]!)) to++;
  return column.slice(from, to + 1).map((line) => ({ line, number: numbers.get(line) }));
}

const isNext = ({ place: [, above] }: TextLine, { place: [, y, , height] }: TextLine): boolean =>
  y - above <= PITCH * height;
