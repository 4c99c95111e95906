import type { Box } from "../../geometry/boxes.ts";
import { lumaWithin, type Raster } from "../../imaging/raster.ts";
import type { Net } from "../../runtime/session.ts";
import { KEYPOINT_MARGIN } from "./keypoints-graph.ts";

/** A pixel that stands out from its surroundings more than any other near it. */
export interface Keypoint {
  readonly x: number;
  readonly y: number;
  /** Of 255. */
  readonly response: number;
}

/** Pixels that go into the graph at once: tables of a quarter of a megabyte stay in the processor's cache. */
const TILE = { rows: 128, columns: 512 } as const;
/** Less than this is noise. */
const RESPONSE_MIN = 2;

/** The keypoints inside the box that stand out most, by the graph `keypoints`; at most `most` of them, in no order. */
export async function findKeypoints(raster: Raster, box: Box, most: number, net: Net): Promise<Keypoint[]> {
  const left = Math.max(0, Math.floor(box.x) - KEYPOINT_MARGIN);
  const right = Math.min(raster.width, Math.ceil(box.x + box.width) + KEYPOINT_MARGIN);
  const above = Math.max(0, Math.floor(box.y) - KEYPOINT_MARGIN);
  const bottom = Math.min(raster.height, Math.ceil(box.y + box.height) + KEYPOINT_MARGIN);
  const found: Keypoint[] = [];
  const room = new Float32Array(TILE.rows * TILE.columns);
  for (const { from: y, length: height } of pieces(above, bottom, TILE.rows)) {
    for (const { from: x, length: width } of pieces(left, right, TILE.columns)) {
      const luma = lumaWithin(raster, { x, y, width, height }, room);
      const { response, highest } = await net.run({ luma: { data: luma, dims: [1, 1, height, width] } });
      collect(response!.data as Float32Array, highest!.data as Float32Array, width, x, y, found);
    }
  }
  return strongest(found, most);
}

/** So many of those found at most, the strongest first, of equal ones from top to bottom and from left to right. */
function strongest(found: readonly Keypoint[], most: number): Keypoint[] {
  const responses = Float32Array.from(found, ({ response }) => response).sort();
  const least = responses.at(-most) ?? 0;
  return found
    .filter(({ response }) => response >= least)
    .sort((a, b) => b.response - a.response || a.y - b.y || a.x - b.x)
    .slice(0, most);
}

/** Pieces of a length that overlap by what the graph's outputs leave out. */
function pieces(start: number, end: number, most: number): { from: number; length: number }[] {
  const found: { from: number; length: number }[] = [];
  for (let from = start; from + 2 * KEYPOINT_MARGIN < end; from += most - 2 * KEYPOINT_MARGIN) {
    found.push({ from, length: Math.min(most, end - from) });
  }
  return found;
}

function collect(
  response: Float32Array,
  highest: Float32Array,
  columns: number,
  left: number,
  top: number,
  found: Keypoint[],
): void {
  const width = columns - 2 * KEYPOINT_MARGIN;
  for (let i = 0; i < response.length; i++) {
    if (response[i]! < RESPONSE_MIN || response[i] !== highest[i]) continue;
    const x = left + KEYPOINT_MARGIN + (i % width);
    found.push({ x, y: top + KEYPOINT_MARGIN + Math.floor(i / width), response: response[i]! });
  }
}
