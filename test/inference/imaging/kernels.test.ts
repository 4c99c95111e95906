import { expect, it } from "vitest";
import { bytes, floats, kernels, rooms } from "#inference/imaging/kernels.ts";
import { turn } from "#inference/imaging/turn.ts";
import { seededRandom } from "#lab/material/random.ts";

const random = seededRandom(3);
const values = (count: number) => Float32Array.from({ length: count }, () => random());

it.each([1, 4, 5, 6, 333])(
  "an image turned upside down has its pixels in reverse order: %i wide",
  (width) => {
    const height = 431;
    const data = Uint8Array.from({ length: width * height * 3 }, () => random() * 256);
    const expected = Array.from({ length: width * height }, (_, i) =>
      data.subarray(i * 3, i * 3 + 3),
    ).reverse();
    const turned = turn({ width, height, data }, 2);
    expect([turned.width, turned.height]).toEqual([width, height]);
    expect(Buffer.from(turned.data).equals(Buffer.concat(expected))).toBe(true);
  },
);

it("the greatest value within two steps of each", () => {
  const [count, step] = [70, 9];
  const all = values(count + 4 * step);
  const [from, to] = rooms(all.byteLength, 4 * count) as [number, number];
  floats(from, all.length).set(all);
  kernels.greatestOfFive(from + 8 * step, step, to, count);
  const greatest = (i: number) => Math.max(...[0, 1, 2, 3, 4].map((n) => all[i + n * step]!));
  expect(Array.from(floats(to, count))).toEqual(Array.from({ length: count }, (_, i) => greatest(i)));
});

it("the fourth greatest of each set of six, of equal values as well", () => {
  const count = 2001;
  const all = values(40).map((value) => Math.floor(value * 20));
  const sets = new Int32Array((count + 3) * 6).map(() => random() * all.length);
  const [from, indexes, to] = rooms(all.byteLength, sets.byteLength, 4 * count) as [number, number, number];
  floats(from, all.length).set(all);
  bytes().set(new Uint8Array(sets.buffer), indexes);
  kernels.fourthOfSix(from, indexes, to, count);
  const fourth = (set: number) =>
    Array.from(sets.subarray(set * 6, set * 6 + 6), (i) => all[i]!).sort((a, b) => b - a)[3];
  expect(Array.from(floats(to, count))).toEqual(Array.from({ length: count }, (_, set) => fourth(set)));
});
