import { requireSecretKey } from "../../auth/scopes.ts";
import type { AppContext } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { eraseCustomer } from "../../operations/erasure/erase-customer.ts";
import { contextOf } from "../call/context.ts";

/** DELETE /v1/customers/:customer_ref: 200 with a signed receipt; a repetition has zero counts. */
export async function eraseCustomerData(c: AppContext) {
  requireSecretKey(c.var.principal);
  const customerRef = pathParameter(c, "customer_ref");
  return c.json(await eraseCustomer(contextOf(c), { customerRef }));
}
