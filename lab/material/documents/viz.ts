import { labelOf, type PrintedProperty, printedCountry, printedDay } from "./labels.ts";
import type { Holder } from "./mrz.ts";
import type { DocumentTemplate } from "./templates.ts";
import { drawText, type TextStyle } from "./text.ts";

/** Position of an object: millimetres on the sheet, pixels on an image. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One of a card's two sides; a document of one side has a front alone. */
export type DocumentSide = "front" | "back";

interface Cell {
  readonly key: PrintedProperty;
  readonly label: string;
  readonly text: string;
  /** Left end and baseline. */
  readonly labelAt: readonly [x: number, y: number];
  readonly textAt: readonly [x: number, y: number];
}

const LABEL: TextStyle = { font: "sans", size: 1.7, fill: "#44506b" };
/** Baseline of the first label. */
const TOP = 13.4;

type Row = readonly PrintedProperty[];
const LABELLED: readonly Row[] = [
  ["surname", "documentNumber"],
  ["givenNames", "placeOfBirth"],
  ["nationality", "dateOfBirth"],
  ["sex", "dateOfExpiry"],
  ["personalNumber", "dateOfIssue"],
];
/** Sheets larger than ID-1 have room for it over their MRZ. */
const ADDRESS: Row = ["address"];

/** Field numbers of Directive 2006/126/EC, Annex I. */
const NUMBERED: readonly (readonly [keyof Holder, string])[] = [
  ["surname", "1."],
  ["givenNames", "2."],
  ["dateOfBirth", "3."],
  ["dateOfIssue", "4a."],
  ["dateOfExpiry", "4b."],
  ["personalNumber", "4d."],
  ["documentNumber", "5."],
  ["address", "8."],
];

/** The printed values of one side of a document, and their positions, down to `foot`. */
export function visualCells(
  template: DocumentTemplate,
  side: DocumentSide,
  foot: number,
  holder: Holder,
): Cell[] {
  return LAYOUTS[template.layout]({ template, side, foot, text: (key) => printed(template, key, holder) });
}

interface Sheet {
  readonly template: DocumentTemplate;
  readonly side: DocumentSide;
  readonly foot: number;
  text(key: PrintedProperty): string;
}

const LAYOUTS: Readonly<Record<DocumentTemplate["layout"], (sheet: Sheet) => Cell[]>> = {
  labelled: (sheet) => inColumns(sheet, { label: 0, text: 3 }),
  captioned: (sheet) => inColumns(sheet, { label: 2.3, text: 0 }),
  ruled,
  numbered,
};

/** Two columns: labels and values so far under each row's line, labels under all lines of their value. */
function inColumns({ template, side, foot, text }: Sheet, below: { label: number; text: number }): Cell[] {
  const { left, right } = template.fields;
  const rows = rowsOf(template, side);
  const { arrangement } = template;
  const linesOf = (row: Row) => Math.max(...row.map((key) => text(key).split("\n").length));
  // The further lines of invented layouts have their own space; the others' addresses come last.
  const further = rows.map((row) => (arrangement ? (linesOf(row) - 1) * lineHeight(template) : 0));
  const roomTo = (end: number) => further.slice(0, end).reduce((sum, each) => sum + each, 0);
  const step = (foot - TOP - roomTo(rows.length)) / rows.length;
  const columns = [left, left + (right - left) * (arrangement?.column ?? 0.52)] as const;
  return rows.flatMap((row, i) =>
    row.map((key, column): Cell => {
      const [x, y] = [columns[column]!, TOP + i * step + roomTo(i)];
      const [label, value] = [labelFor(template, key), text(key)];
      const further = below.label > below.text ? (value.split("\n").length - 1) * lineHeight(template) : 0;
      return {
        key,
        label,
        text: value,
        labelAt: [x, y + below.label + further],
        textAt: [x, y + below.text],
      };
    }),
  );
}

/** One column, the labels in one of their own. */
function ruled({ template, side, foot, text }: Sheet): Cell[] {
  const { left, right } = template.fields;
  const keys = rowsOf(template, side).flat();
  const lines = keys.map((key) => text(key).split("\n").length);
  const step = (foot - TOP) / lines.reduce((sum, count) => sum + count, 0);
  return keys.map((key, i): Cell => {
    const y = TOP + step * lines.slice(0, i).reduce((sum, count) => sum + count, 0);
    const label = labelFor(template, key);
    const x = left + (right - left) * (template.arrangement?.column ?? 0.34);
    return { key, label, text: text(key), labelAt: [left, y], textAt: [x, y] };
  });
}

function numbered({ template, foot, text }: Sheet): Cell[] {
  const { left } = template.fields;
  const step = (foot - TOP) / NUMBERED.length;
  return NUMBERED.map(([key, label], i) => {
    const y = TOP + (i + 0.5) * step;
    return { key, label, text: text(key), labelAt: [left, y], textAt: [left + 5, y] };
  });
}

/** A card of two sides has room for a row each. */
function rowsOf({ format, behind, arrangement }: DocumentTemplate, side: DocumentSide): readonly Row[] {
  if (arrangement !== undefined) return arrangement.rows;
  if (behind === undefined) return format === "TD1" ? LABELLED : [...LABELLED, ADDRESS];
  const back: Row = behind;
  const keys = side === "back" ? back : LABELLED.flat().filter((key) => !back.includes(key));
  return keys.map((key) => [key]);
}

function labelFor({ languages, arrangement }: DocumentTemplate, key: PrintedProperty): string {
  const label = labelOf(key, languages, arrangement?.label.joint);
  if (arrangement === undefined) return label;
  return (arrangement.label.inCapitals ? label.toUpperCase() : label) + arrangement.label.mark;
}

/** Properties that invented layouts may print with small letters. */
const NAMED: readonly PrintedProperty[] = ["surname", "givenNames", "placeOfBirth", "address"];

/** A holder's property, or another one, as the template prints it. */
function printed(
  { dates, languages, arrangement }: DocumentTemplate,
  key: PrintedProperty,
  holder: Holder,
): string {
  if (key === "authority" || key === "eyes") return arrangement!.texts[key];
  if (key === "nationality") return printedCountry(holder.nationality, languages[0]);
  if (key === "dateOfBirth" || key === "dateOfIssue" || key === "dateOfExpiry")
    return printedDay(holder[key], dates, languages[0]);
  return arrangement?.hasSmallLetters && NAMED.includes(key) ? inSmallLetters(holder[key]) : holder[key];
}

/** "Anna Maria"; words of two letters are left as they are. */
const inSmallLetters = (text: string): string =>
  text.replace(/\p{Lu}{3,}/gu, (word) => word[0] + word.slice(1).toLowerCase());

/** Baseline to baseline of a value of several lines. */
const lineHeight = ({ valueSize }: DocumentTemplate): number => valueSize * 1.25;

export const drawCell = (
  template: DocumentTemplate,
  { label, labelAt, text, textAt: [x, y] }: Cell,
): string => {
  const style: TextStyle = { font: "bold", size: template.valueSize, fill: template.ink };
  const lines = text.split("\n").map((line, i) => drawText(line, x, y + i * lineHeight(template), style));
  return drawText(label, ...labelAt, { ...LABEL, ...template.arrangement?.label }) + lines.join("");
};

/** Capitals reach 0.73 of the em over the baseline; a bold one is 0.75 of it wide. */
export function valuePlace(template: DocumentTemplate, { text, textAt: [x, y] }: Cell): Place {
  const { valueSize } = template;
  const lines = text.split("\n");
  const width = Math.max(...lines.map(({ length }) => length)) * valueSize * 0.75;
  const height = valueSize * 0.73 + (lines.length - 1) * lineHeight(template);
  return { x, y: y - valueSize * 0.73, width, height };
}
