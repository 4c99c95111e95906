import { describe, expect, it } from "vitest";
import type { FrameAssessment } from "#edge/inference/port.ts";
import { judgeBurst } from "#edge/verdicts/liveness/sequence.ts";
import { BUNDLE, NO_FACE, templateScoring } from "#test/harness/edge/inference-results.ts";
import { captured, head, print, type Sequence } from "./captured.ts";

const judge = (...frames: readonly FrameAssessment[]) => judgeBurst(captured(...frames), BUNDLE, "standard");
const sway = (...pads: (number | null)[]) => pads.map((pad, n) => head(-6 + 6 * n, n, {}, pad));
const good = (yaw = 0, pitch = 0, changes = {}) => head(yaw, pitch, changes, 0.9);
const flat = (yaw = 0, pitch = 0) => print(yaw, pitch, 0.9);

it("takes a head that sways a little, with a good PAD score in every frame", () => {
  expect(judge(...sway(0.9, 0.8, 0.7))).toMatchObject({
    ...{ isLive: true, reason: "live", threshold: 0.5, retryable: false, nextAction: null },
  });
});

describe("PAD on every frame", () => {
  it.each([
    ["low_score", [0.9, 0.19, 0.9]],
    ["low_score", [0.3, 0.9, 0.1]],
    ["step_up_required", [0.9, 0.9, 0.49]],
    ["step_up_required", [0.9, null, 0.9]],
    ["step_up_required", [null, null, null]],
  ] as const)("answers %s to %o, and asks for a challenge", (reason, pads) => {
    expect(judge(...sway(...pads))).toMatchObject({
      ...{ isLive: false, reason, retryable: true, nextAction: { type: "liveness_challenge" } },
    });
  });

  it("scores no better than the worst frame", () => {
    expect(judge(...sway(0.9, 0.6, 0.9)).score).toBeLessThanOrEqual(0.6);
    expect(judge(...sway(0.9, 0.04, 0.9)).score).toBe(0.04);
  });
});

/** A flat image that is moved aside and enlarged. */
function moved(by: number, zoom: number): FrameAssessment {
  const frame = flat();
  const principal = frame.analysis.principal!;
  const landmarks = principal.landmarks.map(({ x, y, z }) => ({ x: zoom * x + by, y: zoom * y - by, z }));
  return { ...frame, analysis: { ...frame.analysis, principal: { ...principal, landmarks } } };
}

it.each<Sequence>([
  ["frames_static", "a head that holds still but for a tremor", [good(), good(2.5), good(0, 2.5)]],
  ["frames_static", "an image that is shifted", [moved(0, 1), moved(40, 1), moved(-30, 1)]],
  ["frames_static", "an image that is zoomed", [moved(0, 1), moved(0, 1.2), moved(10, 0.8)]],
  ["frames_static", "an image that is tilted", [flat(), flat(20), flat(0, -20)]],
  ["frames_static", "a print that is swung about", [flat(), flat(40), flat(-20)]],
  ["frames_static", "a print that is swung about beside a head", [flat(), flat(40), good(10)]],
  ["frames_not_distinct", "an image that was only encoded again", [good(), good(10), good(10)]],
  ["identity_changed", "another person", [good(), good(6, 2, { template: templateScoring(0.29) }), good(-6)]],
  ["no_face", "no face at the end", [...sway(0.9, 0.9), { analysis: NO_FACE, pad: null }]],
  ["extreme_pose", "a head that is turned too far", [...sway(0.9, 0.9), good(40)]],
  ["too_dark", "a frame in the dark", [...sway(0.9, 0.9), good(8, 0, { native: { meanLuma: 10 } })]],
])("%s: %s", (reason, _, frames) => {
  const { score, ...verdict } = judge(...frames);
  expect(verdict).toMatchObject({ isLive: false, reason, retryable: true, nextAction: null });
  expect(score).toBeLessThan(verdict.threshold);
});

it("notices the same bytes twice", () => {
  const [one, two, three] = captured(...sway(0.9, 0.9, 0.9));
  const repeated = [one!, two!, { ...three!, content: one!.content }];
  expect(judgeBurst(repeated, BUNDLE, "standard").reason).toBe("frames_not_distinct");
});
