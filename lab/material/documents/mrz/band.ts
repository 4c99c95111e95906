import sharp from "sharp";
import { flattening, type Quad } from "../../../../inference/geometry/quad.ts";
import { apply } from "../../../../inference/geometry/transform.ts";
import { between, pick, type Random } from "../../random.ts";
import { drawBackground } from "../background.ts";
import { composeMrz } from "../mrz.ts";
import { inventHolder } from "../specimen.ts";
import { TEMPLATES } from "../templates.ts";
import { drawText } from "../text.ts";
import { inSvg } from "./page.ts";

/** The bottom of a document with nothing but its MRZ. */
export interface MrzBand {
  /** PNG. */
  readonly content: Buffer;
  readonly mrz: readonly string[];
  /**
   * The strips that a locator would cut, for a photo in which the band's corners lie there; `random` shifts
   * them a little.
   */
  rowsOn(corners: Quad, random: Random): Quad[];
}

/** The sheets' widths, in millimetres. */
export const WIDTHS = { TD1: 85.6, TD2: 105, TD3: 125 } as const;
/** Pixels a millimetre. */
export const PIXELS = 14;
/** Millimetres: OCR-B's pitch and lead, a capital's height and the margins around the MRZ. */
const [PITCH, LEAD, CAPITAL, TOP, LEFT] = [2.54, 4.23, 2.5, 5, 5] as const;

/** Every character that a number may have, including look-alike letters and digits. */
const SIGNS = Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Draws an MRZ on the paper of one of the templates. */
export async function renderMrzBand(seed: number, random: Random): Promise<MrzBand> {
  const template = pick(random, TEMPLATES);
  const signs = (count: number) => Array.from({ length: count }, () => pick(random, SIGNS)).join("");
  const holder = { ...inventHolder(seed), documentNumber: signs(9), personalNumber: signs(8) };
  const mrz = composeMrz(template.format, holder);
  const width = WIDTHS[template.format];
  const height = 2 * TOP + (mrz.length - 1) * LEAD + CAPITAL;
  const ink = pick(random, ["#101010", "#1c1c24", "#2a2a2a"]);
  const style = { font: "ocrb", size: PITCH / 0.703, fill: ink, pitch: PITCH } as const;
  const texts = mrz.map((line, i) => drawText(line, LEFT, TOP + CAPITAL + i * LEAD, style));
  const drawing = drawBackground(template, width, height, random) + texts.join("");
  return {
    content: await sharp(inSvg(width, height, drawing, PIXELS))
      .removeAlpha()
      .png()
      .toBuffer(),
    mrz,
    rowsOn: stripsOf(
      { width, height, left: LEFT, top: TOP, lead: LEAD, capital: CAPITAL, pitch: PITCH },
      mrz,
    ),
  };
}

/** Position of a band's lines, in its own millimetres. */
interface BandPlace {
  readonly width: number;
  readonly height: number;
  /** The first line's first cell and the top of its capitals. */
  readonly left: number;
  readonly top: number;
  readonly lead: number;
  readonly capital: number;
  readonly pitch: number;
}

/** The strips that a locator would cut, a little off, 1.4 to 1.8 capitals' heights. */
export const stripsOf =
  (
    { width, height, left, top, lead, capital, pitch }: BandPlace,
    mrz: readonly string[],
  ): MrzBand["rowsOn"] =>
  (corners, shift) => {
    const toPhoto = flattening(corners, width, height);
    const tall = (between(shift, 3.9, 5) * capital) / CAPITAL;
    const [from, to] = [
      left - between(shift, 0.4, 2.5),
      left + mrz[0]!.length * pitch + between(shift, 0.4, 2.5),
    ];
    return mrz.map((_, i) => {
      const middle = top + capital / 2 + i * lead + between(shift, -0.25, 0.25);
      const corner = (x: number, y: number) => apply(toPhoto, { x, y });
      const [above, below] = [middle - tall / 2, middle + tall / 2];
      return [corner(from, above), corner(to, above), corner(to, below), corner(from, below)];
    });
  };
