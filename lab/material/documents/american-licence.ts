import bwipjs from "bwip-js";
import sharp from "sharp";
import type { SampleFace } from "../faces/sample-faces.ts";
import { between, seededRandom } from "../random.ts";
import { type LicenceIssuer, licenceBarcode, licenceElements } from "./aamva-text.ts";
import { drawBackground } from "./background.ts";
import type { Holder } from "./mrz.ts";
import { printedPortrait } from "./specimen.ts";
import { LICENCES } from "./templates.ts";
import { drawText } from "./text.ts";

/** ISO/IEC 7810 ID-1, in millimetres. */
const CARD = { width: 85.6, height: 53.98 } as const;
const PORTRAIT = { x: 4.5, y: 13, width: 22 } as const;

interface LicenceOptions {
  readonly holder: Holder;
  readonly issuer: LicenceIssuer;
  readonly seed?: number;
  /** Pixels per millimetre. */
  readonly scale?: number;
}

/** A front as the AAMVA standard numbers its fields, with a portrait. PNG of the flat card. */
export async function renderLicenceFront(
  options: LicenceOptions & { readonly portrait: SampleFace },
): Promise<Buffer> {
  const { holder, issuer, scale = 16 } = options;
  const day = (iso: string) => printedDay(iso, issuer);
  const rows = [
    `4d DLN ${holder.documentNumber}`,
    `3 DOB ${day(holder.dateOfBirth)}`,
    `4b EXP ${day(holder.dateOfExpiry)}`,
    `1 LN ${holder.surname}`,
    `2 FN ${holder.givenNames}`,
    `8 ${holder.address}`,
    `15 SEX ${holder.sex}`,
    `4a ISS ${day(holder.dateOfIssue)}`,
  ];
  const texts = [
    drawText(issuer.name, 4.5, 7, { font: "bold", size: 4.4, fill: "#23366b" }),
    drawText("DRIVER LICENSE", 45, 6.6, { font: "bold", size: 3, fill: "#23366b" }),
    drawText(issuer.country, 76, 6.6, { font: "sans", size: 2.6, fill: "#23366b" }),
    ...rows.map((row, i) => drawText(row, 29, 13 + 5 * i, { font: "sans", size: 2.7, fill: "#1b2130" })),
  ];
  const place = {
    x: Math.round(PORTRAIT.x * scale),
    y: Math.round(PORTRAIT.y * scale),
    width: Math.round(PORTRAIT.width * scale),
    height: Math.round(PORTRAIT.width * 1.25 * scale),
  };
  const photo = await printedPortrait(options.portrait, place, 0.9);
  return card(options, texts, [{ input: photo, left: place.x, top: place.y }]);
}

/** A back with its PDF417 and some print. PNG of the flat card. `content` is the barcode's, if another. */
export async function renderLicenceBack(
  options: LicenceOptions & { readonly content?: string },
): Promise<Buffer> {
  const { holder, issuer, seed = 1, scale = 16 } = options;
  const content = options.content ?? licenceBarcode(licenceElements(holder, issuer), issuer);
  const random = seededRandom(seed);
  const [top, foot] = [random() < 0.5, 2 + 2 * random()];
  // The standard's symbol: three times as high as wide a row, error correction level 5.
  const symbol = { bcid: "pdf417", text: content, columns: 13, eclevel: 5, rowmult: 3, scale: 4 } as const;
  const drawn = await bwipjs.toBuffer({
    ...symbol,
    paddingwidth: 3,
    paddingheight: 3,
    backgroundcolor: "FFFFFF",
  });
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

function printedDay(iso: string, { country }: LicenceIssuer): string {
  const [year, month, day] = iso.split("-");
  return country === "USA" ? `${month}/${day}/${year}` : `${year}/${month}/${day}`;
}
