import { z } from "zod";
import { forToken, type TokenView } from "../../api/answers/token-view.ts";
import { ApiError } from "../../errors.ts";
import type { AppContext } from "../../http/context.ts";
import type { Upload } from "../../http/multipart.ts";
import { customerRefSchema, parseParameters } from "../../http/validation.ts";
import type { NamedImage } from "../../inference/port.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import type { FixedOutcome } from "../../verdicts/test-references/table.ts";
import { assertTakes } from "../../verification/machine.ts";
import type { PartName, Verification } from "../../verification/types.ts";
import type { StoreMedia } from "../../vocabulary/media.ts";
import { enactTestReference } from "./test-reference.ts";

/** One call of a check: whose it is, when, and the verification that it belongs to, if it does to one. */
export interface Check {
  readonly services: Services;
  readonly scope: Scope;
  readonly requestId: string;
  /** Milliseconds since the epoch, the same for all that the call writes. */
  readonly now: number;
  readonly verification: Verification | null;
  readonly customerRef: string | null;
  /** How much of the pictures the policy, or outside a verification the tenant, lets be kept. */
  readonly storeMedia: StoreMedia;
  /** What a test-mode customer reference fixes the check's outcome to; null: nothing. */
  readonly fixed: FixedOutcome | null;
  /** A body as this caller is told it. */
  view(kind: TokenView, body: object): object;
  /** A result's body as this caller is answered. */
  answer(kind: TokenView, body: object): object;
}

const customerRefField = z.object({ customer_ref: customerRefSchema.optional() });

/**
 * Opens a check of parts of a verification, before anything is computed: the token's verification, or one that a secret
 * key has named. Refuses a malformed `customer_ref`, one that is not the verification's (403 `verification_mismatch`), and
 * a verification that takes no such result (409 `verification_not_open`); and does what a test-mode reference asks for.
 */
export async function openCheck(
  c: AppContext,
  fields: Upload["fields"],
  parts: readonly PartName[],
  named: Verification | null = null,
): Promise<Check> {
  const check = checkOf(c, fields, named);
  for (const part of parts) if (check.verification !== null) assertTakes(check.verification, part, check.now);
  const fixed = await enactTestReference(check.scope, check.customerRef);
  return { ...check, fixed };
}

function checkOf(c: AppContext, fields: Upload["fields"], named: Verification | null): Omit<Check, "fixed"> {
  const { services, principal, requestId } = c.var;
  const now = services.clock();
  const asked = parseParameters(customerRefField, Object.fromEntries(fields)).customer_ref ?? null;
  const isToken = principal.kind === "session_token";
  const view = (kind: TokenView, body: object) => (isToken ? forToken(kind, body) : body);
  const answer = (kind: TokenView, body: object) =>
    view(kind, { ...body, created_at: new Date(now).toISOString() });
  const common = { services, scope: principal.scope, requestId, now, view, answer };
  const verification = isToken ? principal.verification : named;
  if (verification === null) {
    const storeMedia = principal.kind === "secret_key" ? principal.settings.storeMedia : "none";
    return { ...common, verification, customerRef: asked, storeMedia };
  }
  const { customerRef, policy } = verification;
  if (asked !== null && asked !== customerRef) {
    const message = "The customer_ref is not the verification's.";
    throw new ApiError("verification_mismatch", message, { param: "customer_ref" });
  }
  return { ...common, verification, customerRef, storeMedia: policy.store_media };
}

/** An upload that must be there, with the name that a refusal of its content carries. */
export function requiredImage(upload: Upload, param: string): NamedImage {
  const content = upload.files.get(param);
  if (content === undefined) throw new ApiError("missing_parameter", `${param} is required.`, { param });
  return { param, content };
}
