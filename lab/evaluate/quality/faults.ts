import sharp, { type Sharp } from "sharp";
import type { Hint } from "../../../capture/quality/hint.ts";
import { boundingBox } from "../../../inference/geometry/boxes.ts";
import { between, type Random } from "../../material/random.ts";
import type { Patch } from "../../material/uploads/forgery.ts";
import { cutOff, exposed, type Sample } from "./gate-cases.ts";

/** Mistakes of a person before the camera, each from slight to extreme. */
export type Fault = Exclude<Hint, "good" | "moving" | "nothing">;

export const FAULTS: Readonly<Record<Fault, (document: Sample) => Promise<Buffer>>> = {
  too_dark: (document) => exposed(document, scaled(document, 0.06, 0.7)),
  too_bright: (document) => exposed(document, scaled(document, 1.2, 8)),
  glare: (document) => shot(document, { glare: scaled(document, 60, 20_000), shadow: 0 }),
  blurred: (document) => shot(document, { blur: scaled(document, 1, 12) }),
  too_far: (document) => shot(document, { coverage: scaled(document, 0.08, 0.6) }),
  too_near: cropped,
  outside: (document) => cutOff(document, scaled(document, 0.01, 0.4)),
  tilted: ({ random, ...document }) =>
    shot(
      { random, ...document },
      { rotation: between(random, -45, 45), perspective: between(random, 0.01, 0.2), coverage: 0.6 },
    ),
};

type Options = Parameters<Sample["capture"]>[0];

const shot = async (document: Sample, options: Options) => (await document.capture(options)).content;

/** A strength between two, as likely in each of its octaves. */
const scaled = ({ random }: Pick<Sample, "random">, least: number, most: number) =>
  Math.exp(between(random, Math.log(least), Math.log(most)));

/** So near that the document leaves the image at every side. */
async function cropped(document: Sample): Promise<Buffer> {
  const { content, corners } = await document.capture({ rotation: 0, longSide: 2000 });
  const box = boundingBox(corners);
  const share = scaled(document, 0.005, 0.2);
  return sharp(content)
    .extract({
      left: Math.round(box.x + box.width * share),
      top: Math.round(box.y + box.height * share),
      width: Math.round(box.width * (1 - 2 * share)),
      height: Math.round(box.height * (1 - 2 * share)),
    })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** An existing photo, and the document's place in it. */
interface Taken {
  readonly content: Buffer;
  readonly document: Patch;
  readonly random: Random;
}

/** The faults of `FAULTS`, applied to a finished photo, from slight to extreme. */
export const PHOTO_FAULTS: Readonly<Record<string, (taken: Taken) => Promise<Buffer>>> = {
  too_dark: (taken) => saved(sharp(taken.content).linear(scaled(taken, 0.06, 0.7), 0)),
  too_bright: (taken) => saved(sharp(taken.content).linear(scaled(taken, 1.2, 8), 0)),
  blurred: async (taken) => {
    const { width, height } = await sharp(taken.content).metadata();
    return saved(sharp(taken.content).blur((scaled(taken, 1, 12) * Math.max(width, height)) / 1_600));
  },
  outside: async (taken) => {
    const { width, height } = await sharp(taken.content).metadata();
    const { x, width: across } = taken.document;
    const left = Math.round(Math.max(0, x) + across * scaled(taken, 0.01, 0.4));
    return saved(sharp(taken.content).extract({ left, top: 0, width: width - left, height }));
  },
  too_near: async (taken) => {
    const whole = await sharp(taken.content).metadata();
    const { x, y, width, height } = taken.document;
    const share = scaled(taken, 0.005, 0.2);
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
    const light = `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${across * scaled(taken, 0.05, 0.8)}"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="#fff" stop-opacity=".97"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>`;
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${light}</defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
    return saved(sharp(taken.content).composite([{ input: Buffer.from(drawn) }]));
  },
};

const saved = (image: Sharp): Promise<Buffer> => image.jpeg({ quality: 90 }).toBuffer();
