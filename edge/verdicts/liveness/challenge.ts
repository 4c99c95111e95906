import type { FrameAssessment, Pack, PrincipalFace } from "../../inference/port.ts";
import { type CaptureIssue, captureIssues } from "../face-quality.ts";
import { comparisonScore, operatingPoint } from "../match/comparison.ts";
import type { TurnAction } from "./actions.ts";
import { areDistinct } from "./distinct.ts";
import { LIVENESS_LEVELS, type LivenessLevel } from "./levels.ts";
import { type LivenessReason, type LivenessVerdict, verdict } from "./reasons.ts";

export interface CapturedFrame {
  readonly content: Uint8Array;
  readonly assessment: FrameAssessment;
}

/** The sign of the yaw change that each action makes: yaw grows towards the subject's own left. */
const YAW_SIGN: Readonly<Record<TurnAction, 1 | -1>> = { turn_left: 1, turn_right: -1 };

/** What a turned head may not be asked for: its far side is hidden and its yaw is the point. */
const ALLOWED_WHEN_TURNED: readonly CaptureIssue[] = ["extreme_pose", "face_occluded"];

/**
 * Degrees. The neutral frame looks ahead, so that a turn cannot be feigned by starting from the other side; people who
 * look into the camera were measured at up to 18.
 */
const NEUTRAL_YAW_MAX = 25;
/** Degrees of pitch or roll, from the neutral frame, beyond which a movement is no turn. */
const OFF_AXIS_MAX = 25;

/** Where each criterion is met exactly: evidence is linear in the measure and 0.5 at what is required. */
const THRESHOLD = 0.5;

/**
 * Judges a challenge's frames, the neutral one first: each can be judged, all are distinct and show one person (each
 * compared with the neutral frame at the pack's loosest operating point, since a turned head scores lower), and the head
 * turns as asked and not the other way. The score is the weakest criterion's evidence. A PAD score never helps; a bad
 * one on the neutral frame asks for a wider turn.
 */
export function judgeChallenge(
  frames: readonly CapturedFrame[],
  action: TurnAction,
  pack: Pack,
  level: LivenessLevel,
): LivenessVerdict {
  const unusable = captureReason(frames.map(({ assessment }) => assessment));
  const faces = frames.map(({ assessment }) => assessment.analysis.principal);
  const [neutral, ...others] = faces.filter((face) => face !== null);
  if (unusable !== null || neutral === undefined || others.length === 0) {
    return verdict({
      blocked: unusable ?? "challenge_not_performed",
      score: 0,
      threshold: THRESHOLD,
      short: "challenge_not_performed",
    });
  }
  const { padGrey, turn, turnUnderScrutiny } = LIVENESS_LEVELS[level];
  const pad = frames[0]?.assessment.pad?.score ?? null;
  const required = pad !== null && pad < padGrey ? turnUnderScrutiny : turn;
  const samePerson = operatingPoint(pack, "fmr_1e-2", neutral.template.version);
  const likeness = Math.min(...others.map((face) => comparisonScore(face.template, neutral.template)));
  const turns = others.map((face) => turnFrom(neutral, face, action));
  const furthest = Math.max(...turns.map(({ asked }) => asked));
  const wrongWay = Math.max(...turns.map(({ opposite }) => opposite));
  return verdict({
    blocked: blockingReason({
      frames_not_distinct: !areDistinct(frames),
      identity_changed: likeness < samePerson,
      wrong_action: wrongWay >= turn,
    }),
    score: Math.min(evidence(furthest, required), evidence(likeness, samePerson)),
    threshold: THRESHOLD,
    short: "challenge_not_performed",
  });
}

function captureReason(frames: readonly FrameAssessment[]): CaptureIssue | null {
  const blocking = frames.flatMap(({ analysis }, index) => {
    const issues = captureIssues(analysis);
    if (index > 0) return issues.filter((issue) => !ALLOWED_WHEN_TURNED.includes(issue));
    const yaw = analysis.principal?.pose.yaw ?? 0;
    return Math.abs(yaw) > NEUTRAL_YAW_MAX ? [...issues, "extreme_pose" as const] : issues;
  });
  return blocking[0] ?? null;
}

function turnFrom(neutral: PrincipalFace, face: PrincipalFace, action: TurnAction) {
  const change = (face.pose.yaw - neutral.pose.yaw) * YAW_SIGN[action];
  const offAxis = Math.max(
    Math.abs(face.pose.pitch - neutral.pose.pitch),
    Math.abs(face.pose.roll - neutral.pose.roll),
  );
  return { asked: offAxis <= OFF_AXIS_MAX ? Math.max(0, change) : 0, opposite: Math.max(0, -change) };
}

function blockingReason(found: Partial<Record<LivenessReason, boolean>>): LivenessReason | null {
  const first = Object.entries(found).find(([, applies]) => applies);
  return (first?.[0] as LivenessReason | undefined) ?? null;
}

/** Evidence 0..1 of a measure against what is required (> 0). */
function evidence(measured: number, required: number): number {
  if (Number.isNaN(measured) || !(required > 0)) throw new Error("A liveness measure is no number.");
  return Math.min(1, Math.max(0, (THRESHOLD * measured) / required));
}
