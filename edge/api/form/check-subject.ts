import { z } from "zod";
import type { AppContext } from "../../http/context.ts";
import { parseParameters } from "../../http/parameters/validation.ts";
import type { CheckSubject } from "../../operations/checks.ts";
import { customerRefSchema } from "../../schemas/common.ts";

const customerRefField = z.object({ customer_ref: customerRefSchema.optional() });

/**
 * The subject of an uploaded check: the token's verification, or the form's `customer_ref` outside a
 * verification.
 */
export function checkSubject({ var: { principal, upload } }: AppContext): CheckSubject {
  const asked = parseParameters(customerRefField, Object.fromEntries(upload.fields)).customer_ref ?? null;
  return principal.kind === "secret_key"
    ? { verification: null, customerRef: asked, storeMedia: principal.settings.storeMedia }
    : { verification: principal.verification, customerRef: asked, storeMedia: "none" };
}
