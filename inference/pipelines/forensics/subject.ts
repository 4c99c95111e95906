import type { UploadFile } from "../../forensics/file/upload-file.ts";
import type { Subject } from "../../forensics/measure.ts";
import { type Box, boundingBox } from "../../geometry/boxes.ts";
import { rectangle } from "../../geometry/quad.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { PlainReading, Quadrilateral } from "../types.ts";

/** The portrait's print, in sides of its face's box. */
const PORTRAIT = 1.6;
/** The rim of an outline is passed over: the table shows there, and the card's own edge. */
const RIM = 0.92;

/** What measures look at, of an upload that was read. */
export const subjectOf = (file: UploadFile, raster: Raster, reading: PlainReading): Subject => ({
  file,
  raster,
  document: documentBox(raster, reading),
  portrait: reading.portrait === undefined ? null : widened(reading.portrait.box, PORTRAIT),
  lines: reading.lines,
});

/** Where the document lies: within its outline, or what its text and portrait span; else all of the picture. */
function documentBox(raster: Raster, { outline, lines, portrait }: PlainReading): Box {
  if (outline !== undefined) return withinOutline(raster, outline.corners);
  const { width, height } = raster;
  const boxes = [...lines.map(({ box }) => box), ...(portrait === undefined ? [] : [portrait.box])];
  if (boxes.length === 0) return { x: 0, y: 0, width, height };
  return clipped(
    boundingBox(boxes.flatMap((box) => rectangle(box.x, box.y, box.width, box.height))),
    width,
    height,
  );
}

/** The document within an outline. */
export const withinOutline = ({ width, height }: Raster, corners: Quadrilateral["corners"]): Box =>
  clipped(widened(boundingBox(corners), RIM), width, height);

/** The part of a box within the picture; all of the picture where that is nothing. */
function clipped(box: Box, width: number, height: number): Box {
  const [x, y] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  return right - x < 1 || bottom - y < 1
    ? { x: 0, y: 0, width, height }
    : { x, y, width: right - x, height: bottom - y };
}

function widened(box: Box, factor: number): Box {
  const [width, height] = [box.width * factor, box.height * factor];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}
