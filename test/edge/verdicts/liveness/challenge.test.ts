import { describe, expect, it } from "vitest";
import type { FrameAssessment } from "#edge/inference/port.ts";
import { ACTIONS, type Action } from "#edge/verdicts/liveness/actions.ts";
import { judgeChallenge } from "#edge/verdicts/liveness/challenge.ts";
import type { Look } from "#test/harness/edge/face-shape.ts";
import { BUNDLE, frame, NO_FACE, templateAt, templateScoring } from "#test/harness/edge/inference-results.ts";
import { PERFORMED } from "#test/harness/edge/performed.ts";
import { captured, head, print, type Sequence } from "./captured.ts";

const judge = (frames: readonly FrameAssessment[], action: Action = "turn_left") =>
  judgeChallenge(captured(...frames), action, BUNDLE, "standard");

const neutral = (pad: number | null = null) => head(0, 0, {}, pad);
const look = (looks: Look, yaw = 8) => head(yaw, 0, { look: looks });
const acting = (action: Action) => frame(PERFORMED[action]);

describe.each(ACTIONS)("%s", (action) => {
  it("passes for a person who performs it", () => {
    const verdict = judge([neutral(), acting(action)], action);
    expect(verdict).toMatchObject({ isLive: true, reason: "live", threshold: 0.5, retryable: false });
    expect(verdict.score).toBeGreaterThanOrEqual(0.5);
  });

  it.each(ACTIONS.filter((other) => other !== action))("fails for a person who does %s", (other) => {
    expect(judge([neutral(), acting(other)], action)).toMatchObject({
      ...{ isLive: false, reason: "wrong_action", retryable: true, nextAction: null },
    });
  });

  it("is missed if nothing is done, or it comes before the neutral frame", () => {
    const missed = { isLive: false, reason: "challenge_not_performed", retryable: true };
    expect(judge([neutral(), head(8, 2)], action)).toMatchObject(missed);
    expect(judge([acting(action), neutral()], action)).toMatchObject(missed);
  });
});

describe("a turn to the left", () => {
  it.each<Sequence>([
    ["live", "from the neutral frame, not from the camera's axis", [head(-10), head(6)]],
    ["challenge_not_performed", "of less from the neutral frame", [head(10), head(20)]],
    ["challenge_not_performed", "of less than 15 degrees", [head(0), head(14.9)]],
    ["live", "of 15 degrees by two steps", [head(0), head(8), head(15)]],
    ["wrong_action", "after one to the other side", [head(0), head(-20), head(20)]],
    ["challenge_not_performed", "with the head on the side", [head(0), head(20, 0, { pose: { roll: 30 } })]],
    ["wrong_action", "that is more of a nod", [head(0), head(20, -28)]],
  ])("%s: %s", (reason, _, frames) => {
    expect(judge(frames).reason).toBe(reason);
  });
});

describe("an expression", () => {
  const opened = look({ openMouth: 1, smile: 0.5 });
  const grin = look({ openMouth: 0.3, smile: 1 });

  it.each<[reason: string, asked: Action, what: string, shown: FrameAssessment]>([
    ["live", "open_mouth", "a mouth that opens wide and grows wider", opened],
    ["wrong_action", "smile", "a mouth that opens wide and grows wider", opened],
    ["live", "smile", "a mouth that grows wide and opens a little", grin],
    ["wrong_action", "open_mouth", "a mouth that grows wide and opens a little", grin],
    ["live", "smile", "a head that is turned a little", look({ smile: 1 }, 14)],
    ["wrong_action", "smile", "a head that is turned too far for it", look({ smile: 1 }, 16)],
  ])("%s for %s: %s", (reason, asked, _, shown) => {
    expect(judge([neutral(), shown], asked).reason).toBe(reason);
  });
});

describe("depth", () => {
  it.each([
    ["blink", { blink: 1 }],
    ["smile", { smile: 1 }],
    ["open_mouth", { openMouth: 1 }],
  ] as const)(
    "is asked for besides %s: an image with holes for eyes and mouth shows none",
    (action, looks) => {
      expect(judge([neutral(), look(looks, 3)], action).reason).toBe("frames_static");
      expect(judge([neutral(), look(looks, 3), head(-8)], action).reason).toBe("live");
    },
  );

  it.each(ACTIONS)("is missing from a print, however it is tilted and bent: %s", (action) => {
    for (const [yaw, pitch] of [
      [20, 0],
      [0, 20],
      [30, 10],
    ] as const) {
      expect(judge([print(0), print(yaw, pitch), print(-yaw, -pitch)], action).isLive).toBe(false);
    }
    expect(judge([print(0), print(40)], action).reason).toBe("frames_static");
  });
});

describe("PAD on the frames", () => {
  const turned = (yaw: number, pad: number) => head(yaw, 0, {}, pad);

  it.each<Sequence>([
    [
      "challenge_not_performed",
      "a bad score at first asks for a wider turn",
      [neutral(0.1), turned(20, 0.9)],
    ],
    ["challenge_not_performed", "a bad score at last asks for a wider turn", [neutral(0.9), turned(20, 0.1)]],
    ["live", "a wider turn after a bad score", [neutral(0.1), turned(25, 0.9)]],
    ["challenge_not_performed", "good scores help no narrow turn", [neutral(1), turned(14, 1)]],
    ["low_score", "a bad mean, however wide the turn", [neutral(0.1), turned(30, 0.2)]],
    ["live", "inconclusive scores", [neutral(0.3), turned(20, 0.3)]],
    ["live", "a far turned head's own score is left out", [neutral(0.3), turned(40, 0)]],
  ])("%s: %s", (reason, _, frames) => {
    expect(judge(frames)).toMatchObject({ reason, isLive: reason === "live", retryable: reason !== "live" });
  });

  it("asks for more depth beside an expression after a bad score", () => {
    const frames = [neutral(0.1), look({ smile: 1 }, 6), turned(3, 0.9)];
    expect(judge(frames, "smile").reason).toBe("frames_static");
  });
});

describe("one person, in distinct frames", () => {
  const like = (score: number, yaw = 20) => head(yaw, 0, { template: templateScoring(score) });
  const other = (yaw: number) => head(yaw, 0, { template: templateAt(90) });
  const noise = head(0).analysis.principal!.landmarks.map((point, n) => ({
    ...point,
    x: point.x + (n % 3) / 3,
  }));
  const blank = (yaw: number) => head(yaw, 0, { landmarks: [] });

  it.each<Sequence>([
    ["live", "alike enough", [head(0), like(0.31)]],
    ["identity_changed", "less alike", [head(0), like(0.29)]],
    ["identity_changed", "another person at the end", [head(0), head(20), other(24)]],
    ["identity_changed", "another person who performs nothing", [head(0), other(8)]],
    [
      "frames_not_distinct",
      "an image that was only encoded again",
      [head(0), head(20), head(20, 0, { landmarks: noise })],
    ],
    ["frames_not_distinct", "no landmarks to compare", [blank(0), blank(20)]],
    ["frames_not_distinct", "no landmarks at the end", [head(0), blank(20)]],
  ])("%s: %s", (reason, _, frames) => {
    expect(judge(frames).reason).toBe(reason);
  });

  it("notices the same bytes twice", () => {
    const [first, second] = captured(head(0), head(20));
    const repeated = [first!, second!, { content: first!.content, assessment: head(5) }];
    expect(judgeChallenge(repeated, "turn_left", BUNDLE, "standard").reason).toBe("frames_not_distinct");
  });
});

describe("capture quality comes first", () => {
  const noFace = { analysis: NO_FACE, pad: null };

  it.each<Sequence>([
    ["no_face", "at the end", [head(0), noFace]],
    ["no_face", "at first", [noFace, head(20)]],
    ["too_dark", "at the end", [head(0), head(20, 0, { native: { meanLuma: 10 } })]],
    ["face_occluded", "at first", [head(0, 0, { components: { occlusion: 0.1 } }), head(20)]],
    ["extreme_pose", "a turned neutral frame", [head(26), head(50)]],
    ["extreme_pose", "a raised neutral frame", [head(0, 26), head(0, 50)]],
  ])("%s: %s", (reason, _, frames) => {
    expect(judge(frames)).toMatchObject({ isLive: false, reason, score: 0 });
  });

  it("lets a turned head be turned far and hide its far side", () => {
    expect(judge([head(0), head(50, 0, { components: { occlusion: 0.1 } })]).reason).toBe("live");
  });
});
