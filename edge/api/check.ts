import { z } from "zod";
import { ApiError } from "../errors.ts";
import type { AppContext } from "../http/context.ts";
import type { Upload } from "../http/multipart.ts";
import { customerRefSchema, parseParameters } from "../http/validation.ts";
import type { NamedImage } from "../inference/port.ts";
import type { Scope } from "../scope.ts";
import type { Services } from "../services.ts";
import type { StoredVerification } from "../store/verifications.ts";
import type { FixedOutcome } from "../verdicts/test-references/table.ts";
import { assertTakes } from "../verification/machine.ts";
import type { PartName } from "../verification/types.ts";
import { enactTestReference } from "./test-reference.ts";
import { withoutScores } from "./without-scores.ts";

/** One call of a check: whose it is, when, and the verification that it belongs to, if it was made with its token. */
export interface Check {
  readonly services: Services;
  readonly scope: Scope;
  readonly requestId: string;
  /** Milliseconds since the epoch, the same for all that the call writes. */
  readonly now: number;
  readonly verification: StoredVerification | null;
  readonly customerRef: string | null;
  /** Whether the policy, or outside a verification the tenant, lets media be kept. */
  readonly storeMedia: boolean;
  /** What a test-mode customer reference fixes the check's outcome to; null: nothing. */
  readonly fixed: FixedOutcome | null;
  /** The result's body as this caller is answered. */
  answer(body: object): object;
}

const customerRefField = z.object({ customer_ref: customerRefSchema.optional() });

/**
 * Begins a check of a part of a verification, before anything is computed. Refuses a malformed `customer_ref`, one that
 * is not the verification's (403 `verification_mismatch`), and a verification that takes no such result (409
 * `verification_not_open`); and does what a test-mode reference asks for.
 */
export async function beginCheck(c: AppContext, fields: Upload["fields"], part: PartName): Promise<Check> {
  const check = checkOf(c, fields);
  if (check.verification !== null) assertTakes(check.verification, part, check.now);
  const fixed = await enactTestReference(check.scope, check.customerRef);
  return { ...check, fixed };
}

function checkOf(c: AppContext, fields: Upload["fields"]): Omit<Check, "fixed"> {
  const { services, principal, requestId } = c.var;
  const now = services.clock();
  const named = parseParameters(customerRefField, Object.fromEntries(fields)).customer_ref ?? null;
  const common = { services, scope: principal.scope, requestId, now };
  const dated = (body: object) => ({ ...body, created_at: new Date(now).toISOString() });
  if (principal.kind === "secret_key") {
    const { storeMedia } = principal.settings;
    return { ...common, verification: null, customerRef: named, storeMedia, answer: dated };
  }
  const { verification } = principal;
  const { customerRef, policy } = verification;
  if (named !== null && named !== customerRef) {
    const message = "The customer_ref is not the verification's.";
    throw new ApiError("verification_mismatch", message, { param: "customer_ref" });
  }
  const answer = (body: object) => withoutScores(dated(body));
  return { ...common, verification, customerRef, storeMedia: policy.store_media, answer };
}

/** An upload that must be there, with the name that a refusal of its content carries. */
export function requiredImage(upload: Upload, param: string): NamedImage {
  const content = upload.files.get(param);
  if (content === undefined) throw new ApiError("missing_parameter", `${param} is required.`, { param });
  return { param, content };
}
