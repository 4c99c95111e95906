import { area, type Box, boundingBox, centre } from "../../geometry/boxes.ts";
import type { Quad } from "../../geometry/quad.ts";
import type { Raster } from "../../imaging/raster.ts";
import { crop, encodeJpeg } from "../../imaging/resize.ts";
import type { FacePipeline } from "../face/face.ts";
import type { Portrait } from "../types.ts";

/** How far a portrait may lie beside the text when the document's outline is not known, in the text's own sides. */
const BESIDE_TEXT = { across: 0.45, down: 0.25 } as const;

/** A face smaller than this share of what was looked at is looked for again in parts of it. */
const SMALL_FACE = 0.2;

/** The face is analysed on a square of so many of its sides, and shown with that of a passport photo around it. */
const ANALYSED = 3;
const SHOWN = { width: 1.6, height: 2, up: 0.1 } as const;

/** How much is told of a portrait: its place alone, or its picture, measures and template too. */
export interface Portraits {
  readonly place: Pick<Portrait, "box">;
  readonly full: Portrait;
}

type Find<P> = (face: FacePipeline, raster: Raster, part: Box) => Promise<P | undefined>;

/** What is told of the largest face in a part of the picture, by how much is asked for. */
const TOLD: { readonly [Kind in keyof Portraits]: Find<Portraits[Kind]> } = {
  async place(face, raster, part) {
    const box = await largestFace(face, raster, part);
    return box && { box };
  },
  async full(face, raster, part) {
    const { faces, principal } = await face.analyze(crop(raster, part), { landmarks: false });
    const [nearest] = faces;
    if (nearest === undefined || principal === undefined) return undefined;
    const box = shift(nearest.box, part);
    const shown = crop(raster, cut(raster, around(box, SHOWN.width, SHOWN.height, SHOWN.up)));
    return { box, face: principal, jpeg: await encodeJpeg(shown) };
  },
};

/** The largest face on the document, on the upright picture; undefined when there is none. */
export async function findPortrait<Kind extends keyof Portraits>(
  kind: Kind,
  face: FacePipeline,
  page: { readonly raster: Raster; readonly known: Quad | undefined; readonly hasOutline: boolean },
): Promise<Portraits[Kind] | undefined> {
  const { raster, known, hasOutline } = page;
  const found = await findFace(face, raster, regionOf(raster, known, hasOutline));
  return found && TOLD[kind](face, raster, cut(raster, around(found, ANALYSED, ANALYSED, 0)));
}

function regionOf(raster: Raster, known: Quad | undefined, hasOutline: boolean): Box {
  if (known === undefined) return { x: 0, y: 0, width: raster.width, height: raster.height };
  const box = boundingBox(known);
  if (hasOutline) return cut(raster, box);
  const [across, down] = [box.width * BESIDE_TEXT.across, box.height * BESIDE_TEXT.down];
  return cut(raster, {
    x: box.x - across,
    y: box.y - down,
    width: box.width + 2 * across,
    height: box.height + 2 * down,
  });
}

/** Detectors see the whole picture at a few hundred pixels: a small portrait shows only on a part of it. */
async function findFace(face: FacePipeline, raster: Raster, region: Box): Promise<Box | undefined> {
  const whole = await largestFace(face, raster, region);
  if (whole !== undefined && whole.height >= SMALL_FACE * region.height) return whole;
  const found = whole === undefined ? [] : [whole];
  for (const part of squares(region)) {
    const seen = await largestFace(face, raster, part);
    if (seen !== undefined) found.push(seen);
  }
  return found.toSorted((a, b) => area(b) - area(a))[0];
}

async function largestFace(face: FacePipeline, raster: Raster, region: Box): Promise<Box | undefined> {
  const [first] = await face.detect(crop(raster, region));
  return first === undefined ? undefined : shift(first.box, region);
}

/** Both ends of the region and its middle, as squares. */
function squares({ x, y, width, height }: Box): Box[] {
  const side = Math.min(width, height);
  return [0, 0.5, 1].map((at) => ({
    x: x + at * (width - side),
    y: y + at * (height - side),
    width: side,
    height: side,
  }));
}

function around(box: Box, width: number, height: number, up: number): Box {
  const middle = centre(box);
  const size = { width: box.width * width, height: box.height * height };
  return { x: middle.x - size.width / 2, y: middle.y - size.height / 2 - box.height * up, ...size };
}

/** The part of a box that lies on the raster, in whole pixels. */
function cut(raster: Raster, box: Box): Box {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const right = Math.min(raster.width, Math.ceil(box.x + box.width));
  const bottom = Math.min(raster.height, Math.ceil(box.y + box.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const shift = (box: Box, by: { x: number; y: number }): Box => ({
  x: box.x + by.x,
  y: box.y + by.y,
  width: box.width,
  height: box.height,
});
