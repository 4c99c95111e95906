import { open } from "node:fs/promises";
import sharp from "sharp";

/** As a laptop's camera films; large enough to read a card. */
const WIDTH = 1_600;
const HEIGHT = 1_200;
/** The background around a photo of another aspect ratio. */
const AROUND = { r: 90, g: 92, b: 96 };
/** A camera's photos are never twice the same: so many with different noise, over and over. */
const FRAMES = 5;
const NOISE = 3;

const HEADER = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
const FRAME = Buffer.from("FRAME\n");

/** The scene in front of a page's camera. */
export interface Scene {
  /** Prepares frames so that `show` can show them at once; this is slow on a busy machine. */
  prepare(photo: Uint8Array): Promise<unknown>;
  /** Shows this photo from now on, whole and in the middle. */
  show(photo: Uint8Array): Promise<void>;
}

/** A file that Chromium uses as its camera. Its content may change while the camera is open. */
export class Film implements Scene {
  readonly path: string;
  readonly prepare = remembering(planesOf);

  constructor(path: string) {
    this.path = path;
  }

  async show(photo: Uint8Array): Promise<void> {
    const planes = await this.prepare(photo);
    const frames = Array.from({ length: FRAMES }, (_, frame) => [FRAME, withNoise(planes, frame)]);
    const film = Buffer.concat([HEADER, ...frames.flat()]);
    // Written in place: the file never has another size, and Chromium keeps it open.
    const file = await open(this.path, "r+").catch(() => open(this.path, "w+"));
    try {
      await file.write(film, 0, undefined, 0);
    } finally {
      await file.close();
    }
  }
}

/** Frames by photo, each encoded once. */
function remembering<T>(work: (photo: Uint8Array) => Promise<T>) {
  const done = new WeakMap<Uint8Array, Promise<T>>();
  return (photo: Uint8Array): Promise<T> => {
    const known = done.get(photo) ?? work(photo);
    done.set(photo, known);
    return known;
  };
}

async function planesOf(photo: Uint8Array): Promise<Buffer> {
  const rgb = await sharp(photo)
    .resize(WIDTH, HEIGHT, { fit: "contain", background: AROUND })
    .removeAlpha()
    .raw()
    .toBuffer();
  return toI420(rgb);
}

/** RGB to planes of Y, U and V (BT.601, limited range), the colours at half the resolution. */
function toI420(rgb: Buffer): Buffer {
  const luma = WIDTH * HEIGHT;
  const planes = Buffer.alloc((luma * 3) / 2);
  for (let at = 0; at < luma; at++) {
    const [r, g, b] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
    planes[at] = 16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255;
  }
  for (let y = 0; y < HEIGHT / 2; y++) {
    for (let x = 0; x < WIDTH / 2; x++) {
      const from = (y * 2 * WIDTH + x * 2) * 3;
      const [r, g, b] = [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!];
      const at = luma + (y * WIDTH) / 2 + x;
      planes[at] = 128 + (-37.797 * r - 74.203 * g + 112 * b) / 255;
      planes[at + luma / 4] = 128 + (112 * r - 93.786 * g - 18.214 * b) / 255;
    }
  }
  return planes;
}

/** A sensor's noise, generated once: each frame starts at another offset. */
const GRAIN = Int8Array.from({ length: 2 * WIDTH * HEIGHT }, () =>
  Math.round((Math.random() - 0.5) * 2 * NOISE),
);

function withNoise(planes: Buffer, frame: number): Buffer {
  const noisy = Buffer.from(planes);
  const from = Math.floor((frame * WIDTH * HEIGHT) / FRAMES);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    noisy[at] = Math.min(235, Math.max(16, noisy[at]! + GRAIN[from + at]!));
  }
  return noisy;
}
