import sharp from "sharp";
import type { DocumentRecord } from "../../../../vocabulary/issuers/record.ts";
import { ISSUING_STATES } from "../../../../vocabulary/issuers/records.ts";
import type { SampleFace } from "../../faces/sample-faces.ts";
import { between, pick, type Random } from "../../random.ts";
import { drawBackground } from "../background.ts";
import { PAPERS } from "../invented-templates.ts";
import { drawMrz, printedPortrait, SHEETS, toPixels } from "../specimen.ts";
import { canDraw, drawText, type Face, widthOf } from "../text.ts";
import type { PrintedRow, RecordedSide } from "./sides.ts";

/** Fonts of a document: of its labels and of its values. */
export interface PrintFonts {
  readonly label: Face;
  readonly value: Face;
}

const SCALE = 16;
const TOP = 13;
const LABEL = { least: 1.3, most: 1.8 } as const;
const VALUE = { least: 1.6, most: 2.7 } as const;
/** Titles of documents whose records have none of their own. */
const USUAL_TITLES: Readonly<Record<string, string>> = {
  passport: "PASSPORT",
  residence_permit: "RESIDENCE PERMIT",
};
/** Between two columns. */
const GAP = 2.5;
/** Rows beyond which a side has two columns. */
const ONE_COLUMN = 6;

/** What a drawing of one document is made of, the same for both of its sides. */
interface Style {
  readonly fonts: PrintFonts;
  readonly paper: (typeof PAPERS)[number];
  readonly background: "waves" | "rosettes" | "hatching";
  readonly portrait: SampleFace;
  readonly colour: number;
  readonly inCapitals: boolean;
  readonly valueSize: number;
}

export const inventStyle = (random: Random, fonts: PrintFonts, portrait: SampleFace): Style => ({
  fonts,
  portrait,
  paper: pick(random, PAPERS),
  // Genuine microprint is too fine for a phone; larger letters are drawn by invented layouts.
  background: pick(random, ["waves", "rosettes", "hatching"] as const),
  colour: between(random, 0.2, 1),
  inCapitals: random() < 0.25,
  valueSize: between(random, 2.3, VALUE.most),
});

/** PNG of one side of a document, flat, roughly as its record lays it out. */
export async function drawSide(
  record: DocumentRecord,
  printed: RecordedSide,
  style: Style,
  random: Random,
): Promise<Buffer> {
  const sheet = SHEETS[record.mrz?.format ?? "TD1"];
  const isFront = printed.side === "front";
  const photo = { x: sheet.left, y: TOP, width: sheet.width * 0.23, height: sheet.width * 0.29 };
  const area = {
    left: isFront ? photo.x + photo.width + 4 : sheet.left,
    right: sheet.width - 3,
    top: isFront ? TOP + 1 : 6,
    foot: printed.mrz.length > 0 ? sheet.mrzTop - 1 : sheet.height - 2,
  };
  const drawing = [
    drawBackground({ ...style.paper, background: style.background }, sheet.width, sheet.height, random),
    isFront ? drawTitles(record, style, sheet) : "",
    drawRows(printed.rows, record, style, area),
    drawMrz(printed.mrz, sheet),
  ].join("");
  const [width, height] = [sheet.width, sheet.height].map((each) => Math.round(each * SCALE));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheet.width} ${sheet.height}">${drawing}</svg>`;
  const place = toPixels(photo, SCALE);
  const photos = isFront
    ? [{ input: await printedPortrait(style.portrait, place, style.colour), left: place.x, top: place.y }]
    : [];
  return sharp(Buffer.from(svg)).composite(photos).removeAlpha().png().toBuffer();
}

/** The state's name over the document's titles, as far as the font has their letters. */
function drawTitles(
  record: DocumentRecord,
  { fonts, paper }: Style,
  sheet: { left: number; width: number },
): string {
  const names = ISSUING_STATES.find(({ code }) => code === record.state)!.names;
  const drawable = (texts: readonly string[]) =>
    texts.filter((text) => canDraw(fonts.value, text)).slice(0, 2);
  const line = (text: string, y: number, size: number) =>
    drawText(text, sheet.left, y, {
      font: fonts.value,
      size: Math.min(size, (sheet.width - 2 * sheet.left) / widthOf(fonts.value, text)),
      fill: paper.heading,
    });
  const own = drawable(record.titles);
  const titles = own.length > 0 ? own.join(" / ") : (USUAL_TITLES[record.type] ?? "");
  return line(drawable(names)[0] ?? "", 5.5, 3.4) + line(titles, 10, 3);
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly foot: number;
}

function drawRows(rows: readonly PrintedRow[], record: DocumentRecord, style: Style, area: Area): string {
  const isNumbered = record.numbering !== null && rows.every(({ label }) => label.length < 9);
  const columns = isNumbered || rows.length <= ONE_COLUMN ? [rows] : halves(rows);
  const width = (area.right - area.left) / columns.length - GAP;
  return columns
    .flatMap((column, at) => {
      const left = area.left + at * (width + GAP);
      const lines = column.map((row) => row.lines.length + (isNumbered ? 0 : 0.7));
      const total = lines.reduce((sum, each) => sum + each, 0);
      const step = Math.min((area.foot - area.top) / total, 4.6);
      return column.map((row, i) => {
        const y = area.top + step * lines.slice(0, i).reduce((sum, each) => sum + each, 0);
        const size = Math.min(style.valueSize, step * 0.8);
        return isNumbered
          ? besideNumber(row, left, y, width, size, step, style)
          : beneathLabel(row, left, y, width, size, step, style);
      });
    })
    .join("");
}

const halves = <T>(rows: readonly T[]): (readonly T[])[] => {
  const middle = Math.ceil(rows.length / 2);
  return [rows.slice(0, middle), rows.slice(middle)];
};

type DrawRow = (
  row: PrintedRow,
  x: number,
  y: number,
  width: number,
  size: number,
  step: number,
  style: Style,
) => string;

const beneathLabel: DrawRow = ({ label, lines }, x, y, width, size, step, { fonts, inCapitals, paper }) => {
  const text = fittingLabel(inCapitals ? label.toUpperCase() : label, fonts.label, width);
  const labelSize = sizeWithin(fonts.label, text, width, LABEL.least, Math.min(LABEL.most, step * 0.5));
  return [
    drawText(text, x, y, { font: fonts.label, size: labelSize, fill: "#44506b" }),
    ...lines.map((line, i) => valueAt(line, x, y + step * (0.7 + i), width, size, fonts.value, paper.ink)),
  ].join("");
};

const besideNumber: DrawRow = ({ label, lines }, x, y, width, size, step, { fonts, paper }) => {
  const indent = Math.max(5, widthOf(fonts.label, label) * LABEL.most + 1.2);
  return [
    drawText(label, x, y, { font: fonts.label, size: LABEL.most, fill: "#44506b" }),
    ...lines.map((line, i) =>
      valueAt(line, x + indent, y + step * i, width - indent, size, fonts.value, paper.ink),
    ),
  ].join("");
};

function valueAt(
  line: string,
  x: number,
  y: number,
  width: number,
  size: number,
  font: Face,
  fill: string,
): string {
  return drawText(line, x, y, { font, size: sizeWithin(font, line, width, VALUE.least, size), fill });
}

/** A label in as many of its languages as fit at the least size: no issuer prints over a value. */
function fittingLabel(label: string, font: Face, width: number): string {
  const end = label.lastIndexOf(" / ");
  if (end === -1 || widthOf(font, label) * LABEL.least <= width) return label;
  return fittingLabel(label.slice(0, end), font, width);
}

/** The largest size between two at which a text fits the width. */
const sizeWithin = (font: Face, text: string, width: number, least: number, most: number): number =>
  Math.max(Math.min(least, most), Math.min(most, width / Math.max(1, widthOf(font, text))));
