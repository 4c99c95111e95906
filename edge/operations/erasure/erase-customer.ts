import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { sha256Hex } from "../../crypto/hashing.ts";
import { erasedCounts } from "../../store/erasure/erasures.ts";
import { customerErasures, customerMedia } from "../../store/erasure/selections.ts";
import { listCustomersFaces } from "../../store/results/face-templates.ts";
import { ERASED_REF } from "../../verification/types.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry } from "../commit/context.ts";
import { enactTestReference } from "../test-reference.ts";
import { clearCopies, type ErasingContext, type ErasureFacts, type Receipt, signReceipt } from "./receipt.ts";

/**
 * Erases in one batch all data of a person in this tenant and mode. A repetition, or an unknown person, has
 * zero counts. An open verification is canceled, and its tokens are revoked. A verification keeps its id,
 * status, decision, policy and times, and a result or registration that was deleted before keeps its row.
 * None of these names the person or the reasons. Throws 404 `not_found` for the empty reference, which stands
 * for persons who were erased before.
 *
 * The receipt is signed after the database's log was emptied and inference was notified, and lists the places
 * that were not reached.
 */
export async function eraseCustomer(
  ctx: ErasingContext<"receipts">,
  { customerRef }: { readonly customerRef: string },
): Promise<Receipt<ErasureFacts>> {
  const { services, scope, now } = ctx;
  if (customerRef === ERASED_REF) throw new ApiError("not_found", "No end user has this reference.");
  await enactTestReference(scope, customerRef);
  const receiptId = newId("receipt", now);
  const customerRefSha256 = await sha256Hex(customerRef);
  const faces = await listCustomersFaces(services.db, scope, customerRef);
  const erasures = customerErasures(services.db, scope, customerRef, now);
  const after = { customer_ref_sha256: customerRefSha256 };
  const { results, objectKeys } = await commit(ctx, {
    statements: Object.values(erasures),
    audit: [auditEntry(ctx, { action: "customer.erase", target: receiptId, after })],
    erases: customerMedia(scope, customerRef),
  });
  const erased = { ...erasedCounts(erasures, results), media: objectKeys.length };
  const facts = { receipt_id: receiptId, customer_ref_sha256: customerRefSha256, erased };
  return signReceipt(ctx, facts, await clearCopies(ctx, faces));
}
