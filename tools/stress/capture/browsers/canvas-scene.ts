import sharp from "sharp";
import { AROUND, HEIGHT, remembering, type Scene, WIDTH } from "../../../../test/capture/browser/film.ts";
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

/** What the canvas of a driven browser shows. */
export class CanvasScene implements Scene {
  readonly #driver: Driver;
  /** Answers the picture's number in the page, which then has it ready. */
  readonly prepare = remembering((picture) => this.#send(picture));

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  async show(picture: Uint8Array): Promise<void> {
    await this.#driver.run("(at) => walkCamera.show(at)", await this.prepare(picture));
  }

  async #send(picture: Uint8Array): Promise<number> {
    const whole = sharp(picture).resize(WIDTH, HEIGHT, { fit: "contain", background: AROUND });
    const bytes = await whole.removeAlpha().jpeg({ quality: 98, chromaSubsampling: "4:4:4" }).toBuffer();
    const text = bytes.toString("base64");
    for (let at = 0; at < text.length; at += PIECE) {
      await this.#driver.run("(piece) => walkCamera.take(piece)", text.slice(at, at + PIECE));
    }
    return (await this.#driver.run("() => walkCamera.keep()")) as number;
  }
}

const CAMERA = `(width, height) => {
  const NOISE = 7;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  const grain = Array.from({ length: 3 }, () => {
    const table = new OffscreenCanvas(width, height);
    const drawn = new ImageData(width, height);
    for (let at = 0; at < drawn.data.length; at += 4) {
      drawn.data.fill(Math.floor(Math.random() * NOISE), at, at + 3);
      drawn.data[at + 3] = 255;
    }
    table.getContext("2d").putImageData(drawn, 0, 0);
    return table;
  });
  const kept = [];
  const pieces = [];
  let shown = null;
  let frames = 0;
  setInterval(() => {
    if (shown === null) return;
    context.globalCompositeOperation = "source-over";
    context.drawImage(shown, 0, 0, width, height);
    context.globalCompositeOperation = "lighter";
    context.drawImage(grain[frames++ % grain.length], 0, 0);
  }, 100);
  globalThis.walkCamera = {
    take: (piece) => void pieces.push(piece),
    keep: async () => {
      const bytes = Uint8Array.from(atob(pieces.splice(0).join("")), (each) => each.charCodeAt(0));
      return kept.push(await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }))) - 1;
    },
    show: (at) => void (shown = kept[at]),
  };
  // Of the prototype: WebKit forgets what is written on an object that no script holds.
  MediaDevices.prototype.getUserMedia = async () => canvas.captureStream(10);
  MediaDevices.prototype.enumerateDevices = async () => [];
}`;
