import sharp from "sharp";
import { between, type Random } from "../random.ts";
import { rawPixels } from "./capture.ts";
import type { Pixels } from "./pixels.ts";

/** Samples of a printer's cell in each direction. */
const CELL = 4;

/** Screen angles of cyan, magenta, yellow and black, in degrees, as offset printing has them. */
const ANGLES = [15, 75, 0, 45];

/**
 * The document as a printer's dots: each ink screened at its angle, `cells` across. PNG, four samples a cell.
 */
export async function printHalftone(document: Buffer, cells: number): Promise<Buffer> {
  const source = await rawPixels(sharp(document).resize(cells * CELL));
  const { data, width } = source;
  const printed = Buffer.alloc(data.length);
  const turns = ANGLES.map((angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]);
  const frequency = (2 * Math.PI) / CELL;
  for (let i = 0; i < data.length; i += 3) {
    const [x, y] = [(i / 3) % width, Math.floor(i / 3 / width)];
    const inks = separate(data[i]!, data[i + 1]!, data[i + 2]!).map((ink, n) => {
      const [cos, sin] = turns[n] as [number, number];
      const [along, across] = [(x * cos + y * sin) * frequency, (y * cos - x * sin) * frequency];
      const cell = (Math.cos(along) + Math.cos(across)) / 2;
      // The dot's edge is soft, as ink on paper: fully there or not only well inside or outside of it.
      return Math.min(1, Math.max(0, (ink - 0.5 - cell / 2) * 2.5 + 0.5));
    });
    const black = 1 - 0.92 * inks[3]!;
    for (let c = 0; c < 3; c++) printed[i + c] = 255 * (1 - 0.9 * inks[c]!) * black;
  }
  return encodePng({ ...source, data: printed });
}

/** Cyan, magenta, yellow and black of a colour, 0..1, with most of the grey in black. */
function separate(red: number, green: number, blue: number): number[] {
  const inks = [red, green, blue].map((value) => 1 - value / 255);
  const black = Math.max(0, Math.min(...inks) * 1.2 - 0.2);
  return [...inks.map((ink) => (black < 1 ? (ink - black) / (1 - black) : 0)), black];
}

/** The document out of an office copier: grey, hard in contrast, with specks of toner. PNG. */
export async function photocopy(document: Buffer, random: Random): Promise<Buffer> {
  const contrast = between(random, 1.2, 1.6);
  const grey = sharp(document)
    .greyscale()
    .toColourspace("srgb")
    .blur(between(random, 0.6, 1.2))
    .linear(contrast, between(random, 20, 40) - 128 * (contrast - 1));
  const { data, info } = await grey.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let n = 0; n < (info.width * info.height) / 2500; n++) {
    const at = Math.floor((random() * data.length) / info.channels) * info.channels;
    data.fill(60, at, at + info.channels);
  }
  return sharp(data, { raw: info }).toColourspace("srgb").png({ compressionLevel: 1 }).toBuffer();
}

/**
 * The document in a viewer's window, as the phone's own screenshot, without a camera. PNG, and the document's
 * place in it.
 */
export async function screenshot(document: Buffer, random: Random) {
  const width = 1080;
  const card = await sharp(document)
    .resize(Math.round(width * between(random, 0.85, 0.98)))
    .png()
    .toBuffer();
  const { width: cardWidth, height: cardHeight } = await sharp(card).metadata();
  const height = cardHeight + 2 * Math.round(between(random, 60, 260));
  const background = random() < 0.5 ? "#ffffff" : "#1c1c1e";
  const left = Math.round((width - cardWidth) / 2);
  const top = Math.round((height - cardHeight) / 2);
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: card, left, top }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { content, card: { x: left, y: top, width: cardWidth, height: cardHeight } };
}

const encodePng = ({ data, width, height }: Pixels): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
