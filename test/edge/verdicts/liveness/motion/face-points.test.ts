import { expect, it } from "vitest";
import { FACE, steadyPoints } from "#edge/verdicts/liveness/motion/face-points.ts";
import { EYES, INNER_LIPS, MESH } from "#inference/models/facemesh-topology.ts";

// The edge judges movements by the numbers that inference's landmarks have. The two share no code: here they
// are compared.

it("names the eyes, the lips and the axis of the face by the numbers of inference's mesh", () => {
  expect(FACE.eyes).toEqual(EYES);
  expect(FACE.lips).toEqual(INNER_LIPS.lids);
  expect(FACE.mouthCorners).toEqual([MESH.mouthCorners.right, MESH.mouthCorners.left]);
  expect([FACE.crown, FACE.chin]).toEqual([MESH.foreheadTop, MESH.chin]);
});

it("takes a mesh of as many landmarks as inference makes, and no other", () => {
  const mesh = (length: number) => Array.from({ length }, (_, n) => ({ x: n, y: -n, z: 0 }));
  expect(steadyPoints(mesh(MESH.count)).length).toBeGreaterThan(0);
  expect(() => steadyPoints(mesh(MESH.count - 1))).toThrow(RangeError);
});
