import { sha256Hex } from "../../crypto/sha256.ts";
import { newId } from "../../ids.ts";
import { customerErasures, customerMedia, erasedCounts } from "../../store/erasure/customer.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { enactTestReference } from "../parts/test-reference.ts";

/** The signed receipt of a person's erasure. */
interface ErasureReceipt {
  readonly receipt_id: string;
  readonly customer_ref_sha256: string;
  readonly mode: string;
  /** Number of erased things, by kind. */
  readonly erased: Readonly<Record<string, number>>;
  readonly erased_at: string;
  readonly signature: string;
}

/**
 * Erases in one batch all data of a person in this tenant and mode. A repetition, or an unknown person, has
 * zero counts. An open verification is canceled, and its tokens are revoked. A verification keeps its id,
 * status, decision, policy and times, and a result or registration that was deleted before keeps its row.
 * None of these names the person or the reasons.
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
