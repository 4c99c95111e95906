import { type Hint, hintOf } from "./hint.ts";
import { type Luma, measure } from "./measure.ts";

/** Frames are judged at this many pixels' width, whatever the camera gives. */
const WIDTH = 480;

const canvas = new OffscreenCanvas(WIDTH, WIDTH);
const context = canvas.getContext("2d", { willReadFrequently: true });
let before: Luma | null = null;

/** Answers each frame of the camera with a hint, and closes the frame. */
self.onmessage = ({ data: frame }: MessageEvent<ImageBitmap>) => {
  const luma = lumaOf(frame);
  frame.close();
  const isSameSize = before?.height === luma?.height;
  const hint: Hint = luma === null ? "good" : hintOf(measure(luma, isSameSize ? before : null));
  before = luma;
  self.postMessage(hint);
};

function lumaOf(frame: ImageBitmap): Luma | null {
  if (context === null) return null;
  const height = Math.max(1, Math.round((frame.height / frame.width) * WIDTH));
  canvas.height = height;
  context.drawImage(frame, 0, 0, WIDTH, height);
  const { data } = context.getImageData(0, 0, WIDTH, height);
  const grey = new Uint8Array(WIDTH * height);
  for (let at = 0; at < grey.length; at++) {
    // BT.601 in 256ths.
    grey[at] = (77 * data[at * 4]! + 150 * data[at * 4 + 1]! + 29 * data[at * 4 + 2]!) >> 8;
  }
  return { width: WIDTH, height, data: grey };
}
