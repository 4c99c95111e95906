import { expect, it } from "vitest";
import { QUALITY_COMPONENTS } from "#edge/inference/port.ts";
import { CAPTURE_RULES, describeComponent, QUALITY_TABLE } from "#edge/verdicts/match/capture-rules.ts";
import { CAPTURE_ISSUES } from "#vocabulary/faces.ts";

it("every issue but a missing face comes from one component, or from a second face, and says what to do", () => {
  const measured = QUALITY_COMPONENTS.flatMap((name) => QUALITY_TABLE[name].issues);
  expect(["no_face", "multiple_faces", ...measured].sort()).toEqual([...CAPTURE_ISSUES].sort());
  for (const { advice, limit } of Object.values(CAPTURE_RULES)) {
    expect(advice).toMatch(/^[A-Z].+\.$/);
    expect(limit).toMatch(/\d/);
  }
});

it("the reference states each component's name in ISO/IEC 29794-5, its measure and its limits", () => {
  expect(describeComponent("face_size")).toBe(
    "Inter-eye distance, Head size; `face_too_small`: under 24 px. Measured: pixels between the centres of the eyes; 70 make 0.5, 150 make 0.98.",
  );
  expect(describeComponent("brightness")).toContain(
    "; `too_dark`: mean under 40; `too_bright`: mean over 225.",
  );
  expect(describeComponent("contrast")).not.toContain("`");
});
