import { expect, it } from "vitest";
import {
  buildKeypoints,
  KEYPOINT_MARGIN,
} from "../../../../inference/forensics/copy-move/keypoints-graph.ts";
import { CPU, openNet } from "../../../../inference/runtime/session.ts";
import { seededRandom } from "../../../material/random.ts";

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

it("answers how much each pixel differs from its surroundings, and the highest answer around it", async () => {
  const answer = await net.run({ luma: { data: luma, dims: [1, 1, ROWS, COLUMNS] } });
  const width = COLUMNS - 2 * KEYPOINT_MARGIN;
  for (const output of [answer.response!, answer.highest!]) {
    expect(output.dims).toEqual([1, 1, ROWS - 2 * KEYPOINT_MARGIN, width]);
  }
  for (let i = 0; i < answer.response!.data.length; i++) {
    const [x, y] = [KEYPOINT_MARGIN + (i % width), KEYPOINT_MARGIN + Math.floor(i / width)];
    expect(answer.response!.data[i]).toBeCloseTo(response(x, y), 3);
    expect(answer.highest!.data[i]).toBeCloseTo(Math.max(...around(x, y, 3, response)), 3);
  }
});

it("a pixel is its own highest to the last bit", async () => {
  const answer = await net.run({ luma: { data: luma, dims: [1, 1, ROWS, COLUMNS] } });
  const [here, highest] = [answer.response!.data, answer.highest!.data];
  expect(highest.some((value, i) => value === here[i])).toBe(true);
  expect(highest.every((value, i) => value >= here[i]!)).toBe(true);
});
