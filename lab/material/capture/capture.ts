import sharp from "sharp";
import { flattening, type Quad } from "../../../inference/geometry/quad.ts";
import { invert } from "../../../inference/geometry/transform.ts";
import { between, type Random, seededRandom } from "../random.ts";
import { addGlare, addShadow } from "./light.ts";
import type { Pixels } from "./pixels.ts";

export interface CaptureOptions {
  readonly seed: number;
  /** Long side of the photo, in pixels. */
  readonly longSide?: number;
  /** Share of the photo's width that the document takes, 0..1. */
  readonly coverage?: number;
  /** How far each corner may stray, as a share of the document's width. */
  readonly perspective?: number;
  /** Rotation in the plane, in degrees, clockwise. */
  readonly rotation?: number;
  /** Gaussian blur, in pixels of the photo. */
  readonly blur?: number;
  /** Standard deviation of the sensor's noise, of 255. */
  readonly noise?: number;
  /** JPEG quality, 1..100. */
  readonly quality?: number;
  /** Light that a lamp or window adds at the heart of its reflection, of 255. */
  readonly glare?: number;
  /** Share of light that a hand's or phone's shadow takes, 0..1. */
  readonly shadow?: number;
  /** How much the phone smooths its sensor's noise and sharpens again, 0..1. */
  readonly processing?: number;
}

export interface Capture {
  /** JPEG. */
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
  /**
   * Position of the document's corners: top left, top right, bottom right, bottom left in reading position.
   */
  readonly corners: Quad;
}

export const MILD = {
  longSide: 1600,
  coverage: 0.82,
  perspective: 0.02,
  rotation: 0,
  blur: 0.6,
  noise: 3,
  quality: 88,
  glare: 0,
  shadow: 0,
  processing: 0,
};

/** A photo of a flat document lying on a table, as a phone takes it; the same seed gives the same pixels. */
export async function captureDocument(document: Buffer, options: CaptureOptions): Promise<Capture> {
  const settings = { ...MILD, ...options };
  const random = seededRandom(settings.seed);
  const [width, height] = [settings.longSide, Math.round(settings.longSide * 0.75)];
  const header = await sharp(document).metadata();
  const cardWidth = Math.round(width * settings.coverage);
  const cardHeight = Math.round((cardWidth * header.height) / header.width);
  const card = await rawPixels(sharp(document).resize(cardWidth, cardHeight, { fit: "fill" }));
  const corners = placeCorners({ width: cardWidth, height: cardHeight }, { width, height }, settings, random);
  const scene = drawScene(width, height, random);
  lay(card, corners, { data: scene, width, height });
  const soft = sharp(scene, { raw: { width, height, channels: 3 } });
  const blurred = await (settings.blur >= 0.3 ? soft.blur(settings.blur) : soft).raw().toBuffer();
  const photo = { data: blurred, width, height };
  if (settings.glare > 0) addGlare(photo, settings.glare, random);
  if (settings.shadow > 0) addShadow(photo, settings.shadow, random);
  addNoise(blurred, settings.noise, random);
  const content = await processed(photo, settings.processing).jpeg({ quality: settings.quality }).toBuffer();
  return { content, width, height, corners };
}

/** An image's pixels, three channels each. */
export async function rawPixels(image: ReturnType<typeof sharp>): Promise<Pixels> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * A phone's own noise reduction and sharpening: neighbouring pixels' noise comes to depend on one another.
 */
export function processed({ data, width, height }: Pixels, strength: number): ReturnType<typeof sharp> {
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  return strength === 0
    ? image
    : image.blur(0.3 + 0.5 * strength).sharpen({ sigma: 1, m1: strength, m2: 2 * strength });
}

export function placeCorners(
  card: { width: number; height: number },
  photo: { width: number; height: number },
  settings: { perspective: number; rotation: number },
  random: Random,
): Quad {
  const angle = (settings.rotation * Math.PI) / 180;
  const turned = Math.abs(Math.sin(angle)) * card.width + Math.abs(Math.cos(angle)) * card.height;
  const fit = Math.min(1, (photo.height * 0.94) / turned);
  const stray = () => between(random, -1, 1) * settings.perspective * card.width;
  const corner = (sx: number, sy: number) => {
    const x = (sx * card.width * fit) / 2 + stray();
    const y = (sy * card.height * fit) / 2 + stray();
    return {
      x: photo.width / 2 + x * Math.cos(angle) - y * Math.sin(angle),
      y: photo.height / 2 + x * Math.sin(angle) + y * Math.cos(angle),
    };
  };
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
}

/** A wooden-looking table top under uneven light. */
export function drawScene(width: number, height: number, random: Random): Buffer {
  const base = [between(random, 60, 120), between(random, 50, 90), between(random, 35, 70)];
  const [grain, slope, light] = [between(random, 0.02, 0.06), random(), between(random, -25, 25)];
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const wave = 9 * Math.sin((y + slope * x * 0.2) * grain) + 5 * Math.sin((y * 3 + x * 0.1) * grain);
      const shade = wave + light * (x / width - 0.5);
      for (let c = 0; c < 3; c++) data[at + c] = base[c]! + shade;
    }
  }
  return data;
}

/** Draws the card, in the photo's own pixels, into the scene through its corners, bilinear. */
function lay(card: Pixels, corners: Quad, scene: Pixels): void {
  const t = invert(flattening(corners, card.width, card.height));
  const colour = [0, 0, 0];
  for (let y = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++) {
      const [u, v] = [x + 0.5, y + 0.5];
      const w = t[6] * u + t[7] * v + t[8];
      const [cardX, cardY] = [(t[0] * u + t[1] * v + t[2]) / w, (t[3] * u + t[4] * v + t[5]) / w];
      // A pixel that the card's edge crosses sees something of both.
      const inside = Math.min(cardX, card.width - cardX, cardY, card.height - cardY);
      const cover = Math.min(1, Math.max(0, inside + 0.5));
      if (cover === 0) continue;
      colour.fill(0);
      addSample(card, cardX - 0.5, cardY - 0.5, cover, colour);
      const offset = (y * scene.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        scene.data[offset + c] = Math.min(255, colour[c]! + (1 - cover) * scene.data[offset + c]!);
      }
    }
  }
}

function addSample(card: Pixels, x: number, y: number, share: number, colour: number[]): void {
  const x0 = Math.min(Math.max(Math.floor(x), 0), card.width - 2);
  const y0 = Math.min(Math.max(Math.floor(y), 0), card.height - 2);
  const [fx, fy] = [Math.min(1, Math.max(0, x - x0)), Math.min(1, Math.max(0, y - y0))];
  for (let c = 0, p = (y0 * card.width + x0) * 3; c < 3; c++, p++) {
    const top = card.data[p]! * (1 - fx) + card.data[p + 3]! * fx;
    const below = p + card.width * 3;
    const bottom = card.data[below]! * (1 - fx) + card.data[below + 3]! * fx;
    colour[c]! += share * (top * (1 - fy) + bottom * fy);
  }
}

function addNoise(data: Buffer, deviation: number, random: Random): void {
  if (deviation === 0) return;
  for (let i = 0; i < data.length; i++) {
    // The sum of three uniform numbers is close enough to a normal one for a sensor.
    const noise = (random() + random() + random() - 1.5) * 2 * deviation;
    data[i] = Math.min(255, Math.max(0, data[i]! + noise));
  }
}
