import { expect, it } from "vitest";
import { findComponents } from "#inference/models/ppocr-components.ts";

it("parts regions that do not touch, joins those that touch at a corner, and means their probabilities", () => {
  const map = Float32Array.from([
    ...[0.9, 0.7, 0.0, 0.0, 0.5],
    ...[0.0, 0.0, 0.8, 0.0, 0.3],
    ...[0.0, 0.0, 0.0, 0.0, 0.0],
  ]);
  const [first, second, ...rest] = findComponents(map, 5, 3, 0.4);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ pixels: 3 });
  expect(first!.score).toBeCloseTo(0.8);
  expect(second).toMatchObject({ pixels: 1, score: 0.5 });
  expect(second!.outline).toEqual(
    expect.arrayContaining([
      { x: 4, y: 0 },
      { x: 5, y: 1 },
    ]),
  );
});
