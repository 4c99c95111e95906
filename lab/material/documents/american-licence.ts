import bwipjs from "bwip-js";
import sharp from "sharp";
import { between, seededRandom } from "../random.ts";
import { type LicenceIssuer, licenceBarcode, licenceElements } from "./aamva-text.ts";
import { drawBackground } from "./background.ts";
import type { Holder } from "./mrz.ts";
import { LICENCES } from "./templates.ts";
import { drawText } from "./text.ts";

/** ISO/IEC 7810 ID-1, in millimetres. */
const CARD = { width: 85.6, height: 53.98 } as const;

interface LicenceOptions {
  readonly holder: Holder;
  readonly issuer: LicenceIssuer;
  readonly seed?: number;
  /** Pixels per millimetre. */
  readonly scale?: number;
}

/** A PDF417 symbol, PNG: as the standard has it, with error correction level 5 and rows of three modules. */
export function drawPdf417(text: string, columns: number): Promise<Buffer> {
  const padding = { paddingwidth: 3, paddingheight: 3, backgroundcolor: "FFFFFF" };
  const symbol = { bcid: "pdf417", text, columns, eclevel: 5, rowmult: 3, scale: 4, ...padding };
  return bwipjs.toBuffer(symbol);
}

/** A back with its PDF417 and some print. PNG of the flat card. `content` is the barcode's, if another. */
export async function renderLicenceBack(
  options: LicenceOptions & { readonly content?: string },
): Promise<Buffer> {
  const { holder, issuer, seed = 1, scale = 16 } = options;
  const content = options.content ?? licenceBarcode(licenceElements(holder, issuer), issuer);
  const random = seededRandom(seed);
  const [top, foot] = [random() < 0.5, 2 + 2 * random()];
  const drawn = await drawPdf417(content, 13);
  const width = Math.round(between(random, 71, 76) * scale);
  const input = await sharp(drawn).flatten({ background: "#ffffff" }).resize({ width }).png().toBuffer();
  const { height } = await sharp(input).metadata();
  const at = top ? foot : CARD.height - foot - height / scale;
  const first = top ? at + height / scale + 5 : 6;
  const rows = [
    `CLASS: D - ANY NON-COMMERCIAL VEHICLE`,
    "RESTRICTIONS: NONE   ENDORSEMENTS: NONE",
    `ISSUED BY THE DEPARTMENT OF MOTOR VEHICLES`,
    `INVENTORY ${holder.personalNumber} REV 01/01/2024`,
  ];
  const texts = rows.map((row, i) =>
    drawText(row, 5, first + 4.4 * i, { font: "sans", size: 2.1, fill: "#1b2130" }),
  );
  return card(options, texts, [
    { input, left: Math.round((CARD.width * scale - width) / 2), top: Math.round(at * scale) },
  ]);
}

async function card(
  { seed = 1, scale = 16 }: LicenceOptions,
  texts: readonly string[],
  pieces: { input: Buffer; left: number; top: number }[],
): Promise<Buffer> {
  const [width, height] = [Math.round(CARD.width * scale), Math.round(CARD.height * scale)];
  const background = drawBackground(LICENCES[0]!, CARD.width, CARD.height, seededRandom(seed));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${CARD.width} ${CARD.height}">${background}${texts.join("")}</svg>`;
  return sharp(Buffer.from(svg)).composite(pieces).removeAlpha().png().toBuffer();
}
