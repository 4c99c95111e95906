import {
  area,
  type Box,
  boundingBox,
  clipped,
  outward,
  shifted,
  stretched,
  whole,
} from "../../geometry/boxes.ts";
import type { Quad } from "../../geometry/quad.ts";
import type { Raster } from "../../imaging/raster.ts";
import { crop, encodeJpeg } from "../../imaging/resize.ts";
import type { FacePipeline } from "../face/face.ts";
import type { Portrait } from "../types.ts";

/**
 * How far a portrait may lie beside the text when the document's outline is not known, in the text's own
 * sides.
 */
const BESIDE_TEXT = { across: 0.45, down: 0.25 } as const;

/** A face smaller than this share of the region is searched again in parts of the region. */
const SMALL_FACE = 0.2;

/**
 * Sides of the square on which a face is analysed, in sides of the face, and of the crop in the proportions
 * of a passport photo.
 */
const ANALYSED = 3;
const SHOWN = { width: 1.6, height: 2, up: 0.1 } as const;

/** A portrait's place alone, or with its picture, measures and template. */
export interface Portraits {
  readonly place: Pick<Portrait, "box">;
  readonly full: Portrait;
}

type PortraitReader<P> = (face: FacePipeline, raster: Raster, part: Box) => Promise<P | undefined>;

/** Reads the largest face in a part of the picture, by kind of portrait. */
const READERS: { readonly [Kind in keyof Portraits]: PortraitReader<Portraits[Kind]> } = {
  async place(face, raster, part) {
    const box = await largestFace(face, raster, part);
    return box && { box };
  },
  async full(face, raster, part) {
    const { faces, principal } = await face.analyze(crop(raster, part), { landmarks: false });
    const [nearest] = faces;
    if (nearest === undefined || principal === undefined) return undefined;
    const box = shifted(nearest.box, part);
    const print = shifted(stretched(box, SHOWN.width, SHOWN.height), { x: 0, y: -SHOWN.up * box.height });
    const shown = crop(raster, print);
    return { box, face: principal, jpeg: await encodeJpeg(shown) };
  },
};

/** The largest face on the document, on the upright picture; undefined where none is found. */
export async function findPortrait<Kind extends keyof Portraits>(
  kind: Kind,
  face: FacePipeline,
  page: { readonly raster: Raster; readonly known: Quad | undefined; readonly hasOutline: boolean },
): Promise<Portraits[Kind] | undefined> {
  const { raster, known, hasOutline } = page;
  const found = await findFace(face, raster, regionOf(raster, known, hasOutline));
  return found && READERS[kind](face, raster, cut(raster, stretched(found, ANALYSED)));
}

function regionOf(raster: Raster, known: Quad | undefined, hasOutline: boolean): Box {
  if (known === undefined) return whole(raster);
  const box = boundingBox(known);
  if (hasOutline) return cut(raster, box);
  return cut(raster, stretched(box, 1 + 2 * BESIDE_TEXT.across, 1 + 2 * BESIDE_TEXT.down));
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
  return first === undefined ? undefined : shifted(first.box, region);
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

/** The part of a box on the raster, in whole pixels. */
const cut = (raster: Raster, box: Box): Box => clipped(outward(box), raster);
