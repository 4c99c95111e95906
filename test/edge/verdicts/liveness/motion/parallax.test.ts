import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { depthShown, movementBetween, tiltedLikeAnImage } from "#edge/verdicts/liveness/motion/parallax.ts";
import { faceLandmarks } from "#test/harness/edge/face-shape.ts";

const pose = (yaw = 0, pitch = 0, roll = 0) => ({ yaw, pitch, roll });
const head = faceLandmarks(pose());
const print = faceLandmarks(pose(), { flat: true });

it("grows with the head's turn, to either side, up and down, about as its sine", () => {
  for (const [yaw, pitch] of [
    [6, 0],
    [-12, 0],
    [20, 0],
    [0, 12],
    [0, -20],
  ] as const) {
    const { parallax } = movementBetween(head, faceLandmarks(pose(yaw, pitch)));
    expect(parallax / Math.sin((Math.hypot(yaw, pitch) * Math.PI) / 180)).toBeGreaterThan(0.8);
    expect(parallax / Math.sin((Math.hypot(yaw, pitch) * Math.PI) / 180)).toBeLessThan(1.2);
  }
});

it("shows no depth of an image that is shifted, zoomed, rolled, tilted and bent in any way", () => {
  const amount = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(
      amount(45),
      amount(45),
      amount(40),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      fc.tuple(amount(2e-4), amount(2e-4), amount(2e-4)),
      (yaw, pitch, roll, zoom, [xx, xy, yy]) => {
        const held = faceLandmarks(pose(yaw, pitch, roll), { flat: true }).map(({ x, y, z }) => ({
          x: zoom * (x + xx * x * x + xy * x * y) + 40,
          y: zoom * (y + yy * y * y) - 15,
          z,
        }));
        expect(depthShown(movementBetween(print, held))).toBeLessThan(1e-6);
      },
    ),
  );
});

it("measures no more depth in a print that is bent further", () => {
  for (const bend of [1e-4, 3e-4, 1e-3]) {
    const bent = print.map(({ x, y, z }) => ({ x: x + bend * ((x - 300) ** 2 - (y - 300) ** 2), y, z }));
    const { parallax, foreshortening } = movementBetween(print, bent);
    expect(parallax).toBeLessThan(1e-6);
    expect(foreshortening).toBeLessThan(0.1);
  }
});

it("the depth is the same wherever, however large and at whatever roll the head is seen", () => {
  const turned = faceLandmarks(pose(15, 4));
  const far = faceLandmarks(pose(15, 4)).map(({ x, y, z }) => ({ x: 900 - 0.4 * y, y: 0.4 * x, z: 0.4 * z }));
  const [near, small] = [movementBetween(head, turned), movementBetween(head, far)];
  expect(small.parallax).toBeCloseTo(near.parallax, 6);
  expect(small.foreshortening).toBeCloseTo(near.foreshortening, 6);
  const huge = [head, turned].map((face) => face.map(({ x, y, z }) => ({ x: 50 * x, y: 50 * y, z: 50 * z })));
  expect(movementBetween(huge[0]!, huge[1]!).parallax).toBeCloseTo(near.parallax, 6);
});

describe("a tilt like an image's", () => {
  it.each([
    [35, 0],
    [-40, 0],
    [0, 35],
  ])("is one of %d and %d degrees that moves no relief", (yaw, pitch) => {
    const tilted = faceLandmarks(pose(yaw, pitch), { flat: true });
    expect(tiltedLikeAnImage(movementBetween(print, tilted))).toBe(true);
    expect(tiltedLikeAnImage(movementBetween(head, faceLandmarks(pose(yaw, pitch))))).toBe(false);
  });

  it("is none that is too small to tell", () => {
    const tilted = faceLandmarks(pose(20), { flat: true });
    expect(tiltedLikeAnImage(movementBetween(print, tilted))).toBe(false);
  });
});

it("takes nothing but whole meshes, and no face that has no extent", () => {
  expect(() => movementBetween([], [])).toThrow(RangeError);
  expect(() => movementBetween(head.slice(1), head)).toThrow(RangeError);
  const nowhere = head.map(() => ({ x: 1, y: 1, z: 0 }));
  expect(() => depthShown(movementBetween(head, nowhere))).toThrow(RangeError);
});
