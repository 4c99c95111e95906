import sharp from "sharp";
import { rawPixels } from "./capture.ts";
import { type Light, toLight } from "./phone-camera.ts";

/** Position of one colour in a display's pixel, in sixths of its side: left, top, right, bottom. */
type Emitter = readonly [number, number, number, number];
const SIXTHS = 6;
/** Samples of a display's pixel in each direction. */
const SAMPLES = 3;

/** Emitters of red, green and blue: a monitor's stripes, upright or turned, and the diamonds of a phone. */
const LAYOUTS = {
  stripes: [[[0, 0, 2, 5]], [[2, 0, 4, 5]], [[4, 0, 6, 5]]],
  turned: [[[0, 0, 5, 2]], [[0, 2, 5, 4]], [[0, 4, 5, 6]]],
  diamonds: [
    [[0, 0, 3, 3]],
    [
      [3, 0, 5, 2],
      [0, 3, 2, 5],
    ],
    [[3, 3, 6, 6]],
  ],
} as const satisfies Record<string, readonly (readonly Emitter[])[]>;
type Layout = keyof typeof LAYOUTS;
export const LAYOUT_NAMES = Object.keys(LAYOUTS) as Layout[];

interface DisplayImage {
  readonly light: Light;
  /** Exposure compared with that of paper. */
  readonly exposure: number;
}

/** A document on a display, this many of its pixels wide. */
export async function showOnDisplay(document: Buffer, pixels: number, layout: Layout): Promise<DisplayImage> {
  const { data, width, height } = toLight(await rawPixels(sharp(document).resize(pixels)));
  const shares = LAYOUTS[layout].map(emission);
  const peak = Math.max(...shares.flat());
  const shown = new Uint16Array(width * height * SAMPLES ** 2 * 3);
  for (let y = 0, at = 0; y < height * SAMPLES; y++) {
    for (let x = 0; x < width * SAMPLES; x++, at += 3) {
      const from = (Math.floor(y / SAMPLES) * width + Math.floor(x / SAMPLES)) * 3;
      const within = (y % SAMPLES) * SAMPLES + (x % SAMPLES);
      for (let c = 0; c < 3; c++) shown[at + c] = (data[from + c]! * shares[c]![within]!) / peak;
    }
  }
  const light = { data: shown, width: width * SAMPLES, height: height * SAMPLES };
  return { light, exposure: 0.9 * peak };
}

/** Emission of a colour at each sample of a pixel, 1 on average. */
function emission(emitters: readonly Emitter[]): number[] {
  const side = SIXTHS / SAMPLES;
  const cover = (from: number, to: number, at: number) =>
    Math.max(0, Math.min(to, (at + 1) * side) - Math.max(from, at * side)) / side;
  const shares = Array.from({ length: SAMPLES ** 2 }, (_, i) =>
    emitters.reduce((sum, [left, top, right, bottom]) => {
      return sum + cover(left, right, i % SAMPLES) * cover(top, bottom, Math.floor(i / SAMPLES));
    }, 0),
  );
  const mean = shares.reduce((sum, each) => sum + each, 0) / shares.length;
  return shares.map((each) => each / mean);
}
