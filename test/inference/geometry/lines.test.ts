import { expect, it } from "vitest";
import { angleBetween, crossing, type EdgePoint, strongestLines } from "#inference/geometry/lines.ts";
import { between, seededRandom } from "#lab/material/random.ts";

const REACH = 500;

/** Points on the line, jittered by up to half a pixel, their directions by up to two degrees. */
function pointsOn(angle: number, offset: number, count: number, seed: number): EdgePoint[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const [along, off] = [between(random, -200, 200), offset + between(random, -0.5, 0.5)];
    return {
      x: off * Math.cos(angle) - along * Math.sin(angle),
      y: off * Math.sin(angle) + along * Math.cos(angle),
      across: angle + between(random, -0.035, 0.035),
    };
  });
}

it("finds the lines that most points lie on, strongest first, and no line's shoulder", () => {
  const points = [...pointsOn(0.3, 120, 150, 1), ...pointsOn(1.9, -60, 300, 2), ...pointsOn(0.3, 160, 80, 3)];
  const lines = strongestLines(points, REACH, 3);
  const expected = [
    [1.9, -60],
    [0.3, 120],
    [0.3, 160],
  ] as const;
  for (const [i, [angle, offset]] of expected.entries()) {
    expect(Math.abs(lines[i]!.angle - angle)).toBeLessThan(0.03);
    expect(Math.abs(lines[i]!.offset - offset)).toBeLessThan(2);
  }
});

it("takes a line at either end of the half circle for one", () => {
  const lines = strongestLines(
    [...pointsOn(0.005, 90, 200, 4), ...pointsOn(Math.PI - 0.005, -90, 190, 5)],
    REACH,
    2,
  );
  expect(angleBetween(lines[0]!, { angle: 0, offset: 90 })).toBeLessThan(0.03);
  expect(Math.abs(Math.abs(lines[1]?.offset ?? 0) - 90)).toBeGreaterThan(6);
});

it("crosses two lines where both run, and parallel ones nowhere", () => {
  const [a, b] = [
    { angle: 0, offset: 7 },
    { angle: Math.PI / 2, offset: -3 },
  ];
  const { x, y } = crossing(a, b)!;
  expect(x).toBeCloseTo(7);
  expect(y).toBeCloseTo(-3);
  expect(crossing(a, { angle: 0, offset: 20 })).toBeUndefined();
});
