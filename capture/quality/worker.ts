import { drawFrame, prepareFrame, sizeOf } from "../../sdk/client/browser/image/frame.ts";
import { hintOf } from "./hint.ts";
import type { Answered, Asked, Frame, Judgement } from "./judge.ts";
import { type Luma, lightOf, measure } from "./measure.ts";

/** Frames are judged at this many pixels' width, whatever the camera gives. */
const WIDTH = 480;

const canvas = new OffscreenCanvas(WIDTH, WIDTH);
const context = canvas.getContext("2d", { willReadFrequently: true });
let before: Luma | null = null;

/**
 * The sharpest of the consecutive good frames: a hand trembles about ten times a second, so a frame of half a
 * second is between two moves. It is kept as the camera gave it, and is the only one.
 */
let best: { readonly frame: Frame; readonly sharpness: number } | null = null;

/** Answers one question after the other, in their order. */
self.onmessage = async ({ data: asked }: MessageEvent<Asked>) => {
  if (asked === "end") {
    keep(null);
    self.close();
    return;
  }
  const answer: Answered = asked === "best" ? { photo: await takeBest() } : await judge(asked);
  self.postMessage(answer);
};

/** Without a canvas no frame can be judged, so none is rejected. */
let last: Judgement = { hint: "good", light: null };

/** Judges a frame, and keeps or closes it. One that cannot be drawn changes nothing. */
async function judge(frame: Frame): Promise<Judgement> {
  if (context === null) {
    keep({ frame, sharpness: 0 });
    return last;
  }
  const luma = await lumaOf(frame, context);
  if (luma === null) {
    frame.close();
    return last;
  }
  const measures = measure(luma, before?.height === luma.height ? before : null);
  before = luma;
  const hint = hintOf(measures);
  if (hint !== "good") {
    keep(null);
    frame.close();
  } else if (best !== null && best.sharpness >= measures.sharpness) frame.close();
  else keep({ frame, sharpness: measures.sharpness });
  last = { hint, light: lightOf(luma) };
  return last;
}

function keep(better: typeof best): void {
  best?.frame.close();
  best = better;
}

/** A browser out of memory encodes nothing: then the person presses the shutter. */
async function takeBest(): Promise<Blob | null> {
  if (best === null) return null;
  try {
    return (await prepareFrame(best.frame)).blob;
  } catch {
    return null;
  } finally {
    keep(null);
  }
}

async function lumaOf(frame: Frame, context: OffscreenCanvasRenderingContext2D): Promise<Luma | null> {
  const { width, height: rows } = sizeOf(frame);
  const scale = width / WIDTH;
  const height = Math.max(1, Math.round(rows / scale));
  canvas.height = height;
  // Every pixel of the frame counts: taking one of many would make print look sharper than it is.
  context.imageSmoothingQuality = "high";
  if (!(await drawFrame(context, frame))) return null;
  const { data } = context.getImageData(0, 0, WIDTH, height);
  const grey = new Uint8Array(WIDTH * height);
  for (let at = 0; at < grey.length; at++) {
    // BT.601 in 256ths.
    grey[at] = (77 * data[at * 4]! + 150 * data[at * 4 + 1]! + 29 * data[at * 4 + 2]!) >> 8;
  }
  return { width: WIDTH, height, data: grey, scale };
}
