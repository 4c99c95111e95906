import sharp from "sharp";
import {
  AROUND,
  type Developed,
  HEIGHT,
  remembering,
  type Scene,
  WIDTH,
} from "../../../../test/capture/browser/film.ts";
import type { Driver } from "./driver.ts";

/** Text for the browser to run goes over in pieces: some drivers take no megabytes at once. */
const PIECE = 400_000;

/**
 * Puts a canvas before the page's `getUserMedia`, in browsers that have no fake camera whose picture is ours.
 * It films ten frames a second, with a sensor's noise, as `Film` does.
 */
export async function installCamera(driver: Driver): Promise<void> {
  await driver.run(CAMERA, WIDTH, HEIGHT);
}

const develop = remembering(async (picture) => {
  const whole = sharp(picture).resize(WIDTH, HEIGHT, { fit: "contain", background: AROUND });
  return (await whole
    .removeAlpha()
    .jpeg({ quality: 98, chromaSubsampling: "4:4:4" })
    .toBuffer()) as Developed;
});

/** What the canvas of a driven browser shows. */
export class CanvasScene implements Scene {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async show(picture: Uint8Array): Promise<void> {
    await this.project(await this.develop(picture));
  }

  develop = develop;

  async project(developed: Developed): Promise<void> {
    const text = developed.toString("base64");
    for (let at = 0; at < text.length; at += PIECE) {
      await this.#driver.run("(piece) => walkCamera.take(piece)", text.slice(at, at + PIECE));
    }
    await this.#driver.run("() => walkCamera.project()");
  }
}

const CAMERA = `(width, height) => {
  const NOISE = 3;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let frames = [context.getImageData(0, 0, width, height)];
  let shown = 0;
  setInterval(() => context.putImageData(frames[shown++ % frames.length], 0, 0), 100);
  const noisy = ({ data }) => {
    const frame = new ImageData(new Uint8ClampedArray(data), width, height);
    for (let at = 0; at < frame.data.length; at += 4) {
      const noise = Math.round((Math.random() - 0.5) * 2 * NOISE);
      for (let of = 0; of < 3; of++) frame.data[at + of] += noise;
    }
    return frame;
  };
  const pieces = [];
  globalThis.walkCamera = {
    take: (piece) => void pieces.push(piece),
    project: async () => {
      const bytes = Uint8Array.from(atob(pieces.splice(0).join("")), (each) => each.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
      const table = new OffscreenCanvas(width, height).getContext("2d");
      table.drawImage(picture, 0, 0, width, height);
      const still = table.getImageData(0, 0, width, height);
      frames = Array.from({ length: 3 }, () => noisy(still));
    },
  };
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  navigator.mediaDevices.enumerateDevices = async () => [];
}`;
