import type { OpenBundle } from "../../bundle/open.ts";
import { boundingBox, clipped, outward, stretched } from "../../geometry/boxes.ts";
import { flattening, type Quad, quadSize, rectangle } from "../../geometry/quad.ts";
import {
  apply,
  centroid,
  compose,
  invert,
  type Transform,
  translation,
  type Vec2,
} from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import { crop } from "../../imaging/resize.ts";
import { unturning } from "../../imaging/turn.ts";
import { warp } from "../../imaging/warp.ts";
import { fillsCard } from "./card.ts";
import { findRectangles } from "./edges.ts";
import { type MrzModels, readMrzFirst } from "./mrz/mrz.ts";
import { findOutlines } from "./outline.ts";
import { findUprightText, type TextModels } from "./text.ts";

/** The document in reading position: its text upright, and rectified if its outline was found. */
interface Page {
  readonly raster: Raster;
  /** From the page to the upload, in pixels. */
  readonly toUpload: Transform;
  /** Lines of text on the page, in no particular order. */
  readonly quads: readonly Quad[];
  /** The document's outline on the page, top left first in reading position; undefined if not found. */
  readonly outline: Quad | undefined;
}

/**
 * Margin around an outline, as a share of the page's sides: text there shows that an outline cuts through the
 * document.
 */
const MARGIN = 0.1;
/** Text may begin this far outside of an outline and count as inside, likewise. */
const SLACK = 0.03;
/**
 * Largest share of the text's corners outside of a document's outline, and the least width of a line that
 * must lie inside.
 */
const OUTSIDE_MAX = 0.1;
const WIDE_LINE = 0.3;
/**
 * A document has at least this many lines that are this many times as wide as tall. Otherwise the edge of a
 * portrait would pass for an outline, because its eyes and brows are detected as text.
 */
const LINES_MIN = 3;
const LINE_ASPECT = 2;

/**
 * Range of the flat document's long side in pixels: a small document is enlarged, so that flattening loses no
 * detail.
 */
const LONG_SIDE = { min: 1000, max: 1600 } as const;
/**
 * Long side over short side, ISO/IEC 7810: ID-1; ID-2 and ID-3. A flattened document within this tolerance
 * gets the exact ratio.
 */
const ASPECTS = [85.6 / 53.98, 105 / 74] as const;
const SAME_ASPECT = 0.12;

/**
 * Around the text of a card, in the text's own sides: the card is wholly within, and little of a sheet
 * beneath.
 */
const NEAR = { across: 2.2, down: 1.6 } as const;

/** A document that the frame cuts off must hold this share of the image's lines. */
const CUT_OFF_LINES = 0.9;

/**
 * Finds the document and rectifies it. Each outline found in the image is tested against the text inside; if
 * none passes, the image is read as it is.
 */
export async function findPage(bundle: OpenBundle, models: MrzModels, upload: Raster): Promise<Page> {
  const { whole, cutOff } = await findOutlines(bundle, upload);
  for (const outline of whole) {
    const page = await flatPage(models, upload, outline);
    if (page !== undefined) return (await withoutSheet(models, upload, page)) ?? page;
  }
  const { raster, turns, quads } = await findUprightText(models, upload, "image");
  const outline = cutOff();
  const page = outline && (await flatPage(models, upload, outline));
  if (page !== undefined && page.quads.length >= CUT_OFF_LINES * quads.length) return page;
  return { raster, quads, toUpload: unturning(upload, turns), outline: undefined };
}

/** The card on the page, if the page is a sheet beneath it; undefined if no card's outline shows. */
async function withoutSheet(models: MrzModels, upload: Raster, page: Page): Promise<Page | undefined> {
  if (fillsCard(page.quads, page.outline!)) return undefined;
  // An MRZ alone gives the card's place on the sheet.
  if ((await readMrzFirst(models.mrzReader, page.raster, page.quads)).mrz !== undefined) return undefined;
  const text = page.quads.map((quad) => quad.map((at) => apply(page.toUpload, at)) as unknown as Quad);
  const near = stretched(boundingBox(text.flat()), NEAR.across, NEAR.down);
  const part = clipped(outward(near), upload);
  const onUpload = (quad: Quad) =>
    quad.map((at) => ({ x: at.x + part.x, y: at.y + part.y })) as unknown as Quad;
  const { whole } = await findRectangles(crop(upload, part), (quad) => {
    const lying = alongLongSide(onUpload(quad));
    return keepsText(lying, text) && fillsCard(text, lying);
  });
  const card = whole && (await flatPage(models, upload, onUpload(whole)));
  return card !== undefined && fillsCard(card.quads, card.outline!) ? card : undefined;
}

/** The page of an outline; undefined if the outline holds too little text or cuts through some. */
async function flatPage(models: TextModels, upload: Raster, outline: Quad): Promise<Page | undefined> {
  const { flat, toOutline, width, height, left, top } = await flatten(upload, outline);
  const { raster, turns, quads } = await findUprightText(models, flat, "page");
  // Opposite margins are equal, so a rotated outline is the same rectangle, upright or on its side.
  const onPage = turns % 2 === 0 ? rectangle(left, top, width, height) : rectangle(top, left, height, width);
  if (!keepsText(onPage, quads)) return undefined;
  const toUpload = compose(toOutline, unturning(flat, turns));
  return { raster, quads, toUpload, outline: onPage };
}

/** An outline laid flat on its long side, with a margin around it. */
async function flatten(upload: Raster, outline: Quad) {
  const lying = alongLongSide(outline);
  const { width, height } = flatSize(lying);
  const [left, top] = [Math.round(width * MARGIN), Math.round(height * MARGIN)];
  const toOutline = compose(flattening(lying, width, height), translation(-left, -top));
  const flat = warp(upload, toOutline, width + 2 * left, height + 2 * top);
  return { flat, toOutline, width, height, left, top };
}

function alongLongSide([a, b, c, d]: Quad): Quad {
  const { width, height } = quadSize([a, b, c, d]);
  return width >= height ? [a, b, c, d] : [b, c, d, a];
}

function flatSize(outline: Quad): { width: number; height: number } {
  const seen = quadSize(outline);
  const aspect = seen.width / seen.height;
  const [nearest] = ASPECTS.toSorted((a, b) => Math.abs(a - aspect) - Math.abs(b - aspect));
  const known = Math.abs(nearest! - aspect) <= SAME_ASPECT * nearest! ? nearest! : aspect;
  const width = Math.round(Math.min(Math.max(seen.width, LONG_SIDE.min), LONG_SIDE.max));
  return { width, height: Math.round(width / known) };
}

function keepsText(outline: Quad, quads: readonly Quad[]): boolean {
  const lines = quads.map(quadSize).filter(({ width, height }) => width >= LINE_ASPECT * height);
  if (lines.length < LINES_MIN) return false;
  const toUnit = invert(flattening(outline, 1, 1));
  const { width } = quadSize(outline);
  const isOutside = (point: Vec2) => {
    const { x, y } = apply(toUnit, point);
    return Math.min(x, y) < -SLACK || Math.max(x, y) > 1 + SLACK;
  };
  const outside = quads.flat().filter(isOutside);
  return (
    outside.length <= OUTSIDE_MAX * 4 * quads.length &&
    !quads.some((quad) => quadSize(quad).width > WIDE_LINE * width && isOutside(centroid(quad)))
  );
}
