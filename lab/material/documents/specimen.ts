import sharp from "sharp";
import type { SampleFace } from "../faces/sample-faces.ts";
import { between, pick, seededRandom } from "../random.ts";
import { inventAddress } from "./addresses.ts";
import { drawBackground } from "./background.ts";
import type { PrintedProperty } from "./labels.ts";
import { composeMrz, type Holder, type SpecimenFormat } from "./mrz.ts";
import { type DocumentTemplate, defaultTemplate } from "./templates.ts";
import { drawText, type TextStyle } from "./text.ts";
import { type DocumentSide, drawCell, type Place, valuePlace, visualCells } from "./viz.ts";

export type { Place } from "./viz.ts";

export interface SpecimenOptions {
  readonly format: SpecimenFormat;
  readonly holder: Holder;
  readonly portrait: SampleFace;
  /** Pixels per millimetre; 11.81 is 300 dpi. */
  readonly scale?: number;
  /** Printed in the VIZ instead of the holder's own data: a forger's mismatch. */
  readonly printed?: Partial<Holder>;
  /** Changes the MRZ's lines before they are printed: a forger's check digit. */
  readonly alterMrz?: (lines: readonly string[]) => readonly string[];
  readonly seed?: number;
  /** Template of the document; default: the format's first one. */
  readonly template?: DocumentTemplate;
  /** Leaves out the mark of a specimen, which live mode does not take. */
  readonly unmarked?: boolean;
  /** Which side of a two-sided template; the front when absent. */
  readonly side?: DocumentSide;
}

export interface Specimen {
  /** PNG of the flat document. */
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
  /** The MRZ as printed; no lines on a side without one. */
  readonly mrz: readonly string[];
  /** Position of the portrait on the front, in pixels. */
  readonly portrait: Place;
  /** Position of each printed value of the VIZ, in pixels, and its text, by the holder's property. */
  readonly values: Readonly<Partial<Record<PrintedProperty, Place & { readonly text: string }>>>;
}

/** Millimetres of ISO/IEC 7810 ID-1, ID-2 and ID-3; OCR-B has ten characters and six lines to the inch. */
export const SHEETS = {
  TD1: { width: 85.6, height: 53.98, mrzTop: 38.9, left: 4.7 },
  TD2: { width: 105, height: 74, mrzTop: 58.5, left: 5.5 },
  TD3: { width: 125, height: 88, mrzTop: 72.5, left: 6.6 },
} as const;
const PITCH = 2.54;
const LINE = 4.23;

const MRZ: TextStyle = { font: "ocrb", size: PITCH / 0.703, fill: "#101010", pitch: PITCH };

const SURNAMES = "ERIKSSON, OKAFOR, VAN DER BERG, MORENO, TANAKA, LINDQVIST, DUBOIS, KOWALSKA".split(", ");
const GIVEN_NAMES = ["ANNA MARIA", "INGRID", "SOFIA", "MIRA JOHANNA", "YUKI", "CLAIRE", "EWA KATARZYNA"];
const CITIES = ["NORTHAVEN", "PORT ELISE", "KALDOR", "SANTA MIRA", "BREMEL", "VELDEN"];
const STREETS = ["MAIN STREET", "HARBOUR ROAD", "LINDEN AVENUE", "MILL LANE", "STATION SQUARE"];
const SIGNS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";

/**
 * Invents a holder whose document is valid on any day until 2031, a national of Utopia or of the state that
 * issues it.
 */
export function inventHolder(seed: number, template?: DocumentTemplate): Holder {
  const random = seededRandom(seed);
  const two = (low: number, high: number) =>
    String(Math.floor(between(random, low, high + 1))).padStart(2, "0");
  const signs = (count: number) =>
    Array.from({ length: count }, () => pick(random, Array.from(SIGNS))).join("");
  return {
    surname: pick(random, SURNAMES),
    givenNames: pick(random, GIVEN_NAMES),
    sex: "F",
    nationality: template?.mrz?.issuer ?? "UTO",
    dateOfBirth: `19${two(60, 99)}-${two(1, 12)}-${two(1, 28)}`,
    dateOfIssue: `2024-${two(1, 12)}-${two(1, 28)}`,
    dateOfExpiry: `203${two(2, 4)[1]}-${two(1, 12)}-${two(1, 28)}`,
    documentNumber: signs(9),
    // No state gives numbers without a digit.
    personalNumber: signs(8).replace(/^(\D*)\D$/, "$17"),
    placeOfBirth: pick(random, CITIES),
    address:
      template?.address === undefined
        ? `${1 + Math.floor(random() * 98)} ${pick(random, STREETS)}, ${pick(random, CITIES)}`
        : inventAddress(seed, template.address),
  };
}

/** Draws a specimen, or one side of it: VIZ, portrait, MRZ. */
export async function renderSpecimen(options: SpecimenOptions): Promise<Specimen> {
  const template = options.template ?? defaultTemplate(options.format);
  const sheet = SHEETS[options.format];
  const scale = options.scale ?? 300 / 25.4;
  const width = Math.round(sheet.width * scale);
  const height = Math.round(sheet.height * scale);
  const side = options.side ?? "front";
  const composed = hasMrz(template, side) ? composeMrz(options.format, options.holder, template.mrz) : [];
  const mrz = options.alterMrz?.(composed) ?? composed;
  const portrait = toPixels({ ...template.portrait, height: template.portrait.width * 1.25 }, scale);
  const foot = mrz.length === 0 ? sheet.height - 2 : sheet.mrzTop;
  const cells = visualCells(template, side, foot, { ...options.holder, ...options.printed });
  const drawing = [
    drawBackground(template, sheet.width, sheet.height, seededRandom(options.seed ?? 1)),
    side === "front" ? drawTitles(template, options.unmarked === true) : "",
    ...cells.map((cell) => drawCell(template, cell)),
    drawMrz(mrz, sheet),
  ].join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheet.width} ${sheet.height}">${drawing}</svg>`;
  const photos =
    side === "front" ? [await printedPortrait(options.portrait, portrait, template.portraitColour)] : [];
  const content = await sharp(Buffer.from(svg))
    .composite(photos.map((input) => ({ input, left: portrait.x, top: portrait.y })))
    .removeAlpha()
    .png()
    .toBuffer();
  const values = Object.fromEntries(
    cells.map((cell) => [cell.key, { ...toPixels(valuePlace(template, cell), scale), text: cell.text }]),
  );
  return { content, width, height, mrz, portrait, values };
}

const hasMrz = ({ layout, behind }: DocumentTemplate, side: DocumentSide) =>
  layout !== "numbered" && (behind === undefined || side === "back");

export function toPixels(box: Place, scale: number): Place {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((value) =>
    Math.round(value * scale),
  );
  return { x: x!, y: y!, width: width!, height: height! };
}

/** An MRZ's lines in their place on a sheet, as SVG. */
export const drawMrz = (
  lines: readonly string[],
  { left, mrzTop }: { left: number; mrzTop: number },
): string => lines.map((line, i) => drawText(line, left, mrzTop + i * LINE + 3, MRZ)).join("");

/** Head and shoulders around the face, softened a little as printing does. */
export async function printedPortrait(
  { photo, face }: SampleFace,
  { width, height }: Place,
  saturation: number,
): Promise<Buffer> {
  const cropHeight = Math.round(face.height * 1.75);
  const cropWidth = Math.round((cropHeight * width) / height);
  const left = Math.round(face.x + face.width / 2 - cropWidth / 2);
  const top = Math.round(face.y + face.height * 0.5 - cropHeight * 0.5);
  return sharp(photo)
    .extract({ left, top, width: cropWidth, height: cropHeight })
    .resize(width, height, { fit: "fill" })
    .modulate({ saturation })
    .blur(0.6)
    .png()
    .toBuffer();
}

function drawTitles(
  { format, title, kind, mark = "SPECIMEN", heading, fields }: DocumentTemplate,
  isUnmarked: boolean,
): string {
  const { left } = SHEETS[format];
  const beside = Math.max(fields.left, left + title.length * 3.4);
  return [
    drawText(title, left, 6.6, { font: "bold", size: 4, fill: heading }),
    drawText(kind, beside, 6.6, { font: "sans", size: 3, fill: heading }),
    isUnmarked ? "" : drawText(mark, left, 11, { font: "sans", size: 2, fill: "#8c2f39" }),
  ].join("");
}
