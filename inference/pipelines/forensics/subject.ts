import type { Subject } from "../../forensics/measure/measure.ts";
import type { UploadFile } from "../../forensics/upload/upload-file.ts";
import { around, type Box, boundingBox, clipped, stretched, whole } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { PlainReading } from "../types.ts";

/** Sides of the portrait's print, in sides of its face's box. */
const PORTRAIT = 1.6;
/** Share of an outline's sides that is examined: its rim shows the table and the card's own edge. */
const RIM = 0.92;

/** The measures' view of an upload that was read. */
export const subjectOf = (file: UploadFile, raster: Raster, reading: PlainReading): Subject => ({
  file,
  raster,
  document: documentBox(raster, reading),
  portrait: reading.portrait && stretched(reading.portrait.box, PORTRAIT),
  lines: reading.lines,
});

/** The document's box: within its outline, else around its text and portrait, else all of the picture. */
function documentBox(raster: Raster, { outline, lines, portrait }: PlainReading): Box {
  if (outline !== undefined) return seenOf(stretched(boundingBox(outline.corners), RIM), raster);
  const boxes = [...lines, ...(portrait === undefined ? [] : [portrait])].map(({ box }) => box);
  return boxes.length === 0 ? whole(raster) : seenOf(around(...boxes), raster);
}

/**
 * The part of a box within the picture; all of the picture where that part is less than a pixel wide or high.
 */
function seenOf(box: Box, raster: Raster): Box {
  const part = clipped(box, raster);
  return part.width < 1 || part.height < 1 ? whole(raster) : part;
}
