import { hintOf } from "./hint.ts";
import type { Judgement } from "./judge.ts";
import { type Luma, measure } from "./measure.ts";

/** Frames are judged at this many pixels' width, whatever the camera gives. */
const WIDTH = 480;

const canvas = new OffscreenCanvas(WIDTH, WIDTH);
const context = canvas.getContext("2d", { willReadFrequently: true });
let before: Luma | null = null;

/** Answers each frame of the camera with a judgement, and closes the frame. */
self.onmessage = ({ data: frame }: MessageEvent<ImageBitmap>) => {
  const luma = lumaOf(frame);
  frame.close();
  self.postMessage(judgementOf(luma));
  before = luma;
};

/** Where no canvas is to be had nothing is known against the frame. */
function judgementOf(luma: Luma | null): Judgement {
  if (luma === null) return { hint: "good", sharpness: 0 };
  const measures = measure(luma, before?.height === luma.height ? before : null);
  return { hint: hintOf(measures), sharpness: measures.sharpness };
}

function lumaOf(frame: ImageBitmap): Luma | null {
  if (context === null) return null;
  const scale = frame.width / WIDTH;
  const height = Math.max(1, Math.round(frame.height / scale));
  canvas.height = height;
  // Every pixel of the frame counts: taking one of many would make print look sharper than it is.
  context.imageSmoothingQuality = "high";
  context.drawImage(frame, 0, 0, WIDTH, height);
  const { data } = context.getImageData(0, 0, WIDTH, height);
  const grey = new Uint8Array(WIDTH * height);
  for (let at = 0; at < grey.length; at++) {
    // BT.601 in 256ths.
    grey[at] = (77 * data[at * 4]! + 150 * data[at * 4 + 1]! + 29 * data[at * 4 + 2]!) >> 8;
  }
  return { width: WIDTH, height, data: grey, scale };
}
