import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { compareFaces } from "../../operations/faces/compare.ts";
import { resultAnswer } from "../call/check-answer.ts";
import { metered } from "../call/recorded.ts";
import { requiredImage } from "../form/required-image.ts";

export const verifyForm = { files: ["image_a", "image_b"], fields: [] };

/**
 * POST /v1/face/verify: biometric verification 1:1 of two uploaded images. A non-match is an answer, not an
 * error.
 */
export const verify = metered(compareFaces, {
  input: ({ var: { principal, upload } }: AppContext) => ({
    level: requireSecretKey(principal).settings.faceMatchLevel,
    images: [requiredImage(upload, "image_a"), requiredImage(upload, "image_b")] as const,
  }),
  answer: resultAnswer,
});
