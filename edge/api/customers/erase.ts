import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { eraseCustomer } from "../../operations/erasure/erase-customer.ts";
import { contextOf } from "../call/context.ts";

/**
 * POST /v1/customers/erase, and DELETE /v1/customers/:customer_ref: 200 with a signed receipt; a repetition
 * has zero counts.
 */
export async function eraseCustomerData(c: AppContext, customerRef: string) {
  requireSecretKey(c.var.principal);
  return c.json(await eraseCustomer(contextOf(c), { customerRef }));
}
