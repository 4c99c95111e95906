import type { RouteGroup } from "../http/route.ts";
import { eraseCustomer } from "../operations/erasure/erase-customer.ts";
import { personBody } from "../schemas/common.ts";
import { keySetAnswer, receiptAnswer } from "../schemas/customers.ts";
import { contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";

const eraseNamed = route(
  {
    method: "post",
    path: "/v1/customers/erase",
    id: "erasePerson",
    summary: "Erase an end user",
    description:
      "Erases all results, face templates, images and event payloads of a `customer_ref` in this mode, for good. Pending events are not delivered. The signed receipt lists places that were not erased, such as backups. Repeating the call returns zero counts.",
    sdk: 'customers.erase("user-4711")',
    callers: ["secret_key"],
    scope: "customers:erase",
    json: personBody,
    answer: { status: 200, description: "A signed receipt.", schema: receiptAnswer },
    errors: ["usage_cap_reached", "not_found"],
  },
  (call) => eraseCustomer(contextOf(call), { customerRef: call.body.customer_ref }),
);

const erase = route(
  {
    method: "delete",
    path: "/v1/customers/:customer_ref",
    id: "eraseCustomer",
    summary: "Erase an end user, named in the path",
    description: "The same as `POST /v1/customers/erase`. Prefer that call: proxies may log addresses.",
    parameters: { customer_ref: "The end user's `customer_ref`." },
    callers: ["secret_key"],
    scope: "customers:erase",
    answer: { status: 200, description: "A signed receipt.", schema: receiptAnswer },
    errors: ["usage_cap_reached", "not_found"],
  },
  (call) => eraseCustomer(contextOf(call), { customerRef: call.param("customer_ref") }),
);

const readPublicKeys = route(
  {
    method: "get",
    path: "/.well-known/jwks.json",
    id: "readPublicKeys",
    summary: "Retrieve the public keys",
    description: "The keys that verify the signature of a receipt.",
    sdk: "service.publicKeys()",
    callers: "anybody",
    answer: { status: 200, description: "The keys.", schema: keySetAnswer },
  },
  ({ services }) => services.receipts.publicKeys,
);

export const customers: RouteGroup = {
  tag: "Erasure",
  description:
    "An end user is known by your `customer_ref`. Erase everything that is stored about one, and verify the receipt.",
  routes: [eraseNamed, erase, readPublicKeys],
};
