import { expect, it } from "vitest";
import { stepOf } from "#capture/machine/progress.ts";
import type { Screen } from "#capture/machine/state.ts";
import { ALL_SCREENS } from "../gallery/screens.ts";
import { introduction } from "./arbitraries.ts";

const WITH_DOCUMENT = { introduction: null, situation: null };
const RETURNING = {
  situation: null,
  introduction: { ...introduction, page: { ...introduction.page, returning: true as const } },
};

it("a screen's step is consent, the document, the face or the outcome; other screens have none", () => {
  const steps = new Map<string, Set<number | null>>();
  for (const screen of ALL_SCREENS) {
    const known = steps.get(screen.name) ?? new Set();
    steps.set(screen.name, known.add(stepOf({ ...WITH_DOCUMENT, screen })?.step ?? null));
  }
  expect(Object.fromEntries([...steps].map(([name, of]) => [name, [...of]]))).toEqual({
    loading: [null],
    unsupported: [null],
    consent: [1],
    document_type: [2],
    chip: [2],
    wallet: [2],
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
    waiting: [4],
    outcome: [4],
    over: [null],
    withdrawal: [null],
    withdrawn: [null],
    trouble: [null],
  });
});

it("a camera that does not open for the face is still the face's step", () => {
  const screen = { name: "camera_recovery", why: "denied", side: "front" } as const;
  const shown = { ...screen, facing: "user" } as const;
  expect(stepOf({ ...WITH_DOCUMENT, screen: shown })).toEqual({ step: 3, count: 4 });
});

it("a person who comes back has no step for a document", () => {
  const screens: readonly Screen[] = [
    { name: "consent" },
    { name: "selfie_primer", mode: "challenge" },
    { name: "outcome", outcome: "done", returnUrl: null, contest: "none" },
  ];
  expect(screens.map((screen) => stepOf({ ...RETURNING, screen }))).toEqual([
    { step: 1, count: 3 },
    { step: 2, count: 3 },
    { step: 3, count: 3 },
  ]);
});
