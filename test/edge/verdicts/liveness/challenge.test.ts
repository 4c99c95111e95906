import { describe, expect, it } from "vitest";
import type { FrameAssessment } from "#edge/inference/port.ts";
import { ACTIONS, type Action } from "#edge/verdicts/liveness/actions.ts";
import { judgeChallenge } from "#edge/verdicts/liveness/challenge.ts";
import type { Look } from "#test/harness/edge/face-shape.ts";
import { frame, NO_FACE, PACK, templateAt, templateScoring } from "#test/harness/edge/inference-results.ts";
import { PERFORMED } from "#test/harness/edge/performed.ts";
import { captured, head, print } from "./captured.ts";

const judge = (frames: FrameAssessment[], action: Action = "turn_left") =>
  judgeChallenge(captured(...frames), action, PACK, "standard");

const neutral = (pad: number | null = null) => head(0, 0, {}, pad);
const look = (looks: Look, yaw = 8) => head(yaw, 0, { look: looks });

const acting = (action: Action) => frame(PERFORMED[action]);

describe.each(ACTIONS)("%s", (action) => {
  it("is taken from who performs it", () => {
    const verdict = judge([neutral(), acting(action)], action);
    expect(verdict).toMatchObject({ isLive: true, reason: "live", threshold: 0.5, retryable: false });
    expect(verdict.score).toBeGreaterThanOrEqual(0.5);
  });

  it.each(ACTIONS.filter((other) => other !== action))("is not taken from who does %s", (other) => {
    expect(judge([neutral(), acting(other)], action)).toMatchObject({
      isLive: false,
      reason: "wrong_action",
      retryable: true,
      nextAction: null,
    });
  });

  it("is missed where nothing is done", () => {
    expect(judge([neutral(), head(8, 2)], action)).toMatchObject({
      isLive: false,
      reason: "challenge_not_performed",
      retryable: true,
    });
  });

  it("is missed where it comes before the neutral frame", () => {
    expect(judge([acting(action), neutral()], action).reason).toBe("challenge_not_performed");
  });
});

it("measures a turn from the neutral frame, not from the camera's axis, and needs 15 degrees", () => {
  expect(judge([head(10), head(20)]).reason).toBe("challenge_not_performed");
  expect(judge([head(-10), head(6)]).reason).toBe("live");
  expect(judge([head(0), head(14.9)]).reason).toBe("challenge_not_performed");
  expect(judge([head(0), head(8), head(15)]).reason).toBe("live");
});

it("calls a turn the other way the wrong action, also when the right one follows", () => {
  expect(judge([head(0), head(-20), head(20)])).toMatchObject({ reason: "wrong_action", score: 0 });
  expect(judge([head(0), head(0, 18), head(0, -18)], "look_up").reason).toBe("wrong_action");
});

it("takes no movement about another axis for the one that was asked for", () => {
  expect(judge([head(0), head(20, 0, { pose: { roll: 30 } })]).reason).toBe("challenge_not_performed");
  expect(judge([head(0), head(20, -28)]).reason).not.toBe("live");
});

it("a mouth that opens wide and grows wider is opened, and one that grows wide and opens a little smiles", () => {
  const opened = look({ openMouth: 1, smile: 0.5 });
  const grin = look({ openMouth: 0.3, smile: 1 });
  const asked = (action: Action, shown: FrameAssessment) => judge([neutral(), shown], action).reason;
  expect([asked("open_mouth", opened), asked("smile", opened)]).toEqual(["live", "wrong_action"]);
  expect([asked("smile", grin), asked("open_mouth", grin)]).toEqual(["live", "wrong_action"]);
});

it("a challenge tells no expression on a head that is turned too far for it", () => {
  expect(judge([neutral(), look({ smile: 1 }, 14)], "smile").reason).toBe("live");
  expect(judge([neutral(), look({ smile: 1 }, 16)], "smile").reason).toBe("wrong_action");
});

describe("depth", () => {
  it("is asked for besides an expression: a picture with holes for eyes and mouth shows none", () => {
    for (const [action, looks] of [
      ["blink", { blink: 1 }],
      ["smile", { smile: 1 }],
      ["open_mouth", { openMouth: 1 }],
    ] as const) {
      expect(judge([neutral(), look({ ...looks }, 3)], action).reason).toBe("frames_static");
      expect(judge([neutral(), look({ ...looks }, 3), head(-8)], action).reason).toBe("live");
    }
  });

  it("is missing from a print, however it is tilted and bent", () => {
    for (const action of ACTIONS) {
      for (const [yaw, pitch] of [
        [20, 0],
        [0, 20],
        [30, 10],
      ] as const) {
        expect(judge([print(0), print(yaw, pitch), print(-yaw, -pitch)], action).isLive).toBe(false);
      }
      expect(judge([print(0), print(40)], action).reason).toBe("frames_static");
    }
  });
});

describe("PAD on the frames", () => {
  it("asks for a wider movement after a bad score in any of them, and lets no good one help", () => {
    expect(judge([neutral(0.1), head(20, 0, {}, 0.9)]).reason).toBe("challenge_not_performed");
    expect(judge([neutral(0.9), head(20, 0, {}, 0.1)]).reason).toBe("challenge_not_performed");
    expect(judge([neutral(0.1), head(25, 0, {}, 0.9)]).reason).toBe("live");
    expect(judge([neutral(0.1), look({ smile: 1 }, 6), head(3, 0, {}, 0.9)], "smile").reason).toBe(
      "frames_static",
    );
    expect(judge([neutral(1), head(14, 0, {}, 1)]).reason).toBe("challenge_not_performed");
  });

  it("answers low_score where the mean is bad, however wide the movement", () => {
    expect(judge([neutral(0.1), head(30, 0, {}, 0.2)])).toMatchObject({
      isLive: false,
      reason: "low_score",
      retryable: true,
    });
  });

  it("takes grey ones, and leaves out what a far turned head scores", () => {
    expect(judge([neutral(0.3), head(20, 0, {}, 0.3)]).reason).toBe("live");
    expect(judge([neutral(0.3), head(40, 0, {}, 0)]).reason).toBe("live");
  });
});

describe("one person, in distinct frames", () => {
  it("notices another person in any frame", () => {
    const other = (score: number) => head(20, 0, { template: templateScoring(score) });
    expect(judge([head(0), other(0.29)]).reason).toBe("identity_changed");
    expect(judge([head(0), head(20), head(24, 0, { template: templateAt(90) })]).reason).toBe(
      "identity_changed",
    );
    expect(judge([head(0), other(0.31)]).reason).toBe("live");
    expect(judge([head(0), head(8, 0, { template: templateAt(90) })]).reason).toBe("identity_changed");
  });

  it("notices the same bytes twice", () => {
    const [first, second] = captured(head(0), head(20));
    const repeated = [first!, second!, { content: first!.content, assessment: head(5) }];
    expect(judgeChallenge(repeated, "turn_left", PACK, "standard").reason).toBe("frames_not_distinct");
  });

  it("notices a picture that was only encoded again", () => {
    const noise = head(0).analysis.principal!.landmarks.map((point, n) => ({
      ...point,
      x: point.x + (n % 3) / 3,
    }));
    expect(judge([head(0), head(20), head(20, 0, { landmarks: noise })]).reason).toBe("frames_not_distinct");
  });

  it("does not call frames distinct whose landmarks cannot be compared", () => {
    expect(judge([head(0, 0, { landmarks: [] }), head(20, 0, { landmarks: [] })]).reason).toBe(
      "frames_not_distinct",
    );
    expect(judge([head(0), head(20, 0, { landmarks: [] })]).reason).toBe("frames_not_distinct");
  });
});

describe("capture quality comes first", () => {
  it.each([
    ["no_face", [head(0), { analysis: NO_FACE, pad: null }]],
    ["no_face", [{ analysis: NO_FACE, pad: null }, head(20)]],
    ["too_dark", [head(0), head(20, 0, { native: { meanLuma: 10 } })]],
    ["face_occluded", [head(0, 0, { components: { occlusion: 0.1 } }), head(20)]],
    ["extreme_pose", [head(26), head(50)]],
    ["extreme_pose", [head(0, 26), head(0, 50)]],
  ] as const)("answers %s", (reason, frames) => {
    expect(judge([...frames])).toMatchObject({ isLive: false, reason, score: 0 });
  });

  it("lets a turned head be turned far and hide its far side", () => {
    expect(judge([head(0), head(50, 0, { components: { occlusion: 0.1 } })]).reason).toBe("live");
  });
});
