import { boundingBox } from "../../../../inference/geometry/boxes.ts";
import { flattening, rectangle } from "../../../../inference/geometry/quad.ts";
import { apply, invert } from "../../../../inference/geometry/transform.ts";
import { placeCorners } from "../../capture/capture.ts";
import type { Pixels } from "../../capture/pixels.ts";
import { between, pick, type Random } from "../../random.ts";
import type { Camera } from "../generator.ts";
import { clamp, normal, open } from "../images.ts";

const GAMMA = 2.2;

/**
 * A phone by day, from its sensor on: each pixel sees one colour of a Bayer filter, under shot noise;
 * green is filled in along the weaker gradient, red and blue by their difference to green; colour noise is
 * smoothed away, a curve lends contrast, edges are sharpened.
 */
export const photographByDay: Camera = async (card, random) => {
  const width = 2 * Math.round(between(random, 500, 850));
  const photo = { width, height: 2 * Math.round(width * 0.375) };
  const share = between(random, 0.72, 0.9);
  const across = Math.round(width * share);
  const small = await open(card.pixels)
    .resize(across, null, { kernel: "lanczos3" })
    .blur(between(random, 0.5, 0.9))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const print = { data: small.data, width: small.info.width, height: small.info.height };
  const settings = { perspective: between(random, 0, 0.03), rotation: between(random, -5, 5) };
  const corners = placeCorners(print, photo, settings, random);
  const seen = sense(print, invert(flattening(corners, print.width, print.height)), photo, random);
  const pixels = developed(seen, photo, random);
  const content = await open(pixels)
    .sharpen({ sigma: between(random, 0.6, 1.1), m1: between(random, 0, 0.6), m2: between(random, 0.5, 2) })
    .jpeg({ quality: Math.round(between(random, 78, 97)), quantisationTable: pick(random, [0, 0, 3]) })
    .toBuffer();
  const onPhoto = flattening(corners, card.pixels.width, card.pixels.height);
  return {
    content,
    place({ x, y, width: w, height: h }) {
      const box = boundingBox(rectangle(x, y, w, h).map((corner) => apply(onPhoto, corner)));
      const [left, top] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
      return { x: left, y: top, width: Math.round(box.width), height: Math.round(box.height) };
    },
  };
};

type Size = Pick<Pixels, "width" | "height">;

/**
 * Linear light on the sensor, 0..1, one colour a pixel: red at even places, blue at odd ones, green
 * between.
 */
function sense(print: Pixels, onto: ReturnType<typeof invert>, size: Size, random: Random): Float32Array {
  const out = new Float32Array(size.width * size.height);
  const table = [between(random, 0.05, 0.4), between(random, 0.05, 0.3), between(random, 0.03, 0.3)];
  const [full, fall] = [between(random, 900, 9000), between(random, 0, 0.35)];
  const light = Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** GAMMA);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at++) {
      const c = (x & 1) + (y & 1);
      const w = onto[6] * x + onto[7] * y + onto[8];
      const u = (onto[0] * x + onto[1] * y + onto[2]) / w;
      const v = (onto[3] * x + onto[4] * y + onto[5]) / w;
      const [left, top] = [Math.floor(u), Math.floor(v)];
      let value = table[c]!;
      if (left >= 0 && top >= 0 && left < print.width - 1 && top < print.height - 1) {
        const [fx, fy, p] = [u - left, v - top, (top * print.width + left) * 3 + c];
        const below = p + print.width * 3;
        value =
          (1 - fy) * ((1 - fx) * light[print.data[p]!]! + fx * light[print.data[p + 3]!]!) +
          fy * ((1 - fx) * light[print.data[below]!]! + fx * light[print.data[below + 3]!]!);
      }
      const edge = (x / size.width - 0.5) ** 2 + (y / size.height - 0.5) ** 2;
      value *= 0.85 * (1 - fall * edge);
      out[at] = Math.max(0, value + normal(random) * Math.sqrt((value + 0.002) / full));
    }
  }
  return out;
}

/** All three colours at each pixel, smoothed in colour, on the camera's curve. */
function developed(raw: Float32Array, { width, height }: Size, random: Random): Pixels {
  const green = raw.slice();
  const differences = [new Float32Array(raw.length), new Float32Array(raw.length)];
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const at = y * width + x;
      if (((x & 1) ^ (y & 1)) === 1) continue;
      const [l, r, t, b] = [raw[at - 1]!, raw[at + 1]!, raw[at - width]!, raw[at + width]!];
      green[at] = Math.abs(l - r) < Math.abs(t - b) ? (l + r) / 2 : (t + b) / 2;
      differences[x & 1]![at] = raw[at]! - green[at]!;
    }
  }
  const reach = pick(random, [1, 2]);
  const [red, blue] = differences.map((plane) => spread(plane, width, height, reach));
  const curve = between(random, 0, 0.5);
  const data = Buffer.alloc(raw.length * 3);
  const code = (light: number) => {
    const level = Math.min(1, Math.max(0, light)) ** (1 / GAMMA);
    return clamp(255 * (level + curve * level * (1 - level) * (level - 0.5)));
  };
  for (let at = 0; at < raw.length; at++) {
    data[at * 3] = code(green[at]! + red![at]!);
    data[at * 3 + 1] = code(green[at]!);
    data[at * 3 + 2] = code(green[at]! + blue![at]!);
  }
  return { data, width, height };
}

/**
 * Interpolates a plane that is known at every other pixel of every other row, by the mean of its neighbours:
 * 2·reach + 1 a side.
 */
function spread(plane: Float32Array, width: number, height: number, reach: number): Float32Array {
  const rows = new Float32Array(plane.length);
  const out = new Float32Array(plane.length);
  const share = 4 / (2 * reach + 2) ** 2;
  for (let at = reach; at < plane.length - reach; at++) {
    let sum = (plane[at - reach]! + plane[at + reach]!) / 2;
    for (let d = -reach; d <= reach; d++) sum += plane[at + d]! * (Math.abs(d) === reach ? 0.5 : 1);
    rows[at] = sum;
  }
  for (let at = width * reach; at < width * (height - reach); at++) {
    let sum = (rows[at - width * reach]! + rows[at + width * reach]!) / 2;
    for (let d = -reach; d <= reach; d++) sum += rows[at + d * width]! * (Math.abs(d) === reach ? 0.5 : 1);
    out[at] = sum * share;
  }
  return out;
}
