import { cancel } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification } from "../parts/change-verification.ts";
import { existingVerification } from "../parts/existing-verification.ts";

/** Ends an open verification without a decision. Throws 409 `verification_not_open` for any other. */
export async function cancelVerification(
  ctx: CallContext<Verification>,
  { id }: { readonly id: string },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  return changeVerification(ctx, {
    verification: await existingVerification(services.db, scope, id),
    advance: (current) => ({
      changed: cancel(current, now),
      change: { at: now, kind: "canceled", resultId: null },
      statements: [],
      audit: auditEntry(ctx, { action: "verification.cancel", target: id }),
    }),
    write: (batch, canceled) => commitResult(ctx, batch, canceled),
  });
}
