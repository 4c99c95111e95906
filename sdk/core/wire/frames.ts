import type { CheckLivenessBody } from "../../gen/operations.ts";
import type { Upload } from "../../platform/upload.ts";

type FrameField = Extract<keyof CheckLivenessBody, `image_${number}`>;

/** The frames of a liveness check in their order: passive takes 1, burst 3 to 5, challenge 2 to 5. */
export interface Capture extends Omit<CheckLivenessBody, FrameField> {
  readonly frames: readonly Upload[];
}

/** The form's fields `image_1` and on. How many a mode takes is the service's to say. */
export function checkBodyOf({ frames, ...fields }: Capture): CheckLivenessBody {
  const numbered = Object.fromEntries(frames.map((frame, index) => [`image_${index + 1}`, frame]));
  return { ...fields, ...numbered } as CheckLivenessBody;
}
