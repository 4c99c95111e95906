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
    summary: "Erase an end user, named in the body",
    description:
      "As `DELETE /v1/customers/:customer_ref`, without the person in an address, which proxies may log. Repeating it answers zero counts.",
    callers: ["secret_key"],
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
    summary: "Erase an end user",
    description:
      "Results, templates, media, event payloads and delivery excerpts of this tenant and mode are gone for good; what is still to be delivered is not sent. The receipt names the places that were not reached, such as backups. Repeating it answers zero counts.",
    parameters: { customer_ref: "The person's `customer_ref`." },
    callers: ["secret_key"],
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
    summary: "Read the public keys",
    description: "What a receipt's signature is checked with.",
    callers: "anybody",
    answer: { status: 200, description: "The keys.", schema: keySetAnswer },
  },
  ({ services }) => services.receipts.publicKeys,
);

export const customers: RouteGroup = {
  tag: "Erasure",
  description:
    "All data of one end user, by the tenant's own `customer_ref`: erase them, and check the receipt.",
  routes: [eraseNamed, erase, readPublicKeys],
};
