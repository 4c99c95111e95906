import sharp from "sharp";
import { flattening, type Quad } from "../../inference/geometry/quad.ts";
import { apply, invert } from "../../inference/geometry/transform.ts";
import { between, type Random, seededRandom } from "./random.ts";

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
}

export interface Capture {
  /** JPEG. */
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
  /** Where the document's corners came to lie: top left, top right, bottom right, bottom left as it is read. */
  readonly corners: Quad;
}

const MILD = {
  longSide: 1600,
  coverage: 0.82,
  perspective: 0.02,
  rotation: 0,
  blur: 0.6,
  noise: 3,
  quality: 88,
};

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

/** A photo of a flat document lying on a table, as a phone takes it; the same seed gives the same pixels. */
export async function captureDocument(document: Buffer, options: CaptureOptions): Promise<Capture> {
  const settings = { ...MILD, ...options };
  const random = seededRandom(settings.seed);
  const [width, height] = [settings.longSide, Math.round(settings.longSide * 0.75)];
  const header = await sharp(document).metadata();
  const cardWidth = Math.round(width * settings.coverage);
  const cardHeight = Math.round((cardWidth * header.height) / header.width);
  const resized = sharp(document).resize(cardWidth, cardHeight, { fit: "fill" }).removeAlpha();
  const card = { data: await resized.raw().toBuffer(), width: cardWidth, height: cardHeight };
  const corners = placeCorners(card, { width, height }, settings, random);
  const scene = drawScene(width, height, random);
  lay(card, corners, { data: scene, width, height });
  const soft = sharp(scene, { raw: { width, height, channels: 3 } });
  const blurred = await (settings.blur >= 0.3 ? soft.blur(settings.blur) : soft).raw().toBuffer();
  addNoise(blurred, settings.noise, random);
  const content = await sharp(blurred, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: settings.quality })
    .toBuffer();
  return { content, width, height, corners };
}

function placeCorners(
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
function drawScene(width: number, height: number, random: Random): Buffer {
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

/** Draws the card into the scene through its corners, bilinear. */
function lay(card: Pixels, corners: Quad, scene: Pixels): void {
  const toCard = invert(flattening(corners, card.width, card.height));
  for (let y = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++) {
      const at = apply(toCard, { x: x + 0.5, y: y + 0.5 });
      if (at.x < 0 || at.x >= card.width || at.y < 0 || at.y >= card.height) continue;
      sampleInto(card, at.x - 0.5, at.y - 0.5, scene, (y * scene.width + x) * 3);
    }
  }
}

function sampleInto(card: Pixels, x: number, y: number, scene: Pixels, offset: number): void {
  const x0 = Math.min(Math.max(Math.floor(x), 0), card.width - 2);
  const y0 = Math.min(Math.max(Math.floor(y), 0), card.height - 2);
  const [fx, fy] = [x - x0, y - y0];
  for (let c = 0; c < 3; c++) {
    const value = (dx: number, dy: number) => card.data[((y0 + dy) * card.width + x0 + dx) * 3 + c]!;
    const top = value(0, 0) * (1 - fx) + value(1, 0) * fx;
    const bottom = value(0, 1) * (1 - fx) + value(1, 1) * fx;
    scene.data[offset + c] = Math.min(255, Math.max(0, top * (1 - fy) + bottom * fy));
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
