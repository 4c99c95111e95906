import { type Box, centre } from "../geometry/boxes.ts";
import { compose, scaling, translation } from "../geometry/transform.ts";
import { planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import type { Net } from "../runtime/session.ts";

const SIZE = 80;

/** Place of "bona fide" among the net's three classes; the others are two kinds of attack. */
const BONA_FIDE = 1;

/**
 * The probability of a bona fide presentation, 0..1, from one net of minivision-ai's
 * Silent-Face-Anti-Spoofing. The net sees the face's box widened `context` times.
 */
export async function scoreBonaFide(net: Net, picture: Raster, face: Box, context: number): Promise<number> {
  const view = contextBox(picture, face, context);
  const stretch = scaling(view.width / SIZE, view.height / SIZE);
  const crop = await warp(picture, compose(translation(view.x, view.y), stretch), SIZE, SIZE);
  const outputs = await net.run({ [net.inputs[0]!]: planes(crop, "rgb") });
  return Number(outputs.probabilities!.data[BONA_FIDE]);
}

/** The largest factor, up to `context`, by which the face's box can be widened within the picture. */
export function availableContext(picture: Raster, face: Box, context: number): number {
  return Math.min(context, (picture.width - 1) / face.width, (picture.height - 1) / face.height);
}

/** The face's box widened about its centre, then pushed back inside the picture, as the nets were trained. */
function contextBox(picture: Raster, face: Box, context: number): Box {
  const factor = availableContext(picture, face, context);
  const [width, height] = [face.width * factor, face.height * factor];
  const { x, y } = centre(face);
  return {
    x: Math.min(Math.max(0, x - width / 2), picture.width - width),
    y: Math.min(Math.max(0, y - height / 2), picture.height - height),
    width,
    height,
  };
}
