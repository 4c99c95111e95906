import type { SecretKeyPrincipal, SessionTokenPrincipal } from "../../auth/principal.ts";
import { ApiError } from "../../core/errors.ts";
import type { NamedImage } from "../../inference/port.ts";
import type { CheckSubject } from "../../operations/checks.ts";
import type { Call } from "./call.ts";

/**
 * A file that the form must have, with the name that a refusal of its content carries. Throws 400
 * `missing_parameter` without the file.
 */
export function requiredImage({ files }: Pick<Call, "files">, param: string): NamedImage {
  const content = files.get(param);
  if (content === undefined) throw new ApiError("missing_parameter", `${param} is required.`, { param });
  return { param, content };
}

type CheckCall = Call<SecretKeyPrincipal | SessionTokenPrincipal, { customer_ref?: string | undefined }>;

/**
 * The subject of an uploaded check: the token's verification, or the form's `customer_ref` outside a
 * verification.
 */
export function checkSubject({ principal, body }: CheckCall): CheckSubject {
  const customerRef = body.customer_ref ?? null;
  return principal.kind === "secret_key"
    ? { verification: null, customerRef, storeMedia: principal.settings.storeMedia }
    : { verification: principal.verification, customerRef, storeMedia: "none" };
}
