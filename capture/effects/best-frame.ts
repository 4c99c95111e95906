import { prepareFrame } from "../../sdk/client/browser/image/index.ts";
import { openJudge } from "../quality/judge.ts";

/** A hand trembles about ten times a second: of so many frames in half a second one is between two moves. */
const FRAMES = 5;
const EVERY_MS = 100;

/** The sharpest of a few frames, encoded once. One frame beside the best is held at a time. */
export async function takeBestFrame(video: HTMLVideoElement): Promise<Blob> {
  const judge = openJudge();
  let best: { readonly frame: ImageBitmap; readonly sharpness: number } | undefined;
  try {
    for (let taken = 0; taken < FRAMES; taken++) {
      if (taken > 0) await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
      // A camera that was closed meanwhile has no picture: that is told as its fault.
      const frame = await createImageBitmap(video);
      const { sharpness } = await judge.judge(await createImageBitmap(frame));
      const worse = best !== undefined && best.sharpness >= sharpness ? frame : best?.frame;
      worse?.close();
      if (worse !== frame) best = { frame, sharpness };
    }
    return (await prepareFrame(best!.frame)).blob;
  } finally {
    best?.frame.close();
    judge.close();
  }
}
