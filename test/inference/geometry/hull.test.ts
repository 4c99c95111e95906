import fc from "fast-check";
import { expect, it } from "vitest";
import { convexHull, leastRectangle } from "#inference/geometry/hull.ts";
import { rectangle } from "#inference/geometry/quad.ts";
import { apply, rotation } from "#inference/geometry/transform.ts";

it("leaves out what lies inside and on an edge", () => {
  const square = rectangle(0, 0, 10, 10);
  expect(
    convexHull([...square, { x: 5, y: 5 }, { x: 5, y: 0 }]).toSorted((a, b) => a.x - b.x || a.y - b.y),
  ).toEqual(square.toSorted((a, b) => a.x - b.x || a.y - b.y));
});

it("finds a rectangle's sides and centre at any angle", () => {
  const shapes = fc.record({
    angle: fc.double({ min: -1.5, max: 1.5, noNaN: true }),
    width: fc.double({ min: 20, max: 200, noNaN: true }),
    height: fc.double({ min: 1, max: 15, noNaN: true }),
  });
  fc.assert(
    fc.property(shapes, ({ angle, width, height }) => {
      const turned = rectangle(-width / 2, -height / 2, width, height).map((p) => apply(rotation(angle), p));
      const found = leastRectangle(turned);
      expect(Math.max(found.width, found.height)).toBeCloseTo(width, 3);
      expect(Math.min(found.width, found.height)).toBeCloseTo(height, 3);
      expect(Math.hypot(found.centre.x, found.centre.y)).toBeCloseTo(0, 3);
      const along = found.width >= found.height ? found.angle : found.angle + Math.PI / 2;
      expect(Math.abs(Math.sin(along - angle))).toBeLessThan(1e-3);
    }),
  );
});
