import { expect, it } from "vitest";
import { captureIssues, qualityReport } from "#edge/verdicts/match/quality.ts";
import { analysis, NO_FACE } from "#test/harness/edge/inference-results.ts";

it("finds nothing wrong with a good capture", () => {
  expect(captureIssues(analysis())).toEqual([]);
  expect(qualityReport(analysis())).toMatchObject({
    acceptable: true,
    issues: [],
    face: { bbox: [200, 200, 400, 500], confidence: 0.98, count: 1 },
    width: 800,
    height: 1000,
  });
});

it.each([
  ["face_too_small", { native: { interEyeDistance: 23 } }],
  ["face_occluded", { components: { occlusion: 0.2 } }],
  ["too_blurry", { components: { sharpness: 0.1 } }],
  ["too_dark", { native: { meanLuma: 20 } }],
  ["too_bright", { native: { meanLuma: 240 } }],
  ["extreme_pose", { pose: { yaw: -40 } }],
  ["extreme_pose", { pose: { pitch: 40 } }],
  ["extreme_pose", { pose: { roll: 40 } }],
] as const)("names %s", (issue, changes) => {
  expect(captureIssues(analysis(changes))).toEqual([issue]);
  expect(qualityReport(analysis(changes))).toMatchObject({ acceptable: false, issues: [issue] });
});

it("names no face, and then has no quality to tell", () => {
  expect(captureIssues(NO_FACE)).toEqual(["no_face"]);
  expect(qualityReport(NO_FACE)).toBeNull();
});

it("counts a second face from half the largest one's area on", () => {
  const second = (height: number) => ({
    ...analysis(),
    faces: [
      { box: [0, 0, 100, 100] as const, confidence: 0.9 },
      { box: [200, 0, 100, height] as const, confidence: 0.9 },
    ],
  });
  expect(captureIssues(second(50))).toEqual(["multiple_faces"]);
  expect(captureIssues(second(49))).toEqual([]);
});

it("reports issues in the contract's order, so that the first is the one to correct", () => {
  const dark = analysis({ native: { meanLuma: 20, interEyeDistance: 10 }, pose: { yaw: 50 } });
  expect(captureIssues(dark)).toEqual(["face_too_small", "too_dark", "extreme_pose"]);
});
