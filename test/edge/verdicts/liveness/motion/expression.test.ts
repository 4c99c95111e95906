import fc from "fast-check";
import { expect, it } from "vitest";
import { expressionChange } from "#edge/verdicts/liveness/motion/expression.ts";
import { faceLandmarks, type Look } from "#test/harness/edge/face-shape.ts";

const AHEAD = { yaw: 0, pitch: 0, roll: 0 };
const neutral = faceLandmarks(AHEAD);
const changed = (look: Look, pose = AHEAD) => expressionChange(neutral, faceLandmarks(pose, look));

it.each([
  ["closedEyes", { blink: 1 }, 1],
  ["closedEyes", { blink: 0.5 }, 0.5],
  ["openedMouth", { openMouth: 1 }, 0.3],
  ["smile", { smile: 1 }, 0.23],
] as const)("measures %s of %o", (measure, look, expected) => {
  expect(changed(look)[measure]).toBeCloseTo(expected, 1);
});

it("takes the eye that closed less: a wink is no blink", () => {
  const wink = faceLandmarks(AHEAD, { blink: 1 }).map((point, n) => (point.x > 300 ? neutral[n]! : point));
  expect(expressionChange(neutral, wink).closedEyes).toBeCloseTo(0, 6);
});

it("calls corners that go aside without rising no smile", () => {
  const wide = neutral.map((point, n) => (n === 61 ? { ...point, x: point.x - 30 } : point));
  expect(expressionChange(neutral, wide).smile).toBe(0);
});

it("keeps a turn of the head out of all expressions", () => {
  const angle = fc.double({ min: -25, max: 25, noNaN: true });
  fc.assert(
    fc.property(angle, angle, angle, (yaw, pitch, roll) => {
      const { closedEyes, openedMouth, smile } = changed({}, { yaw, pitch, roll });
      for (const value of [closedEyes, openedMouth, smile]) expect(Math.abs(value)).toBeLessThan(1e-6);
    }),
  );
});
