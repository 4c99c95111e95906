import { area, type Box, boundingBox, centre, contains, whole } from "../../geometry/boxes.ts";
import { flattening, type Quad, quadSize, rectangle } from "../../geometry/quad.ts";
import { apply, centroid, invert, type Vec2 } from "../../geometry/transform.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { FormatName } from "../../mrz/formats.ts";
import { type MrzReading, spanQuad } from "./mrz/mrz.ts";

/**
 * The one physical thing that bears the text: a card or a passport's data page, on the page as it is read.
 */
export interface Card {
  readonly corners: Quad;
  /** The shapes that limit it; a face on the card lies in all of them. */
  readonly limits: readonly Quad[];
}

/**
 * Sizes in millimetres, ISO/IEC 7810 and ICAO Doc 9303-4 to 9303-7, and how far the middle of the MRZ's last
 * row lies above the lower edge. Doc 9303 and the states differ there by some millimetres.
 */
const SHEETS: Readonly<
  Record<FormatName, { readonly width: number; readonly height: number; readonly foot: number }>
> = {
  TD1: { width: 85.6, height: 53.98, foot: 6.5 },
  TD2: { width: 105, height: 74, foot: 9.5 },
  TD3: { width: 125, height: 88, foot: 9.5 },
  MRV_A: { width: 120, height: 80, foot: 9.5 },
  MRV_B: { width: 105, height: 74, foot: 9.5 },
  FRA_ID: { width: 105, height: 74, foot: 9.5 },
};
/**
 * Distance from character to character of an MRZ: ten to the inch. Its rows are centred in the card's width.
 */
const PITCH = 2.54;

/** An outline this much larger than the MRZ says is not the card's: a sheet beneath it, or an open book's. */
const SAME_SIZE = 1.2;

/**
 * How much of a card without an MRZ its text spans, at least; a card on a sheet spans less of the sheet.
 * Measured on generated fronts: 0.63 and 0.82. Half a sheet of A5 under a card has 0.55 and 0.48.
 */
const SPANNED = { across: 0.55, down: 0.5 } as const;
/**
 * The same for an outline with an ID-1 card's own proportions: some licences print nothing on the lower half.
 * On a sheet of these proportions with a face beside the card, the text spans less across.
 */
const OF_A_CARD = { across: 0.63, down: 0.42, aspects: [85.6 / 53.98], tolerance: 0.1 } as const;

/** The same if the image's frame is used as the card's edge, and the frame's proportions. */
const CROPPED = { across: 0.6, down: 0.75, aspects: [85.6 / 53.98, 125 / 88], tolerance: 0.12 } as const;

/** How far a face on the card may reach beyond its limits, as a share of their sides: they are estimates. */
const BEYOND = 0.05;

interface TextPage {
  readonly raster: Raster;
  readonly outline: Quad | undefined;
  readonly quads: readonly Quad[];
}

/**
 * The card by its MRZ, whose letters have one size on all documents, and by its outline. Without an MRZ, the
 * card by its outline, or by the frame of an image that is cropped to it. Undefined if its limits are
 * unknown.
 */
export function findCard(
  { raster, outline, quads }: TextPage,
  mrz: MrzReading | undefined,
): Card | undefined {
  if (mrz !== undefined) return cardOfMrz(mrz, outline);
  if (outline !== undefined && fillsCard(quads, outline)) return alone(outline);
  const { x, y, width, height } = whole(raster);
  const frame = rectangle(x, y, width, height);
  return hasProportions(raster, CROPPED) && spans(quads, frame, CROPPED) ? alone(frame) : undefined;
}

/** Whether text fills an outline as it fills a card, so that the outline is no sheet's around one. */
export const fillsCard = (quads: readonly Quad[], outline: Quad): boolean =>
  spans(quads, outline, SPANNED) ||
  (hasProportions(quadSize(outline), OF_A_CARD) && spans(quads, outline, OF_A_CARD));

/** Whether a box on the page lies on the card. */
export function liesOn({ limits }: Card, box: Box): boolean {
  const corners = rectangle(box.x, box.y, box.width, box.height);
  return limits.every((limit) => {
    const toUnit = invert(flattening(limit, 1, 1));
    return (
      contains({ x: 0, y: 0, width: 1, height: 1 }, apply(toUnit, centre(box))) &&
      corners.every((corner) => {
        const { x, y } = apply(toUnit, corner);
        return Math.min(x, y) >= -BEYOND && Math.max(x, y) <= 1 + BEYOND;
      })
    );
  });
}

const alone = (corners: Quad): Card => ({ corners, limits: [corners] });

function cardOfMrz(mrz: MrzReading, outline: Quad | undefined): Card {
  const measured = aroundRows(mrz);
  if (outline === undefined) return alone(measured);
  const fits = areaOf(outline) <= SAME_SIZE * areaOf(measured);
  return { corners: fits ? outline : measured, limits: [measured, outline] };
}

/** The rectangle of the format's size that has the rows at their place. */
function aroundRows(mrz: MrzReading): Quad {
  const { name, length } = mrz.format;
  const { width, height, foot } = SHEETS[name];
  const rows = mrz.rows.map((_, line) => middleLine(spanQuad(mrz, [line, 0, length])));
  const along = centroid(rows.map(([from, to]) => ({ x: to.x - from.x, y: to.y - from.y })));
  // Pixels a millimetre, to the right and down.
  const scale = 1 / (length * PITCH);
  const right = { x: along.x * scale, y: along.y * scale };
  const down = { x: -right.y, y: right.x };
  const last = centroid(rows.at(-1)!);
  const at = (x: number, y: number): Vec2 => ({
    x: last.x + x * right.x + y * down.x,
    y: last.y + x * right.y + y * down.y,
  });
  const half = width / 2;
  return [at(-half, foot - height), at(half, foot - height), at(half, foot), at(-half, foot)];
}

const middleLine = ([a, b, c, d]: Quad): readonly [Vec2, Vec2] => [centroid([a, d]), centroid([b, c])];

/** Whether the lines in a limit span so much of it. */
function spans(quads: readonly Quad[], limit: Quad, least: { across: number; down: number }): boolean {
  const toUnit = invert(flattening(limit, 1, 1));
  const unit = whole({ width: 1, height: 1 });
  const inside = quads
    .map((quad) => quad.map((corner) => apply(toUnit, corner)))
    .filter((corners) => contains(unit, centroid(corners)));
  if (inside.length === 0) return false;
  const { width, height } = boundingBox(inside.flat());
  return width >= least.across && height >= least.down;
}

/** Whether a size has one of some proportions; a tilted camera changes them. */
function hasProportions(
  { width, height }: { readonly width: number; readonly height: number },
  { aspects, tolerance }: { readonly aspects: readonly number[]; readonly tolerance: number },
): boolean {
  return aspects.some((known) => Math.abs(width / height / known - 1) <= tolerance);
}

function areaOf(quad: Quad): number {
  const { width, height } = quadSize(quad);
  return area({ x: 0, y: 0, width, height });
}
