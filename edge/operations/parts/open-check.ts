import { ApiError } from "../../errors.ts";
import type { FixedOutcome } from "../../verdicts/test-references/table.ts";
import { assertTakes } from "../../verification/machine.ts";
import type { PartName, Verification } from "../../verification/types.ts";
import type { StoreMedia } from "../../vocabulary/media.ts";
import type { CallContext } from "../commit/commit.ts";
import { enactTestReference } from "./test-reference.ts";

/** The subject of a check, as the call names it. */
export interface CheckSubject {
  /** Null outside a verification. */
  readonly verification: Verification | null;
  /** The call's `customer_ref`; null without that field. */
  readonly customerRef: string | null;
  /** The tenant's level of storage, for a check outside a verification. */
  readonly storeMedia: StoreMedia;
}

/** The context that a check is opened in. */
export type CheckContext<Result = unknown> = CallContext<
  Result,
  "inference" | "clock" | "limiter" | "limits"
>;

/** An opened check: the context of its call, and its subject. */
export interface Check<Result = unknown> extends CheckContext<Result> {
  readonly verification: Verification | null;
  readonly customerRef: string | null;
  /** The level of storage: the policy's, or the tenant's outside a verification. */
  readonly storeMedia: StoreMedia;
  /** The outcome that a test-mode customer reference fixes; null where the outcome is open. */
  readonly fixed: FixedOutcome | null;
}

/**
 * Opens a check of parts of a verification, before any computation. Throws 403 `verification_mismatch` for a
 * `customer_ref` other than the verification's, and 409 `verification_not_open` for a verification that takes
 * no such result. Enacts a test-mode reference.
 */
export async function openCheck<Result>(
  ctx: CheckContext<Result>,
  subject: CheckSubject,
  parts: readonly PartName[],
): Promise<Check<Result>> {
  const whose = whoseCheck(subject);
  for (const part of parts) {
    if (whose.verification !== null) assertTakes(whose.verification, part, ctx.now);
  }
  const fixed = await enactTestReference(ctx.scope, whose.customerRef);
  return { ...ctx, ...whose, fixed };
}

function whoseCheck(subject: CheckSubject): CheckSubject {
  const { verification, customerRef: asked } = subject;
  if (verification === null) return subject;
  const { customerRef, policy } = verification;
  if (asked !== null && asked !== customerRef) {
    const message = "The customer_ref is not the verification's.";
    throw new ApiError("verification_mismatch", message, { param: "customer_ref" });
  }
  return { verification, customerRef, storeMedia: policy.store_media };
}
