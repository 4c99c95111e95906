import { currentStatus } from "./evidence.ts";
import type { PartName, Step, Verification } from "./types.ts";

/** The results whose portrait and selfie frame count. */
export interface Pair {
  readonly portrait: string;
  readonly frame: string;
}

/** A pair in the form of `Evidence.capture`. */
export const captureOfPair = ({ portrait, frame }: Pair) => `${portrait} ${frame}`;

/**
 * The portrait and the selfie frame that count: those of the current document reading and of the current
 * liveness check. Null while one of them is missing. A comparison decides nothing until fraud detection has
 * judged the document's image, because the document step is open until then.
 */
export function pairOf(steps: readonly Step[]): Pair | null {
  const portrait = countingResult(steps, "ocr");
  const frame = countingResult(steps, "check");
  return portrait === null || frame === null ? null : { portrait, frame };
}

function countingResult(steps: readonly Step[], part: PartName): string | null {
  const step = steps.find(({ parts }) => parts[part] !== undefined);
  if (step === undefined) return null;
  const { status } = currentStatus(step, part);
  return status === "passed" || status === "review" ? (step.parts[part]!.evidence?.resultId ?? null) : null;
}

/**
 * The pair that must still be compared; null if the policy requires no comparison, or if the pair has been
 * compared.
 */
export function comparisonDue({ status, steps }: Verification): Pair | null {
  const step = steps.find(({ name }) => name === "face_match");
  const pair = pairOf(steps);
  if (status !== "in_progress" || step === undefined || pair === null) return null;
  return currentStatus(step, "comparison").status === "pending" ? pair : null;
}
