import { expect, it } from "vitest";
import { STEP_COUNT, stepOf } from "#capture/machine/progress.ts";
import { ALL_SCREENS } from "../gallery/screens.ts";

it("a screen's step is consent, the document, the face or the outcome; other screens have none", () => {
  const steps = new Map<string, Set<number | null>>();
  for (const screen of ALL_SCREENS) {
    const known = steps.get(screen.name) ?? new Set();
    steps.set(screen.name, known.add(stepOf(screen)));
  }
  expect(Object.fromEntries([...steps].map(([name, of]) => [name, [...of]]))).toEqual({
    loading: [null],
    unsupported: [null],
    consent: [1],
    document_type: [2],
    camera_primer: [2],
    camera_recovery: [2],
    document_capture: [2],
    look: [2],
    sending: [2, 3],
    selfie_primer: [3],
    challenge: [3],
    change: [2, 3],
    use_phone: [null],
    moved: [null],
    context: [null],
    compare: [null],
    waiting: [STEP_COUNT],
    outcome: [STEP_COUNT],
    over: [null],
    withdrawal: [null],
    withdrawn: [null],
    trouble: [null],
  });
});

it("a camera that does not open for the face is still the face's step", () => {
  const screen = { name: "camera_recovery", why: "denied", side: "front" } as const;
  expect(stepOf({ ...screen, facing: "user" })).toBe(3);
});
