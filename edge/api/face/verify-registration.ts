import { z } from "zod";
import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { parseParameters } from "../../http/parameters/validation.ts";
import { compareRegistered } from "../../operations/faces/compare-registered.ts";
import { customerRefSchema } from "../../schemas/common.ts";
import { resultAnswer } from "../call/check-answer.ts";
import { metered } from "../call/recorded.ts";
import { requiredImage } from "../form/required-image.ts";

export const verifyRegistrationForm = { files: ["image"], fields: ["customer_ref"] };

export const verifyFields = z.strictObject({ customer_ref: customerRefSchema });

/**
 * POST /v1/face/registrations/verify: biometric verification 1:1 of an image with a customer's registration.
 */
export const verifyRegistration = metered(compareRegistered, {
  input: ({ var: { principal, upload } }: AppContext) => {
    const level = requireSecretKey(principal).settings.faceMatchLevel;
    const image = requiredImage(upload, "image");
    const { customer_ref } = parseParameters(verifyFields, Object.fromEntries(upload.fields));
    return { image, customerRef: customer_ref, level };
  },
  answer: resultAnswer,
});
