import { expect, it } from "vitest";
import type { QUALITY_COMPONENTS } from "#edge/inference/port.ts";
import { QUALITY_TABLE } from "#edge/verdicts/match/capture-rules.ts";
import { faceQuality } from "#inference/pipelines/face/quality.ts";

// The edge documents how inference makes components of native measures. The two share no code: here they
// are compared.

const FRONTAL = { yaw: 0, pitch: 0, roll: 0 };
const GOOD = {
  ...{ laplacianVariance: 200, meanLuma: 128, lumaEntropy: 7.5, interEyeDistance: 120 },
  ...{ eyeAspectRatio: 0.3, mouthAspectRatio: 0.1, visibility: { eyes: 1, mouth: 1 } },
};

type Component = (typeof QUALITY_COMPONENTS)[number];
const measured: Partial<Record<Component, (native: number) => number>> = {
  sharpness: (laplacianVariance) => qualityOf({ laplacianVariance }).sharpness,
  contrast: (lumaEntropy) => qualityOf({ lumaEntropy }).contrast,
  face_size: (interEyeDistance) => qualityOf({ interEyeDistance }).faceSize,
  eyes_open: (eyeAspectRatio) => qualityOf({ eyeAspectRatio }).eyesOpen,
};
const qualityOf = (changed: Partial<typeof GOOD>) => faceQuality({ ...GOOD, ...changed }, FRONTAL, 1);

/** `4 makes 0, 64 makes 1`: pairs of a native measure and its component. */
const documentedBy = (component: Component) =>
  [...QUALITY_TABLE[component].measure.matchAll(/([\d.]*\d) makes? ([\d.]*\d)/g)].map(
    ([, native, value]) => [component, Number(native), Number(value)] as const,
  );
const documented = (Object.keys(QUALITY_TABLE) as Component[]).flatMap(documentedBy);

it("the reference states the native measures and their values of every component that has them", () => {
  expect(new Set(documented.map(([component]) => component))).toEqual(new Set(Object.keys(measured)));
});

it.each(documented)("%s: a measure of %d makes %d", (component, native, value) => {
  const componentOf = measured[component]!;
  expect(componentOf(native)).toBeCloseTo(value, 2);
  // A ramp ends exactly at its documented end.
  if (value === 1) expect(componentOf(native * 0.98)).toBeLessThan(1);
  if (value === 0) expect(componentOf(native * 1.02)).toBeGreaterThan(0);
});

it("brightness is over 0.9 from a mean luma of 80 to one of 175, as the reference says, and falls to both sides", () => {
  expect(QUALITY_TABLE.brightness.measure).toContain("over 0.9 from 80 to 175");
  const brightness = (meanLuma: number) => qualityOf({ meanLuma }).brightness;
  for (const luma of [80, 128, 175]) expect(brightness(luma)).toBeGreaterThan(0.9);
  for (const luma of [75, 180]) expect(brightness(luma)).toBeLessThan(0.9);
});

it("pose is the squared cosine of the angle furthest from frontal, as the reference says", () => {
  expect(QUALITY_TABLE.pose.measure).toContain("squared cosine of the angle furthest from frontal");
  expect(faceQuality(GOOD, { yaw: 30, pitch: -60, roll: 0 }, 1).pose).toBeCloseTo(0.25, 6);
});

it("occlusion is the least of the face's probability and the two visibilities, and 1 if nothing hides the face", () => {
  expect(QUALITY_TABLE.occlusion.measure).toMatch(/^the least of: the landmark model's probability/);
  expect(faceQuality(GOOD, FRONTAL, 0.4).occlusion).toBe(0.4);
  expect(qualityOf({ visibility: { eyes: 0, mouth: 1 } }).occlusion).toBe(0);
  expect(qualityOf({}).occlusion).toBe(1);
});
