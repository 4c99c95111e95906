import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { parseParameters } from "../../http/parameters/validation.ts";
import { findDuplicateFace } from "../../operations/faces/find-duplicate.ts";
import { customerRefSchema } from "../../schemas/common.ts";
import { resultAnswer } from "../call/check-answer.ts";
import { metered } from "../call/recorded.ts";
import { requiredImage } from "../form/required-image.ts";

export const dedupeForm = { files: ["image"], fields: ["exclude_customer_ref"] };

export const dedupeFields = z.strictObject({ exclude_customer_ref: customerRefSchema.optional() });

/**
 * POST /v1/face/dedupe: the single best match among the tenant's registrations, without those of
 * `exclude_customer_ref`.
 */
export const dedupe = metered(findDuplicateFace, {
  input: ({ var: { principal, upload } }: AppContext) => {
    requireSecretKey(principal);
    const image = requiredImage(upload, "image");
    const { exclude_customer_ref } = parseParameters(dedupeFields, Object.fromEntries(upload.fields));
    return { image, excludedRef: exclude_customer_ref ?? null };
  },
  answer: resultAnswer,
});
