import { requireSecretKey } from "../../auth/scopes.ts";
import { sha256Hex } from "../../crypto/sha256.ts";
import { clientAddress } from "../../http/client-address.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/path-parameter.ts";
import { newId } from "../../ids.ts";
import { eraseObjects, requireStore } from "../../operations/media/parts/erase.ts";
import { enactTestReference } from "../../operations/parts/test-reference.ts";
import { eraseCustomer, listCustomerMedia } from "../../store/erasure/customer.ts";

/**
 * DELETE /v1/customers/:customer_ref: erases all that is held of one person in this tenant and mode, and answers 200 with
 * a signed receipt; again, or for whom nothing is held, with zero counts. A verification that is open is canceled, and
 * its tokens are revoked. Of a verification id, status, decision, policy and times stay.
 */
export async function eraseCustomerData(c: AppContext) {
  const { services } = c.var;
  const { db, media, receipts } = services;
  const { scope, keyId } = requireSecretKey(c.var.principal);
  const customerRef = pathParameter(c, "customer_ref");
  await enactTestReference(scope, customerRef);
  const now = services.clock();
  const receiptId = newId("receipt", now);
  const customerRefSha256 = await sha256Hex(c.req.param("customer_ref") ?? "");
  requireStore(media, await listCustomerMedia(db, scope, customerRef));
  const { counts, objectKeys } = await eraseCustomer(db, scope, customerRef, {
    now,
    audit: {
      ...scope,
      at: now,
      actor: { kind: "key", keyId, address: clientAddress(c) },
      action: "customer.erase",
      target: receiptId,
      before: null,
      after: { customer_ref_sha256: customerRefSha256 },
    },
  });
  await eraseObjects(services, objectKeys);
  const receipt = {
    receipt_id: receiptId,
    customer_ref_sha256: customerRefSha256,
    mode: scope.mode,
    erased: { ...counts, media: objectKeys.length },
    erased_at: new Date(now).toISOString(),
  };
  return c.json({ ...receipt, signature: await receipts.sign(receipt) });
}
