import { expect, it } from "vitest";
import { buildKeypoints, KEYPOINT_MARGIN } from "#inference/forensics/copy-move/keypoints.ts";
import { CPU, openNet } from "#inference/runtime/session.ts";
import { seededRandom } from "#lab/material/random.ts";

const [ROWS, COLUMNS] = [27, 31];
const net = await openNet({ name: "keypoints", bytes: buildKeypoints() }, CPU);
const random = seededRandom(11);
const luma = Float32Array.from({ length: ROWS * COLUMNS }, () => random() * 255);

/** Values in a square window around a pixel. */
const around = (x: number, y: number, reach: number, value: (x: number, y: number) => number): number[] =>
  Array.from({ length: (2 * reach + 1) ** 2 }, (_, i) =>
    value(x - reach + (i % (2 * reach + 1)), y - reach + Math.floor(i / (2 * reach + 1))),
  );

const at = (x: number, y: number) => luma[y * COLUMNS + x]!;
const mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / values.length;
const response = (x: number, y: number) => Math.abs(mean(around(x, y, 1, at)) - mean(around(x, y, 3, at)));

it("answers how much a pixel differs from its surroundings where none around it differs more", async () => {
  const { peaks } = await net.run({ luma: { data: luma, dims: [1, 1, ROWS, COLUMNS] } });
  const width = COLUMNS - 2 * KEYPOINT_MARGIN;
  expect(peaks!.dims).toEqual([1, 1, ROWS - 2 * KEYPOINT_MARGIN, width]);
  let found = 0;
  for (let i = 0; i < peaks!.data.length; i++) {
    const [x, y] = [KEYPOINT_MARGIN + (i % width), KEYPOINT_MARGIN + Math.floor(i / width)];
    const isHighest = response(x, y) === Math.max(...around(x, y, 3, response));
    expect(peaks!.data[i]).toBeCloseTo(isHighest ? response(x, y) : 0, 3);
    if (isHighest) found++;
  }
  expect(found).toBeGreaterThan(3);
});
