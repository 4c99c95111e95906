import {
  area,
  type Box,
  boundingBox,
  centre,
  clipped,
  contains,
  outward,
  shifted,
  stretched,
  whole,
} from "../../geometry/boxes.ts";
import { rectangle } from "../../geometry/quad.ts";
import { apply, type Transform } from "../../geometry/transform.ts";
import { encodeJpeg } from "../../imaging/encode.ts";
import type { Raster } from "../../imaging/raster.ts";
import { crop } from "../../imaging/resize.ts";
import type { FacePipeline } from "../face/face.ts";
import type { OtherFace, Portrait, PrincipalFace } from "../types.ts";
import { type Card, liesOn } from "./card.ts";

/** A face smaller than this share of the region is searched again in parts of the region. */
const SMALL_FACE = 0.2;

/**
 * Sides of the square on which a face is analysed, in sides of the face, and of the crop in the proportions
 * of a passport photo.
 */
const ANALYSED = 3;
const SHOWN = { width: 1.6, height: 2, up: 0.1 } as const;

/**
 * Number of other faces that are listed, the largest first. Faces of at least this height relative to the
 * portrait are compared with it: a card's second, smaller print of the holder is about half as tall.
 */
const OTHERS = { most: 4, compared: 0.5 } as const;

/** A portrait's place alone, or with its image, measures and template. */
export interface Portraits {
  readonly place: Pick<Portrait, "box">;
  readonly full: Portrait;
}

/** An image, and the page that was made of it. */
interface FacedPage {
  readonly upload: Raster;
  readonly raster: Raster;
  readonly toUpload: Transform;
  /** Undefined if the card's limits are unknown: no face can then be identified as its portrait. */
  readonly card: Card | undefined;
}

interface Faces<P> {
  readonly portrait: P | undefined;
  readonly others: OtherFace[];
}

/** The largest face on the card, and the other faces of the image, each in the upload's pixels. */
export async function findFaces<Kind extends keyof Portraits>(
  kind: Kind,
  face: FacePipeline,
  page: FacedPage,
): Promise<Faces<Portraits[Kind]>> {
  const { upload, raster, toUpload, card } = page;
  const boxOf = (box: Box) => boundsIn(toUpload, box);
  const seen = card === undefined ? [] : await look(face, raster, cut(raster, boundingBox(card.corners)));
  const onPage = seen.find((box) => liesOn(card!, box));
  const around = card === undefined ? await look(face, upload, whole(upload)) : await boxesOf(face, upload);
  if (onPage === undefined) {
    const others = apart([...seen.map(boxOf), ...around]).map((box) => ({ box }));
    return { portrait: undefined, others };
  }
  const others = apart([...seen.map(boxOf), ...around], boxOf(onPage));
  const isCompared = others.some((other) => isSizeable(other, boxOf(onPage)));
  const full = kind === "full" || isCompared ? await cutPortrait(face, page, onPage) : undefined;
  const portrait = kind === "full" ? full : await placeAgain(face, page, onPage);
  return {
    portrait: portrait as Portraits[Kind] | undefined,
    others: await compared(face, upload, others, full),
  };
}

/** The place that `cutPortrait` finds. */
async function placeAgain(face: FacePipeline, { raster, toUpload }: FacedPage, onPage: Box) {
  const seen = await boxesIn(face, raster, cut(raster, stretched(onPage, ANALYSED)));
  const box = seen.find((each) => contains(onPage, centre(each)));
  return box && { box: boundsIn(toUpload, box) };
}

/** The portrait at its place on the page, in the upload's pixels; undefined if no face is found there. */
async function cutPortrait(
  face: FacePipeline,
  { raster, toUpload }: Pick<FacedPage, "raster" | "toUpload">,
  onPage: Box,
): Promise<Portrait | undefined> {
  const found = await analyzeIn(face, raster, onPage);
  if (found === undefined) return undefined;
  const { width, height } = SHOWN;
  const print = shifted(stretched(found.box, width, height), { x: 0, y: -SHOWN.up * found.box.height });
  const jpeg = await encodeJpeg(crop(raster, print));
  return { box: boundsIn(toUpload, found.box), face: found.face, jpeg };
}

const isSizeable = (other: Box, portrait: Box) => other.height >= OTHERS.compared * portrait.height;

async function compared(
  face: FacePipeline,
  upload: Raster,
  others: readonly Box[],
  portrait: Portrait | undefined,
): Promise<OtherFace[]> {
  const listed: OtherFace[] = [];
  for (const box of others) {
    const isAlike = portrait !== undefined && isSizeable(box, portrait.box);
    const found = isAlike ? await analyzeIn(face, upload, box) : undefined;
    listed.push({ box, ...(found && { comparison: comparisonOf(portrait!.face, found.face) }) });
  }
  return listed;
}

function comparisonOf(portrait: PrincipalFace, other: PrincipalFace) {
  const [{ vector, model }, qualities] = [portrait.template, [portrait.quality, other.quality]];
  const score = vector.reduce((sum, value, i) => sum + value * other.template.vector[i]!, 0);
  return {
    score: Math.min(1, Math.max(-1, score)),
    interEyeDistance: Math.min(...qualities.map(({ native }) => native.interEyeDistance)),
    sharpness: Math.min(...qualities.map(({ sharpness }) => sharpness)),
    model,
  };
}

/** Analyses the face at a place, with some room around it. */
async function analyzeIn(face: FacePipeline, raster: Raster, place: Box) {
  const part = cut(raster, stretched(place, ANALYSED));
  const found = await face.analyzeAt(crop(raster, part), shifted(place, { x: -part.x, y: -part.y }));
  return found && { ...found, box: shifted(found.box, part) };
}

/**
 * The faces in a part of the image, largest first. Detectors see the whole part at a few hundred pixels: a
 * small face shows only on a part of it.
 */
async function look(face: FacePipeline, raster: Raster, region: Box): Promise<Box[]> {
  const seen = await boxesIn(face, raster, region);
  if (seen.some(({ height }) => height >= SMALL_FACE * region.height)) return seen;
  for (const part of squares(region)) seen.push(...(await boxesIn(face, raster, part)));
  return seen.toSorted((a, b) => area(b) - area(a));
}

const boxesIn = async (face: FacePipeline, raster: Raster, region: Box): Promise<Box[]> =>
  (await boxesOf(face, crop(raster, region))).map((box) => shifted(box, region));

const boxesOf = async (face: FacePipeline, raster: Raster): Promise<Box[]> =>
  (await face.detect(raster)).map(({ box }) => box);

/** The largest boxes, largest first, without those of the same face or of `known`. */
function apart(boxes: readonly Box[], known?: Box): Box[] {
  const kept: Box[] = [];
  for (const box of boxes.toSorted((a, b) => area(b) - area(a))) {
    if ([...kept, ...(known === undefined ? [] : [known])].every((other) => !isSame(box, other)))
      kept.push(box);
  }
  return kept.slice(0, OTHERS.most);
}

const isSame = (a: Box, b: Box) => contains(a, centre(b)) || contains(b, centre(a));

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

const boundsIn = (map: Transform, { x, y, width, height }: Box): Box =>
  boundingBox(rectangle(x, y, width, height).map((corner) => apply(map, corner)));

/** The part of a box on the raster, in whole pixels. */
const cut = (raster: Raster, box: Box): Box => clipped(outward(box), raster);
