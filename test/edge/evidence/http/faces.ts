import type { FrameAssessment } from "#edge/inference/port.ts";
import type { Outcome } from "#edge/verification/types.ts";
import { faceLandmarks } from "#test/harness/edge/face-shape.ts";
import { frame, NO_FACE, templateAt } from "#test/harness/edge/inference-results.ts";
import { type Action, PERFORMED } from "#test/harness/edge/performed.ts";
import type { LivenessMode } from "#vocabulary/enumerations.ts";
import type { Call, Person } from "../model/commands.ts";
import type { Ending } from "./documents.ts";

/**
 * People as angles of their templates, in degrees: faces compare by the cosine of the difference.
 * Every portrait and every frame has an angle of its own, so that a similarity shows which two were compared.
 */
const PORTRAITS: Readonly<Record<Person, number>> = { X: 2, Y: 120 };
const FRAMES: Readonly<Record<Person, number>> = { X: 15, Y: 130 };
/** X with an inconclusive similarity; and X while a person who looks alike is registered. */
const GREY = 70;
const ALIKE = -30;
/** The person registered under another reference. */
export const REGISTERED = -65;

/** Angles whose differences are all distinct. */
const portraitStep = (serial: number) => (serial % 97) * 0.031;
const frameStep = (serial: number) => (serial % 89) * 0.0217;

export const portraitAngle = (person: Person, serial: number) => PORTRAITS[person] + portraitStep(serial);

/** The cosine of an angle, as a similarity in 0..1. */
export const similarityOf = (degrees: number) => (1 + Math.cos((degrees * Math.PI) / 180)) / 2;

/** The expected result of comparing a portrait with a frame, at the harness's operating points. */
export function comparedAt(portrait: number, live: number): Ending {
  const score = Math.cos(((portrait - live) * Math.PI) / 180);
  if (score >= 0.5) return { outcome: "passed", reason: null };
  return score >= 0.3
    ? { outcome: "review", reason: "review_band" }
    : { outcome: "failed", reason: "no_match" };
}

/** A liveness check as inference reports it, and the expected result. */
interface Check {
  readonly frames: readonly FrameAssessment[];
  readonly check: Ending;
  /** The result of the search for the face, if it is live. */
  readonly search: Ending;
  readonly angle: number;
}

type Liveness = Call & { kind: "liveness" };

/** A check with the given outcome if its mode can have it. */
export function showFace(call: Liveness, action: Action | null, serial: number, declines: boolean): Check {
  const { mode, search } = call;
  const isAlike = search === "adverse" || search === "failed";
  const base = isAlike ? ALIKE : search === "review" ? GREY : FRAMES[call.person];
  const angle = base + frameStep(serial);
  const outcome = possible(call.check, mode);
  const template = templateAt(angle);
  const one = (changes: Parameters<typeof frame>[0], pad: number | null) =>
    frame({ template, ...changes }, pad);
  const duplicate = { outcome: declines ? "failed" : "adverse", reason: "duplicate_face" } as const;
  return {
    frames: framesOf(outcome, mode, action, one),
    check: { outcome, reason: REASONS[mode][outcome] ?? null },
    search: isAlike ? duplicate : { outcome: "passed", reason: null },
    angle,
  };
}

/** The measures that cause each outcome of a mode. */
const REASONS: Readonly<Record<LivenessMode, Partial<Record<Outcome, string>>>> = {
  passive: { step_up: "step_up_required", capture_quality: "no_face" },
  burst: { step_up: "step_up_required", capture_quality: "no_face", retry: "frames_static" },
  challenge: { capture_quality: "no_face", retry: "challenge_not_performed" },
};

/** Outcomes that a mode cannot have are replaced by a check without a face. */
function possible(outcome: Outcome, mode: LivenessMode): Outcome {
  return outcome === "passed" || REASONS[mode][outcome] !== undefined ? outcome : "capture_quality";
}

type One = (changes: Parameters<typeof frame>[0], pad: number | null) => FrameAssessment;

function framesOf(outcome: Outcome, mode: LivenessMode, action: Action | null, one: One): FrameAssessment[] {
  const count = { passive: 1, burst: 3, challenge: 2 }[mode];
  if (outcome === "capture_quality") {
    return Array.from({ length: count }, () => ({ analysis: NO_FACE, pad: null }));
  }
  if (mode === "passive") return [one({}, outcome === "passed" ? 0.9 : 0.3)];
  if (mode === "burst" && outcome === "retry") {
    const flat = (yaw: number) => faceLandmarks({ yaw, pitch: 0, roll: 0 }, { flat: true });
    return [0, 40, -20].map((yaw) => one({ landmarks: flat(yaw) }, 0.9));
  }
  if (mode === "burst") {
    const pads = outcome === "passed" ? [0.9, 0.7, 0.8] : [0.9, 0.3, 0.9];
    return pads.map((pad, n) => one({ pose: { yaw: 7 * n, pitch: n } }, pad));
  }
  return [one({}, null), one(outcome === "passed" ? PERFORMED[action!] : { pose: { yaw: 5 } }, null)];
}
