import sharp from "sharp";
import { flattening, type Quad } from "../../../inference/geometry/quad.ts";
import { invert } from "../../../inference/geometry/transform.ts";
import { type Random, seededRandom } from "../random.ts";
import { type Capture, type CaptureOptions, drawScene, MILD, placeCorners, processed } from "./capture.ts";
import { addGlare, addShadow } from "./light.ts";
import type { Pixels } from "./pixels.ts";

const GAMMA = 2.2;
/** Variance of a point within a sensor's pixel, by which it blurs besides the lens. */
const APERTURE = 1 / 12;
const BITS = 65535;

/** A flat thing in linear light: interleaved RGB, 16 bits a channel. */
export interface Light {
  readonly data: Uint16Array;
  readonly width: number;
  readonly height: number;
}

/** Light of an image's codes, 8 bits; white is 1. */
export function toLight({ data, width, height }: Pixels): Light {
  return { data: Uint16Array.from(data, (code) => LIGHT_OF[code]!), width, height };
}

const LIGHT_OF = Uint16Array.from({ length: 256 }, (_, code) => BITS * (code / 255) ** GAMMA);

const DAYLIGHT = [1, 1, 1];

export interface Camera extends CaptureOptions {
  /** Pixels of the sensor for one of the photo, along a side; 1 or more. */
  readonly oversampling: number;
  /** How much brighter the thing is taken than it is. */
  readonly exposure: number;
  /** Shares of red, green and blue that remain of a lamp's light after the camera's white balance. */
  readonly lamp?: readonly [red: number, green: number, blue: number];
}

/**
 * A photo of a flat object on a table by a phone's camera: the lens blurs the light, each pixel of the sensor
 * sees one colour of a Bayer filter, the others come from its neighbours (bilinear), and the phone's software
 * smooths, sharpens and shrinks the image to the requested size. Grids as fine as the sensor's show as
 * coloured moiré. Blur and noise are those of the sensor's pixels.
 */
export async function photograph(light: Light, camera: Camera): Promise<Capture> {
  const settings = { ...MILD, ...camera };
  const random = seededRandom(settings.seed);
  const width = 2 * Math.round((settings.longSide * settings.oversampling) / 2);
  const sensor = { width, height: 2 * Math.round(width * 0.375) };
  const across = Math.round(width * settings.coverage);
  const size = { width: across, height: Math.round((across * light.height) / light.width) };
  const corners = placeCorners(size, sensor, settings, random);
  const image = await blurred(light, (Math.sqrt(settings.blur ** 2 + APERTURE) * light.width) / across);
  const scene = { ...sensor, data: drawScene(sensor.width, sensor.height, random) };
  const exposures = (settings.lamp ?? DAYLIGHT).map((share) => share * settings.exposure);
  const raw = expose(image, corners, scene, exposures);
  addShotNoise(raw, settings.noise, random);
  const photo = { data: demosaic(raw, sensor), ...sensor };
  if (settings.glare > 0) addGlare(photo, settings.glare, random);
  if (settings.shadow > 0) addShadow(photo, settings.shadow, random);
  return develop(photo, corners, settings);
}

async function blurred({ data, width, height }: Light, sigma: number): Promise<Light> {
  if (sigma < 0.3) return { data, width, height };
  const image = sharp(data, { raw: { width, height, channels: 3 } }).toColourspace("rgb16");
  const { buffer, byteOffset, length } = await image.blur(sigma).raw({ depth: "ushort" }).toBuffer();
  return { data: new Uint16Array(buffer, byteOffset, length / 2), width, height };
}

/** Colour that the filter lets through, by row and column: red, green / green, blue. */
const FILTER = [
  [0, 1],
  [1, 2],
] as const;

/** One colour's light for each pixel of the sensor, 0..1. */
function expose(light: Light, corners: Quad, scene: Pixels, exposures: readonly number[]): Float32Array {
  const t = invert(flattening(corners, light.width, light.height));
  const raw = new Float32Array(scene.width * scene.height);
  for (let y = 0, at = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++, at++) {
      const channel = FILTER[y & 1]![x & 1]!;
      const [u, v] = [x + 0.5, y + 0.5];
      const w = t[6] * u + t[7] * v + t[8];
      const [lightX, lightY] = [(t[0] * u + t[1] * v + t[2]) / w, (t[3] * u + t[4] * v + t[5]) / w];
      const seen = sample(light, lightX - 0.5, lightY - 0.5, channel);
      raw[at] =
        seen === null ? LIGHT_OF[scene.data[at * 3 + channel]!]! / BITS : (exposures[channel]! * seen) / BITS;
    }
  }
  return raw;
}

/** Bilinear; null beside the thing. */
function sample({ data, width, height }: Light, x: number, y: number, channel: number): number | null {
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) return null;
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const p = (y0 * width + x0) * 3 + channel;
  const below = p + width * 3;
  const top = data[p]! * (1 - fx) + data[p + 3]! * fx;
  return top * (1 - fy) + (data[below]! * (1 - fx) + data[below + 3]! * fx) * fy;
}

/**
 * The sensor's noise: about `deviation` of 255 in light that is half of white, and going with the root of the
 * light.
 */
function addShotNoise(raw: Float32Array, deviation: number, random: Random): void {
  for (let i = 0; i < raw.length; i++) {
    const noise = (random() + random() + random() - 1.5) * 2;
    raw[i] = raw[i]! + ((noise * deviation) / 255) * (0.15 + Math.sqrt(2 * raw[i]!));
  }
}

/**
 * All three colours for each pixel, as codes: a missing colour is the mean of the nearest pixels that have
 * it.
 */
function demosaic(raw: Float32Array, { width, height }: { width: number; height: number }): Buffer {
  const data = Buffer.alloc(width * height * 3);
  const at = (x: number, y: number) =>
    raw[
      Math.min(Math.max(y, y & 1), height - 2 + (y & 1)) * width +
        Math.min(Math.max(x, x & 1), width - 2 + (x & 1))
    ]!;
  for (let y = 0, p = 0; y < height; y++) {
    for (let x = 0; x < width; x++, p += 3) {
      const own = raw[y * width + x]!;
      const across = (at(x - 1, y) + at(x + 1, y)) / 2;
      const down = (at(x, y - 1) + at(x, y + 1)) / 2;
      const diagonal = (at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)) / 4;
      const isGreen = ((x + y) & 1) === 1;
      const [inRow, inColumn] = isGreen ? [across, down] : [own, diagonal];
      const [red, blue] = (y & 1) === 0 ? [inRow, inColumn] : [inColumn, inRow];
      data[p] = code(red);
      data[p + 1] = code(isGreen ? own : (across + down) / 2);
      data[p + 2] = code(blue);
    }
  }
  return data;
}

const code = (light: number) => Math.min(255, Math.round(255 * Math.max(0, light) ** (1 / GAMMA)));

/** The phone's own smoothing, sharpening and scaling, and its JPEG. */
async function develop(photo: Pixels, corners: Quad, { longSide, processing, quality }: typeof MILD) {
  const [width, height] = [longSide, Math.round((longSide * photo.height) / photo.width)];
  const { data, info } = await processed(photo, processing).raw().toBuffer({ resolveWithObject: true });
  const shrunk = sharp(data, { raw: info }).resize(width, height, { fit: "fill" });
  const scaled = corners.map(({ x, y }) => ({
    x: (x * width) / photo.width,
    y: (y * height) / photo.height,
  }));
  return {
    content: await shrunk.jpeg({ quality }).toBuffer(),
    width,
    height,
    corners: scaled as unknown as Quad,
  };
}
