import { standingOf, statusOf } from "./evidence.ts";
import type { Evidence, PartName, Step, Verification } from "./types.ts";

/** The results whose portrait and live frame count. */
export interface Pair {
  readonly portrait: string;
  readonly frame: string;
}

/** A pair as evidence names it. */
export const captureOfPair = ({ portrait, frame }: Pair) => `${portrait} ${frame}`;

/**
 * The portrait and the frame that count: those of a document that was read and judged on one capture, and of a liveness
 * check that holds. Null while one of them is missing.
 */
export function pairOf(steps: readonly Step[]): Pair | null {
  const portrait = counting(steps, "ocr");
  const frame = counting(steps, "check");
  return portrait === null || frame === null ? null : { portrait: portrait.resultId, frame: frame.resultId };
}

/** The evidence of a part whose whole step is settled; null where it is not. */
function counting(steps: readonly Step[], part: PartName): Evidence | null {
  const step = steps.find(({ parts }) => parts[part] !== undefined);
  if (step === undefined) return null;
  const { status } = statusOf(step);
  return status === "passed" || status === "review" ? step.parts[part]!.evidence : null;
}

/** The pair that is yet to be compared; null where the policy asks for no comparison, or it stands already. */
export function comparisonDue({ status, steps }: Verification): Pair | null {
  const step = steps.find(({ name }) => name === "face_match");
  const pair = pairOf(steps);
  if (status !== "in_progress" || step === undefined || pair === null) return null;
  return standingOf(step, "comparison").status === "pending" ? pair : null;
}
