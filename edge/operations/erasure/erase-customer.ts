import { sha256Hex } from "../../crypto/sha256.ts";
import { newId } from "../../ids.ts";
import { customerErasures, customerMedia, erasedCounts } from "../../store/erasure/customer.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { enactTestReference } from "../parts/test-reference.ts";

/** What was erased of one person, signed. */
interface ErasureReceipt {
  readonly receipt_id: string;
  readonly customer_ref_sha256: string;
  readonly mode: string;
  /** How many there were, by kind. */
  readonly erased: Readonly<Record<string, number>>;
  readonly erased_at: string;
  readonly signature: string;
}

/**
 * Erases in one batch all that is held of a person in this tenant and mode; repeated, or for whom nothing is
 * held, with zero counts. A verification that is open is canceled, and its tokens are revoked. Of a
 * verification its id, status, decision, policy and times stay, of a deleted result or registration that it
 * was there: nothing that says of whom, or why.
 *
 * `asNamed` is the reference as the call wrote it, control characters included: the receipt names its
 * SHA-256.
 */
export async function eraseCustomer(
  ctx: ScopeContext<"receipts">,
  { customerRef, asNamed }: { readonly customerRef: string; readonly asNamed: string },
): Promise<ErasureReceipt> {
  const { services, scope, now } = ctx;
  await enactTestReference(scope, customerRef);
  const receiptId = newId("receipt", now);
  const customerRefSha256 = await sha256Hex(asNamed);
  const erasures = customerErasures(services.db, scope, customerRef, now);
  const after = { customer_ref_sha256: customerRefSha256 };
  const { results, objectKeys } = await commit(ctx, {
    statements: Object.values(erasures),
    audit: [auditEntry(ctx, { action: "customer.erase", target: receiptId, after })],
    erases: customerMedia(scope, customerRef),
  });
  const receipt = {
    receipt_id: receiptId,
    customer_ref_sha256: customerRefSha256,
    mode: scope.mode,
    erased: { ...erasedCounts(erasures, results), media: objectKeys.length },
    erased_at: new Date(now).toISOString(),
  };
  return { ...receipt, signature: await services.receipts.sign(receipt) };
}
