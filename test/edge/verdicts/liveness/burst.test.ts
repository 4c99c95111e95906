import { describe, expect, it } from "vitest";
import type { FrameAssessment } from "#edge/inference/port.ts";
import { judgeBurst } from "#edge/verdicts/liveness/sequence.ts";
import { NO_FACE, PACK, templateScoring } from "#test/harness/edge/inference-results.ts";
import { captured, head, print } from "./captured.ts";

const judge = (...frames: FrameAssessment[]) => judgeBurst(captured(...frames), PACK, "standard");
const sway = (...pads: (number | null)[]) => pads.map((pad, n) => head(-6 + 6 * n, n, {}, pad));

it("takes a head that sways a little, with a clear PAD score in every frame", () => {
  expect(judge(...sway(0.9, 0.8, 0.7))).toMatchObject({
    isLive: true,
    reason: "live",
    threshold: 0.5,
    retryable: false,
    nextAction: null,
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
      isLive: false,
      reason,
      retryable: true,
      nextAction: { type: "liveness_challenge" },
    });
  });

  it("scores no better than the worst frame", () => {
    expect(judge(...sway(0.9, 0.6, 0.9)).score).toBeLessThanOrEqual(0.6);
    expect(judge(...sway(0.9, 0.04, 0.9)).score).toBe(0.04);
  });
});

describe("motion that a flat picture cannot make", () => {
  it("misses it where the head holds still but for a tremor", () => {
    const still = [head(0, 0, {}, 0.9), head(2.5, 0, {}, 0.9), head(0, 2.5, {}, 0.9)];
    expect(judge(...still)).toMatchObject({ isLive: false, reason: "frames_static", retryable: true });
  });

  it("misses it in a picture that is shifted, zoomed and tilted", () => {
    const moved = (by: number, zoom: number) => {
      const frame = print(0, 0, 0.9);
      const principal = frame.analysis.principal!;
      const landmarks = principal.landmarks.map(({ x, y, z }) => ({ x: zoom * x + by, y: zoom * y - by, z }));
      return { ...frame, analysis: { ...frame.analysis, principal: { ...principal, landmarks } } };
    };
    expect(judge(moved(0, 1), moved(40, 1), moved(-30, 1)).reason).toBe("frames_static");
    expect(judge(moved(0, 1), moved(0, 1.2), moved(10, 0.8)).reason).toBe("frames_static");
    expect(judge(print(0, 0, 0.9), print(20, 0, 0.9), print(0, -20, 0.9)).reason).toBe("frames_static");
  });

  it("misses it in a print that is swung about, even beside frames of a head", () => {
    expect(judge(print(0, 0, 0.9), print(40, 0, 0.9), print(-20, 0, 0.9))).toMatchObject({
      isLive: false,
      reason: "frames_static",
      score: 0,
      retryable: true,
      nextAction: null,
    });
    expect(judge(print(0, 0, 0.9), print(40, 0, 0.9), head(10, 0, {}, 0.9)).reason).toBe("frames_static");
  });
});

describe("one person, in distinct frames", () => {
  it("notices the same bytes, and the same picture encoded again", () => {
    const [one, two, three] = captured(...sway(0.9, 0.9, 0.9));
    const repeated = [one!, two!, { ...three!, content: one!.content }];
    expect(judgeBurst(repeated, PACK, "standard").reason).toBe("frames_not_distinct");
    expect(judge(head(0, 0, {}, 0.9), head(10, 0, {}, 0.9), head(10, 0, {}, 0.9)).reason).toBe(
      "frames_not_distinct",
    );
  });

  it("notices another person in any frame", () => {
    const other = head(6, 2, { template: templateScoring(0.29) }, 0.9);
    expect(judge(head(0, 0, {}, 0.9), other, head(-6, 0, {}, 0.9)).reason).toBe("identity_changed");
  });
});

it("puts the quality of every frame first", () => {
  const good = sway(0.9, 0.9);
  expect(judge(...good, { analysis: NO_FACE, pad: null })).toMatchObject({ reason: "no_face", score: 0 });
  expect(judge(...good, head(40, 0, {}, 0.9)).reason).toBe("extreme_pose");
  expect(judge(...good, head(8, 0, { native: { meanLuma: 10 } }, 0.9)).reason).toBe("too_dark");
});
