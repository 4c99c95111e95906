import { type Box, centre } from "../geometry/boxes.ts";
import { compose, scaling, translation } from "../geometry/transform.ts";
import { planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import type { Model } from "../runtime/session.ts";

const SIZE = 80;

/** Place of "bona fide" among the model's three classes; the others are two kinds of attack. */
const BONA_FIDE = 1;

/**
 * The probability of a bona fide presentation, 0..1, from one model of minivision-ai's
 * Silent-Face-Anti-Spoofing. The model sees the face's box widened `context` times.
 */
export async function scoreBonaFide(
  model: Model,
  image: Raster,
  face: Box,
  context: number,
): Promise<number> {
  const view = contextBox(image, face, context);
  const stretch = scaling(view.width / SIZE, view.height / SIZE);
  const crop = warp(image, compose(translation(view.x, view.y), stretch), SIZE, SIZE);
  const outputs = await model.run({ [model.inputs[0]!]: planes(crop, "rgb") });
  return Number(outputs.probabilities!.data[BONA_FIDE]);
}

/** The largest factor, up to `context`, by which the face's box can be widened within the image. */
export function availableContext(image: Raster, face: Box, context: number): number {
  return Math.min(context, (image.width - 1) / face.width, (image.height - 1) / face.height);
}

/** The face's box widened about its centre, then pushed back inside the image, as the models were trained. */
function contextBox(image: Raster, face: Box, context: number): Box {
  const factor = availableContext(image, face, context);
  const [width, height] = [face.width * factor, face.height * factor];
  const { x, y } = centre(face);
  return {
    x: Math.min(Math.max(0, x - width / 2), image.width - width),
    y: Math.min(Math.max(0, y - height / 2), image.height - height),
    width,
    height,
  };
}
