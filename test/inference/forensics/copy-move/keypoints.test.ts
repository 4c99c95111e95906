import { expect, it } from "vitest";
import { findKeypoints, KEYPOINT_MARGIN } from "#inference/forensics/copy-move/keypoints.ts";
import { luma } from "#inference/imaging/raster.ts";
import { noisyPicture } from "#lab/material/capture/noisy-picture.ts";
import { forensicNets } from "../nets.ts";

it("keypoints of a picture that is searched in tiles are the strongest of all of it", async () => {
  const nets = await forensicNets();
  const [width, height] = [900, 900];
  // A pattern, so that many are equally strong: those come from top to bottom and from left to right.
  const level = (x: number, y: number) => 60 + (((x % 29) * (y % 31)) % 97);
  const raster = noisyPicture(width, (x, y) => [level(x, y), level(x, y), level(x, y)], 0);
  const { peaks } = await nets.keypoints.run({
    luma: { data: luma(raster), dims: [1, 1, height, width] },
  });
  const columns = width - 2 * KEYPOINT_MARGIN;
  const all = Array.from(peaks!.data as Float32Array, (value, i) => {
    const [x, y] = [KEYPOINT_MARGIN + (i % columns), KEYPOINT_MARGIN + Math.floor(i / columns)];
    return { x, y, response: value };
  });
  const points = all.filter(({ response }) => response >= 2);
  const expected = points.toSorted((a, b) => b.response - a.response).slice(0, 2000);
  const box = { x: 0, y: 0, width, height };
  expect(await findKeypoints(raster, box, 2000, nets.keypoints)).toEqual(expected);
});
