import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FrameAssessment } from "../../../../edge/inference/port.ts";
import { TURN_ACTIONS } from "../../../../edge/verdicts/liveness/actions.ts";
import { judgeChallenge } from "../../../../edge/verdicts/liveness/challenge.ts";
import { frame, landmarksAt, NO_FACE, PACK, templateAt, templateScoring } from "../../inference-results.ts";

const captured = (...frames: FrameAssessment[]) =>
  frames.map((assessment, i) => ({ content: new Uint8Array([i]), assessment }));

const judge = (frames: FrameAssessment[], action: (typeof TURN_ACTIONS)[number] = "turn_left") =>
  judgeChallenge(captured(...frames), action, PACK, "standard");

const yaw = (degrees: number, changes: Parameters<typeof frame>[0] = {}) =>
  frame({ ...changes, pose: { yaw: degrees, ...changes.pose } });

it.each([
  ["turn_left", 20],
  ["turn_right", -20],
] as const)("takes %s from a head that turns that way", (action, degrees) => {
  const verdict = judge([yaw(0), yaw(degrees)], action);
  expect(verdict).toMatchObject({ isLive: true, reason: "live", threshold: 0.5, retryable: false });
  expect(verdict.score).toBeGreaterThanOrEqual(0.5);
});

it("measures the turn from the neutral frame, not from the camera's axis", () => {
  expect(judge([yaw(10), yaw(20)]).reason).toBe("challenge_not_performed");
  expect(judge([yaw(-10), yaw(6)]).reason).toBe("live");
});

it("needs 15 degrees in some frame", () => {
  expect(judge([yaw(0), yaw(14.9)]).reason).toBe("challenge_not_performed");
  expect(judge([yaw(0), yaw(8), yaw(15)]).reason).toBe("live");
});

it("calls a turn the other way the wrong action, also when the right one follows", () => {
  expect(judge([yaw(0), yaw(-20)])).toMatchObject({
    isLive: false,
    reason: "wrong_action",
    retryable: true,
    score: 0,
  });
  expect(judge([yaw(0), yaw(-20), yaw(20)]).reason).toBe("wrong_action");
});

it("takes no nod or tilt for a turn", () => {
  expect(judge([yaw(0), yaw(20, { pose: { yaw: 20, roll: 30 } })]).reason).toBe("challenge_not_performed");
  expect(judge([yaw(0), yaw(20, { pose: { yaw: 20, pitch: -28 } })]).reason).toBe("challenge_not_performed");
});

it("wants a wider turn after a bad PAD score, and lets no good one help", () => {
  const neutral = (pad: number) => frame({}, pad);
  expect(judge([neutral(0.1), yaw(20)]).reason).toBe("challenge_not_performed");
  expect(judge([neutral(0.1), yaw(25)]).reason).toBe("live");
  expect(judge([neutral(1), yaw(14)]).reason).toBe("challenge_not_performed");
});

describe("one person, in distinct frames", () => {
  it("notices another person in any frame", () => {
    const other = yaw(20, { template: templateScoring(0.29) });
    expect(judge([yaw(0), other]).reason).toBe("identity_changed");
    expect(judge([yaw(0), yaw(20), yaw(22, { template: templateAt(90) })]).reason).toBe("identity_changed");
    expect(judge([yaw(0), yaw(20, { template: templateScoring(0.31) })]).reason).toBe("live");
  });

  it("notices the same bytes twice", () => {
    const [first, second] = captured(yaw(0), yaw(20));
    const repeated = [first!, second!, { ...yaw(5), content: first!.content, assessment: yaw(5) }];
    expect(judgeChallenge(repeated, "turn_left", PACK, "standard").reason).toBe("frames_not_distinct");
  });

  it("notices a picture that was only encoded again", () => {
    const again = yaw(20, { landmarks: landmarksAt(1) });
    expect(judge([yaw(0, { landmarks: landmarksAt(0) }), again]).reason).toBe("frames_not_distinct");
  });

  it("does not call frames distinct whose landmarks cannot be compared", () => {
    expect(judge([yaw(0, { landmarks: [] }), yaw(20, { landmarks: [] })]).reason).toBe("frames_not_distinct");
    expect(judge([yaw(0), yaw(20, { landmarks: [] })]).reason).toBe("frames_not_distinct");
  });
});

describe("capture quality comes first", () => {
  it.each([
    ["no_face", [yaw(0), { analysis: NO_FACE, pad: null }]],
    ["no_face", [{ analysis: NO_FACE, pad: null }, yaw(20)]],
    ["too_dark", [yaw(0), yaw(20, { native: { meanLuma: 10 } })]],
    ["face_occluded", [yaw(0, { components: { occlusion: 0.1 } }), yaw(20)]],
    ["extreme_pose", [yaw(26), yaw(50)]],
  ] as const)("answers %s", (reason, frames) => {
    expect(judge([...frames])).toMatchObject({ isLive: false, reason, score: 0 });
  });

  it("lets a turned head be turned far and hide its far side", () => {
    expect(judge([yaw(0), yaw(50, { components: { occlusion: 0.1 } })]).reason).toBe("live");
  });
});

it("is live only when the asked turn is there, the other is not, and one person made it", () => {
  const degrees = fc.double({ min: -60, max: 60, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(degrees, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...TURN_ACTIONS),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (turns, action, likeness) => {
        const frames = turns.map((turn, i) =>
          yaw(turn, { landmarks: landmarksAt(2 * i + 2), template: templateScoring(likeness) }),
        );
        const { isLive, score, threshold } = judge(
          [yaw(0, { landmarks: landmarksAt(0) }), ...frames],
          action,
        );
        const sign = action === "turn_left" ? 1 : -1;
        if (isLive) {
          expect(Math.max(...turns.map((turn) => turn * sign))).toBeGreaterThanOrEqual(15);
          expect(Math.min(...turns.map((turn) => turn * sign))).toBeGreaterThan(-15);
          expect(likeness).toBeGreaterThan(0.29);
        }
        expect(isLive).toBe(score >= threshold);
      },
    ),
  );
});
