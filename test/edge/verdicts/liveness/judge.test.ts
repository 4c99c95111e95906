import fc from "fast-check";
import { expect, it } from "vitest";
import type { FrameAssessment } from "#edge/inference/port.ts";
import { ACTIONS } from "#edge/verdicts/liveness/actions.ts";
import { judgeLiveness } from "#edge/verdicts/liveness/judge.ts";
import type { CapturedFrame } from "#edge/verdicts/liveness/motion/movement.ts";
import { BUNDLE, templateScoring } from "#test/harness/edge/inference-results.ts";
import { changesOf } from "#test/harness/edge/performed.ts";
import { captured, head, print } from "./captured.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const degrees = fc.oneof(
  fc.double({ min: -40, max: 40, noNaN: true }),
  fc.double({ min: -8, max: 8, noNaN: true }),
);

const padScore = fc.oneof({ weight: 3, arbitrary: share }, { weight: 1, arbitrary: fc.constant(null) });

/**
 * Any frame: of a head or a print, in any pose, with any expression and PAD score, sometimes of a person
 * else.
 */
const anyFrame: fc.Arbitrary<FrameAssessment> = fc
  .record({
    yaw: degrees,
    pitch: degrees,
    look: fc.record({ blink: share, smile: share, openMouth: share }),
    isPrint: fc.boolean(),
    pad: padScore,
    likeness: fc.oneof({ weight: 9, arbitrary: fc.constant(0.9) }, { weight: 1, arbitrary: share }),
  })
  .map(({ yaw, pitch, look, isPrint, pad, likeness }) =>
    isPrint ? print(yaw, pitch, pad) : head(yaw, pitch, { look, template: templateScoring(likeness) }, pad),
  );

/** A person who performs an action to some degree, with three frames and any PAD scores. */
const performance = fc
  .tuple(
    fc.constantFrom(...ACTIONS),
    fc.tuple(padScore, padScore, padScore),
    fc.double({ min: 0.5, max: 1, noNaN: true }),
  )
  .map(([action, pads, strength]) => {
    const { pose, look } = changesOf(action, 1);
    const shown = (part: number, pad: number | null) =>
      head(pose.yaw * part, pose.pitch * part, { look }, pad);
    return {
      action,
      frames: [head(0, 0, {}, pads[0]), shown(strength / 2, pads[1]), shown(strength, pads[2])],
    };
  });

const actions = fc.constantFrom(...ACTIONS);
const anything = fc.record({ action: actions, frames: fc.array(anyFrame, { minLength: 3, maxLength: 5 }) });
const checks = fc
  .oneof(anything, performance)
  .map(({ action, frames }) => ({ action, sequence: captured(...frames) }));

const judge = (
  sequence: readonly CapturedFrame[],
  mode: "passive" | "burst" | "challenge",
  action: string | null,
) => judgeLiveness(sequence, { mode, action, level: "standard" }, BUNDLE);

it("calls no burst live of which a frame alone would not be", () => {
  fc.assert(
    fc.property(checks, ({ sequence }) => {
      if (!judge(sequence, "burst", null).isLive) return;
      for (const frame of sequence) expect(judge([frame], "passive", null).isLive).toBe(true);
    }),
    { numRuns: 150 },
  );
});

it("calls no challenge live that would fail as a burst for anything but PAD scores and what the action hides", () => {
  fc.assert(
    fc.property(checks, ({ sequence, action }) => {
      const challenge = judge(sequence, "challenge", action);
      // Only live challenges are checked, and this many of them.
      fc.pre(challenge.isLive);
      const { reason } = judge(sequence, "burst", null);
      expect(["live", "low_score", "step_up_required", "extreme_pose"]).toContain(reason);
      const scores = sequence.flatMap(({ assessment }) => assessment.pad?.score ?? []);
      if (reason !== "extreme_pose" && scores.length > 0) {
        expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThanOrEqual(0.2);
      }
    }),
    { numRuns: 20 },
  );
});

it("never turns live because a PAD score falls", () => {
  fc.assert(
    fc.property(
      checks,
      fc.constantFrom("burst", "challenge"),
      fc.nat(),
      share,
      ({ sequence, action }, mode, n, by) => {
        const worse = sequence.map((frame, index) => {
          const { pad } = frame.assessment;
          if (pad === null || index !== n % sequence.length) return frame;
          return { ...frame, assessment: { ...frame.assessment, pad: { ...pad, score: pad.score * by } } };
        });
        const [before, after] = [sequence, worse].map((each) => judge(each, mode, action));
        expect(after!.score).toBeLessThanOrEqual(before!.score);
        if (after!.isLive) expect(before!.isLive).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});

it("a capture is live exactly when the score reaches the threshold and no reason stands against it, in every mode", () => {
  fc.assert(
    fc.property(checks, fc.constantFrom("passive", "burst", "challenge"), ({ sequence, action }, mode) => {
      const { isLive, score, threshold, reason } = judge(sequence, mode, action);
      expect(isLive).toBe(reason === "live");
      if (isLive) expect(score).toBeGreaterThanOrEqual(threshold);
      else expect(score < threshold || score === 0).toBe(true);
    }),
  );
});

it("rejects a challenge for an unknown action", () => {
  for (const action of [null, "dance", "toString"]) {
    expect(() => judge(captured(head(0), head(20)), "challenge", action)).toThrow();
  }
});
