import type { CheckLivenessBody, ScanDocumentBody } from "../../gen/operations.ts";
import type { LivenessMode } from "../../gen/schemas.ts";
import type { Upload } from "../../platform/upload.ts";

/** The parts of a liveness check. */
export interface Capture extends Pick<ScanDocumentBody, "customer_ref"> {
  /** In order: passive takes 1, burst 3 to 5, challenge 2 to 5. */
  readonly frames: readonly Upload[];
  readonly mode: LivenessMode;
  /** The token of the challenge that the frames answer. */
  readonly challenge_token?: string | undefined;
}

/** The form's fields `image_1` and on. The service checks their number for the mode. */
export function checkBodyOf({ frames, ...fields }: Capture): CheckLivenessBody {
  const numbered = Object.fromEntries(frames.map((frame, index) => [`image_${index + 1}`, frame]));
  return { ...fields, ...numbered } as CheckLivenessBody;
}
