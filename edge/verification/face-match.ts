import { currentStatus } from "./evidence.ts";
import type { PartName, Step, Verification } from "./types.ts";

/** The faces that count. */
export interface Pair {
  /**
   * The result with the document's portrait or, for a person who comes back, the registration; null if that
   * was deleted.
   */
  readonly reference: string | null;
  /** The result with the selfie frame. */
  readonly frame: string;
}

/** A pair in the form of `Evidence.capture`. */
export const captureOfPair = ({ reference, frame }: Pair) => `${reference ?? "none"} ${frame}`;

/**
 * The selfie frame of the current liveness check, and the face that it is compared with: the portrait of the
 * current document reading, or the registration that counts. Null while one of them is missing. A comparison
 * with a portrait decides nothing until fraud detection has judged the document's image, because the document
 * step is open until then.
 */
export function pairOf(steps: readonly Step[]): Pair | null {
  const frame = countingResult(steps, "check");
  if (frame === null) return null;
  const registered = steps.find(({ name }) => name === "face_match")?.registered;
  if (registered !== undefined) return { reference: registered, frame };
  const reference = countingResult(steps, "ocr");
  return reference === null ? null : { reference, frame };
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
