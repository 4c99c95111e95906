import sharp from "sharp";
import { between, pick, type Random, seededRandom } from "./random.ts";
import type { SampleFace } from "./sample-faces.ts";
import { composeMrz, type Holder, type SpecimenFormat } from "./specimen-mrz.ts";
import { drawText, type TextStyle } from "./specimen-text.ts";

export interface SpecimenOptions {
  readonly format: SpecimenFormat;
  readonly holder: Holder;
  readonly portrait: SampleFace;
  /** Pixels per millimetre; 11.81 is 300 dpi. */
  readonly scale?: number;
  /** What is printed in the visual zone instead of the holder's own data: a forger's mismatch. */
  readonly printed?: Partial<Holder>;
  /** Changes the zone's lines before they are printed: a forger's check digit. */
  readonly alterMrz?: (lines: readonly string[]) => readonly string[];
  readonly seed?: number;
}

export interface Specimen {
  /** PNG of the flat document. */
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
  /** The zone as printed. */
  readonly mrz: readonly string[];
  /** Where the portrait is printed, in pixels. */
  readonly portrait: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

/** Millimetres of ISO/IEC 7810 ID-1 and ID-3; OCR-B has ten characters and six lines to the inch. */
const SHEETS = {
  TD1: { width: 85.6, height: 53.98, title: "UTOPIA", kind: "IDENTITY CARD", mrzTop: 38.9, left: 4.7 },
  TD3: { width: 125, height: 88, title: "UTOPIA", kind: "PASSPORT", mrzTop: 72.5, left: 6.6 },
} as const;
const PITCH = 2.54;
const LINE = 4.23;

const INK = "#1b2130";
const LABEL: TextStyle = { font: "sans", size: 1.7, fill: "#44506b" };
const VALUE: TextStyle = { font: "bold", size: 2.7, fill: INK };
const MRZ: TextStyle = { font: "ocrb", size: PITCH / 0.703, fill: "#101010", pitch: PITCH };

const SURNAMES = [
  "ERIKSSON",
  "OKAFOR",
  "VAN DER BERG",
  "MORENO",
  "TANAKA",
  "LINDQVIST",
  "DUBOIS",
  "KOWALSKA",
];
const GIVEN_NAMES = ["ANNA MARIA", "INGRID", "SOFIA", "MIRA JOHANNA", "YUKI", "CLAIRE", "EWA KATARZYNA"];
const SIGNS = "0123456789ABCDEFGHJKLMNPRSTUVWXYZ";

/** Invents a holder whose document is valid on any day until 2031. */
export function inventHolder(seed: number): Holder {
  const random = seededRandom(seed);
  const two = (low: number, high: number) =>
    String(Math.floor(between(random, low, high + 1))).padStart(2, "0");
  const signs = (count: number) =>
    Array.from({ length: count }, () => pick(random, Array.from(SIGNS))).join("");
  return {
    surname: pick(random, SURNAMES),
    givenNames: pick(random, GIVEN_NAMES),
    sex: "F",
    nationality: "UTO",
    dateOfBirth: `19${two(60, 99)}-${two(1, 12)}-${two(1, 28)}`,
    dateOfIssue: `2024-${two(1, 12)}-${two(1, 28)}`,
    dateOfExpiry: `203${two(2, 4)[1]}-${two(1, 12)}-${two(1, 28)}`,
    documentNumber: signs(9),
    personalNumber: signs(8),
  };
}

/** Draws a specimen of the invented state of Utopia: visual zone, portrait, machine readable zone. */
export async function renderSpecimen(options: SpecimenOptions): Promise<Specimen> {
  const sheet = SHEETS[options.format];
  const scale = options.scale ?? 300 / 25.4;
  const width = Math.round(sheet.width * scale);
  const height = Math.round(sheet.height * scale);
  const composed = composeMrz(options.format, options.holder);
  const mrz = options.alterMrz?.(composed) ?? composed;
  const frame = { x: sheet.left, y: 13, width: options.format === "TD1" ? 19 : 30, height: 0 };
  const portrait = toPixels({ ...frame, height: frame.width * 1.25 }, scale);
  const drawing = [
    guilloche(sheet.width, sheet.height, seededRandom(options.seed ?? 1)),
    ...visualZone(options.format, { ...options.holder, ...options.printed }, frame.x + frame.width + 4),
    ...mrz.map((line, i) => drawText(line, sheet.left, sheet.mrzTop + i * LINE + 3, MRZ)),
  ].join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${sheet.width} ${sheet.height}">${drawing}</svg>`;
  const photo = await printedPortrait(options.portrait, portrait.width, portrait.height);
  const content = await sharp(Buffer.from(svg))
    .composite([{ input: photo, left: portrait.x, top: portrait.y }])
    .removeAlpha()
    .png()
    .toBuffer();
  return { content, width, height, mrz, portrait };
}

function toPixels(box: { x: number; y: number; width: number; height: number }, scale: number) {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((value) =>
    Math.round(value * scale),
  );
  return { x: x!, y: y!, width: width!, height: height! };
}

/** Head and shoulders around the face, softened a little as printing does. */
async function printedPortrait({ photo, face }: SampleFace, width: number, height: number): Promise<Buffer> {
  const cropHeight = Math.round(face.height * 1.75);
  const cropWidth = Math.round((cropHeight * width) / height);
  const left = Math.round(face.x + face.width / 2 - cropWidth / 2);
  const top = Math.round(face.y + face.height * 0.5 - cropHeight * 0.5);
  return sharp(photo)
    .extract({ left, top, width: cropWidth, height: cropHeight })
    .resize(width, height, { fit: "fill" })
    .modulate({ saturation: 0.85 })
    .blur(0.6)
    .png()
    .toBuffer();
}

const printedDate = (iso: string) => iso.split("-").reverse().join(".");

function visualZone(format: SpecimenFormat, holder: Holder, left: number): string[] {
  const sheet = SHEETS[format];
  const rows: readonly (readonly [string, string, string?, string?])[] = [
    ["Surname", holder.surname, "Document No.", holder.documentNumber],
    ["Given names", holder.givenNames],
    ["Nationality", holder.nationality, "Date of birth", printedDate(holder.dateOfBirth)],
    ["Sex", holder.sex, "Date of expiry", printedDate(holder.dateOfExpiry)],
    ["Personal No.", holder.personalNumber, "Date of issue", printedDate(holder.dateOfIssue)],
  ];
  const step = (sheet.mrzTop - 13.4) / rows.length;
  const second = left + (sheet.width - left) * 0.52;
  const cells = rows.flatMap(([label, value, label2, value2], i) => {
    const y = 13.4 + i * step;
    const cell = (x: number, name: string, text: string) =>
      drawText(name, x, y, LABEL) + drawText(text, x, y + 3, VALUE);
    return [cell(left, label, value), label2 && value2 ? cell(second, label2, value2) : ""];
  });
  const title = drawText(sheet.title, sheet.left, 6.6, { font: "bold", size: 4, fill: "#23366b" });
  const kind = drawText(sheet.kind, left, 6.6, { font: "sans", size: 3, fill: "#23366b" });
  const mark = drawText("SPECIMEN", sheet.left, 11, { font: "sans", size: 2, fill: "#8c2f39" });
  return [title, kind, mark, ...cells];
}

/** Pale interlaced waves over a pale gradient. */
function guilloche(width: number, height: number, random: Random): string {
  const waves = Array.from({ length: 14 }, (_, i) => {
    const [amplitude, length, phase] = [between(random, 2, 6), between(random, 12, 30), random() * 7];
    const points = Array.from({ length: 90 }, (_, step) => {
      const x = (step / 89) * width;
      const y = ((i + 0.5) / 14) * height + amplitude * Math.sin((x / length) * 2 * Math.PI + phase);
      return `${x.toFixed(2)} ${y.toFixed(2)}`;
    });
    const colour = i % 2 === 0 ? "#7fa7c9" : "#c9a27f";
    return `<path d="M${points.join("L")}" fill="none" stroke="${colour}" stroke-width=".18" opacity=".55"/>`;
  });
  return `<defs><linearGradient id="paper" x2="1" y2="1"><stop stop-color="#eef4f8"/><stop offset="1" stop-color="#f6efe4"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#paper)"/>${waves.join("")}`;
}
