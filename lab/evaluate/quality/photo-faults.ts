import sharp, { type Sharp } from "sharp";
import { between, type Random } from "../../material/random.ts";
import type { Patch } from "../../material/uploads/forgery.ts";

/** A photo that is there already, and where the document lies in it. */
interface Taken {
  readonly content: Buffer;
  readonly document: Patch;
  readonly random: Random;
}

/** What `FAULTS` does as a capture is made, done to a photo afterwards, from hardly to far too much. */
export const PHOTO_FAULTS: Readonly<Record<string, (taken: Taken) => Promise<Buffer>>> = {
  too_dark: (taken) => saved(sharp(taken.content).linear(octave(taken, 0.06, 0.7), 0)),
  too_bright: (taken) => saved(sharp(taken.content).linear(octave(taken, 1.2, 8), 0)),
  blurred: async (taken) => {
    const { width, height } = await sharp(taken.content).metadata();
    return saved(sharp(taken.content).blur((octave(taken, 1, 12) * Math.max(width, height)) / 1_600));
  },
  outside: async (taken) => {
    const { width, height } = await sharp(taken.content).metadata();
    const { x, width: across } = taken.document;
    const left = Math.round(Math.max(0, x) + across * octave(taken, 0.01, 0.4));
    return saved(sharp(taken.content).extract({ left, top: 0, width: width - left, height }));
  },
  too_near: async (taken) => {
    const whole = await sharp(taken.content).metadata();
    const { x, y, width, height } = taken.document;
    const share = octave(taken, 0.005, 0.2);
    const left = Math.round(Math.max(0, x) + width * share);
    const top = Math.round(Math.max(0, y) + height * share);
    const part = {
      left,
      top,
      width: Math.min(whole.width - left, Math.round(width * (1 - 2 * share))),
      height: Math.min(whole.height - top, Math.round(height * (1 - 2 * share))),
    };
    return saved(sharp(taken.content).extract(part));
  },
  glare: async (taken) => {
    const { width, height } = await sharp(taken.content).metadata();
    const { x, y, width: across, height: down } = taken.document;
    const [cx, cy] = [
      x + across * between(taken.random, 0.2, 0.8),
      y + down * between(taken.random, 0.2, 0.8),
    ];
    const light = `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${across * octave(taken, 0.05, 0.8)}"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="#fff" stop-opacity=".97"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${light}</defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
    return saved(sharp(taken.content).composite([{ input: Buffer.from(drawn) }]));
  },
};

const saved = (picture: Sharp): Promise<Buffer> => picture.jpeg({ quality: 90 }).toBuffer();

/** A strength between two, as likely in each of its octaves. */
const octave = ({ random }: Taken, least: number, most: number): number =>
  Math.exp(between(random, Math.log(least), Math.log(most)));
