import { labelOf, printedCountry, printedDay } from "./labels.ts";
import type { Holder } from "./mrz.ts";
import type { DocumentTemplate } from "./templates.ts";
import { drawText, type TextStyle } from "./text.ts";

/** Where something lies: millimetres on the sheet, pixels on a picture. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One of a card's two sides; a document of one side has a front alone. */
export type DocumentSide = "front" | "back";

interface Cell {
  readonly key: keyof Holder;
  readonly label: string;
  readonly text: string;
  /** Left end and baseline. */
  readonly labelAt: readonly [x: number, y: number];
  readonly textAt: readonly [x: number, y: number];
}

const LABEL: TextStyle = { font: "sans", size: 1.7, fill: "#44506b" };
/** Baseline of the first label. */
const TOP = 13.4;

type Row = readonly (keyof Holder)[];
const LABELLED: readonly Row[] = [
  ["surname", "documentNumber"],
  ["givenNames", "placeOfBirth"],
  ["nationality", "dateOfBirth"],
  ["sex", "dateOfExpiry"],
  ["personalNumber", "dateOfIssue"],
];
/** Sheets larger than ID-1 have room for it over their zone. */
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

/** What one side of a document prints of its holder, and where, down to `foot`. */
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
  text(key: keyof Holder): string;
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
  const step = (foot - TOP) / rows.length;
  const columns = [left, left + (right - left) * 0.52] as const;
  return rows.flatMap((row, i) =>
    row.map((key, column): Cell => {
      const [x, y] = [columns[column]!, TOP + i * step];
      const [label, value] = [labelOf(key, template.languages), text(key)];
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
    const label = labelOf(key, template.languages);
    return { key, label, text: text(key), labelAt: [left, y], textAt: [left + (right - left) * 0.34, y] };
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
function rowsOf({ format, behind }: DocumentTemplate, side: DocumentSide): readonly Row[] {
  if (behind === undefined) return format === "TD1" ? LABELLED : [...LABELLED, ADDRESS];
  const keys = side === "back" ? behind : LABELLED.flat().filter((key) => !behind.includes(key));
  return keys.map((key) => [key]);
}

/** A holder's property as the template prints it. */
function printed({ dates, languages }: DocumentTemplate, key: keyof Holder, holder: Holder): string {
  if (key === "nationality") return printedCountry(holder.nationality, languages[0]);
  return key === "dateOfBirth" || key === "dateOfIssue" || key === "dateOfExpiry"
    ? printedDay(holder[key], dates, languages[0])
    : holder[key];
}

/** Baseline to baseline of a value of several lines. */
const lineHeight = ({ valueSize }: DocumentTemplate): number => valueSize * 1.25;

export const drawCell = (
  template: DocumentTemplate,
  { label, labelAt, text, textAt: [x, y] }: Cell,
): string => {
  const style: TextStyle = { font: "bold", size: template.valueSize, fill: template.ink };
  const lines = text.split("\n").map((line, i) => drawText(line, x, y + i * lineHeight(template), style));
  return drawText(label, ...labelAt, LABEL) + lines.join("");
};

/** Capitals reach 0.73 of the em over the baseline; a bold one is 0.75 of it wide. */
export function valuePlace(template: DocumentTemplate, { text, textAt: [x, y] }: Cell): Place {
  const { valueSize } = template;
  const lines = text.split("\n");
  const width = Math.max(...lines.map(({ length }) => length)) * valueSize * 0.75;
  const height = valueSize * 0.73 + (lines.length - 1) * lineHeight(template);
  return { x, y: y - valueSize * 0.73, width, height };
}
