import type { Net } from "../engine/session.ts";
import type { Box } from "../geometry/boxes.ts";
import { lumaWithin, type Raster } from "../imaging/raster.ts";
import { KEYPOINT_MARGIN } from "../onnx/forensics/keypoints.ts";

/** A pixel that stands out from its surroundings more than any other near it. */
export interface Keypoint {
  readonly x: number;
  readonly y: number;
  /** Of 255. */
  readonly response: number;
}

/** Rows that go into the graph at once: a band of a 12 MP picture then takes some 10 MB. */
const BAND = 128;
/** Less than this is noise. */
const RESPONSE_MIN = 2;

/** The keypoints inside the box that stand out most, by the graph `keypoints`; at most `most` of them, in no order. */
export async function findKeypoints(raster: Raster, box: Box, most: number, net: Net): Promise<Keypoint[]> {
  const left = Math.max(0, Math.floor(box.x) - KEYPOINT_MARGIN);
  const right = Math.min(raster.width, Math.ceil(box.x + box.width) + KEYPOINT_MARGIN);
  const bottom = Math.min(raster.height, Math.ceil(box.y + box.height) + KEYPOINT_MARGIN);
  const found: Keypoint[] = [];
  const columns = right - left;
  if (columns <= 2 * KEYPOINT_MARGIN) return found;
  for (let top = Math.max(0, Math.floor(box.y) - KEYPOINT_MARGIN); top + 2 * KEYPOINT_MARGIN < bottom; ) {
    const rows = Math.min(BAND, bottom - top);
    const luma = lumaWithin(raster, { x: left, y: top, width: columns, height: rows });
    const { response, highest } = await net.run({ luma: { data: luma, dims: [1, 1, rows, columns] } });
    collect(response!.data as Float32Array, highest!.data as Float32Array, columns, left, top, found);
    top += rows - 2 * KEYPOINT_MARGIN;
  }
  return found.sort((a, b) => b.response - a.response).slice(0, most);
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
