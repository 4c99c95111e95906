import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chipToImage } from "#inference/geometry/chip.ts";
import { headPose, type Vec3 } from "#inference/geometry/head-pose.ts";
import { insidePolygon } from "#inference/geometry/polygon.ts";
import { rectangle } from "#inference/geometry/quad.ts";
import {
  apply,
  compose,
  homography,
  invert,
  rotation,
  scaling,
  similarity,
  translation,
  type Vec2,
} from "#inference/geometry/transform.ts";

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });
const angle = fc.double({ min: -3, max: 3, noNaN: true });
const factor = fc.double({ min: 0.1, max: 10, noNaN: true });
const placement = fc
  .tuple(point, angle, factor)
  .map(([{ x, y }, turn, size]) => compose(translation(x, y), compose(rotation(turn), scaling(size))));

const near = (a: Vec2, b: Vec2) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-5 * (1 + Math.hypot(b.x, b.y));

describe("transforms", () => {
  it("are undone by their inverse", () => {
    fc.assert(fc.property(placement, point, (t, p) => near(apply(invert(t), apply(t, p)), p)));
  });

  it("compose in the order inner, then outer", () => {
    fc.assert(
      fc.property(placement, placement, point, (outer, inner, p) =>
        near(apply(compose(outer, inner), p), apply(outer, apply(inner, p))),
      ),
    );
  });

  it("turn clockwise as seen with y pointing down", () => {
    expect(near(apply(rotation(Math.PI / 2), { x: 1, y: 0 }), { x: 0, y: 1 })).toBe(true);
  });

  it("reject to be inverted when they flatten the plane", () => {
    expect(() => invert(scaling(1, 0))).toThrow(RangeError);
  });
});

describe("a similarity", () => {
  const triangle = [
    { x: 0, y: 0 },
    { x: 10, y: 1 },
    { x: 3, y: 8 },
  ];

  it("finds the placement that was applied", () => {
    fc.assert(
      fc.property(placement, (t) => {
        const found = similarity(
          triangle,
          triangle.map((p) => apply(t, p)),
        );
        return triangle.every((p) => near(apply(found, p), apply(t, p)));
      }),
    );
  });

  it("does not mirror, not even when a mirror image would fit", () => {
    const mirrored = triangle.map(({ x, y }) => ({ x: -x, y }));
    const [a, b, , d, e] = similarity(triangle, mirrored);
    expect(a * e - b * d).toBeGreaterThan(0);
  });

  it("rejects points that coincide", () => {
    const coinciding = [triangle[0]!, triangle[0]!];
    expect(() => similarity(coinciding, triangle)).toThrow(RangeError);
  });
});

describe("a homography", () => {
  const square = rectangle(0, 0, 100, 100);
  const shift = fc.double({ min: -20, max: 20, noNaN: true });
  const offset = fc.record({ x: shift, y: shift });

  it("takes four points to four others", () => {
    fc.assert(
      fc.property(fc.tuple(offset, offset, offset, offset), (offsets) => {
        const quad = square.map(({ x, y }, n) => ({ x: x + offsets[n]!.x, y: y + offsets[n]!.y }));
        const map = homography(square, quad);
        return square.every((corner, n) => near(apply(map, corner), quad[n]!));
      }),
    );
  });

  it("rejects three points on a line", () => {
    expect(() => homography([...square.slice(0, 2), { x: 50, y: 0 }, { x: 0, y: 100 }], square)).toThrow(
      RangeError,
    );
  });
});

it("a polygon's inside is the pixels whose centres it holds, also if it is hollow", () => {
  const notched = [
    { x: 0, y: 0 },
    { x: 6, y: 0 },
    { x: 6, y: 6 },
    { x: 3, y: 2 },
    { x: 0, y: 6 },
  ];
  const rows = insidePolygon(notched, 6, 6);
  expect([...rows.subarray(0, 6)]).toEqual([1, 1, 1, 1, 1, 1]);
  expect([...rows.subarray(24, 30)]).toEqual([1, 0, 0, 0, 0, 1]);
});

it("a chip has its centre where it was asked for, and its upper edge along its turn", () => {
  fc.assert(
    fc.property(point, factor, angle, (centre, side, turn) => {
      const map = chipToImage({ centre, side, turn }, 192);
      const edge = { x: centre.x + (side / 2) * Math.cos(turn), y: centre.y + (side / 2) * Math.sin(turn) };
      return near(apply(map, { x: 96, y: 96 }), centre) && near(apply(map, { x: 192, y: 96 }), edge);
    }),
  );
});

describe("a head's pose", () => {
  const degrees = (value: number) => (value * Math.PI) / 180;
  /** A frontal head's direction, rolled, then nodded, then turned. */
  function pose({ x, y, z }: Vec3, yaw: number, pitch: number, roll: number): Vec3 {
    const rolled = apply(rotation(degrees(roll)), { x, y });
    const [cp, sp, cy, sy] = [
      Math.cos(degrees(pitch)),
      Math.sin(degrees(pitch)),
      Math.cos(degrees(yaw)),
      Math.sin(degrees(yaw)),
    ];
    const nodded = { y: rolled.y * cp + z * sp, z: z * cp - rolled.y * sp };
    return { x: rolled.x * cy - nodded.z * sy, y: nodded.y, z: rolled.x * sy + nodded.z * cy };
  }

  it("is what the head was turned by: left, up and clockwise are positive", () => {
    const turn = fc.double({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(turn, turn, turn, (yaw, pitch, roll) => {
        const across = pose({ x: 1, y: 0, z: 0 }, yaw, pitch, roll);
        const down = pose({ x: 0, y: 1, z: 0 }, yaw, pitch, roll);
        const found = headPose(across, down);
        expect(found.yaw).toBeCloseTo(yaw, 6);
        expect(found.pitch).toBeCloseTo(pitch, 6);
        expect(found.roll).toBeCloseTo(roll, 6);
      }),
    );
  });
});
