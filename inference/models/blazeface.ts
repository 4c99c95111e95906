import { type Detection, suppress } from "../geometry/detections.ts";
import { planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import type { QuarterTurns } from "../imaging/turn.ts";
import type { Model } from "../runtime/session.ts";
import { type FaceDetector, inImage, letterboxed } from "./face-detector.ts";

const SIZE = 256;
const SCORE_MIN = 0.5;
const OVERLAP_MAX = 0.3;

/** The model was trained on faces with room around them: larger ones are detected again with a margin. */
const MARGIN = 0.25;
const LARGE_FACE_SHARE = 0.5;

/** Two anchors a cell on a grid of 16 × 16, then six on 8 × 8, at the cells' centres, in input pixels. */
const ANCHORS = [
  { cells: 16, perCell: 2 },
  { cells: 8, perCell: 6 },
].flatMap(({ cells, perCell }) =>
  Array.from({ length: cells * cells * perCell }, (_, n) => {
    const cell = Math.floor(n / perCell);
    const stride = SIZE / cells;
    return { x: ((cell % cells) + 0.5) * stride, y: (Math.floor(cell / cells) + 0.5) * stride };
  }),
);

/** Numbers of a candidate: centre x, y, width, height, then x and y of six points. */
const STRIDE = 16;

/** BlazeFace, back camera (arXiv:1907.05047). Points: right eye, left eye, nose tip, mouth, both ears. */
export function blazeface(model: Model): FaceDetector {
  return {
    // The mesh model was trained on this view.
    view: { context: 1.5, down: 0 },
    async detect(image, quarterTurns) {
      const found = await look(model, image, quarterTurns, 0);
      if (found.length > 0 && !found.some((face) => fillsFrame(face, image))) return found;
      const withMargin = await look(model, image, quarterTurns, MARGIN);
      return withMargin.length > 0 ? withMargin : found;
    },
  };
}

const fillsFrame = ({ box }: Detection, image: Raster) =>
  Math.max(box.width, box.height) > LARGE_FACE_SHARE * Math.max(image.width, image.height);

async function look(
  model: Model,
  image: Raster,
  quarterTurns: QuarterTurns,
  margin: number,
): Promise<Detection[]> {
  const { square, toImage } = letterboxed(image, SIZE, { quarterTurns, margin });
  const { logits, boxes } = await model.run({ [model.inputs[0]!]: planes(square, "rgb") });
  const candidates = decode(logits!.data as Float32Array, boxes!.data as Float32Array);
  return suppress(candidates, OVERLAP_MAX, true).map((face) => inImage(face, toImage));
}

function decode(logits: Float32Array, boxes: Float32Array): Detection[] {
  return ANCHORS.flatMap((anchor, n) => {
    const score = 1 / (1 + Math.exp(-logits[n]!));
    if (score < SCORE_MIN) return [];
    const at = n * STRIDE;
    const [width, height] = [boxes[at + 2]!, boxes[at + 3]!];
    const x = anchor.x + boxes[at]! - width / 2;
    const y = anchor.y + boxes[at + 1]! - height / 2;
    const points = [4, 6, 8, 10, 12, 14].map((offset) => ({
      x: anchor.x + boxes[at + offset]!,
      y: anchor.y + boxes[at + offset + 1]!,
    }));
    return [{ box: { x, y, width, height }, points, score }];
  });
}
