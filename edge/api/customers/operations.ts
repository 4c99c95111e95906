import type { OperationGroup } from "../../http/operation.ts";
import { personBody } from "../../schemas/common.ts";
import { keySetAnswer, receiptAnswer } from "../../schemas/customers.ts";

export const customerOperations: OperationGroup = {
  tag: "Customers",
  description: "What is held of one person, by the tenant's own `customer_ref`.",
  operations: [
    {
      method: "post",
      path: "/v1/customers/erase",
      id: "erasePerson",
      summary: "Erase a customer, named in the body",
      description:
        "As `DELETE /v1/customers/:customer_ref`, without the person in an address, which proxies may log. Repeating it answers zero counts.",
      json: personBody,
      unkeyed: true,
      answer: { status: 200, description: "A signed receipt.", schema: receiptAnswer },
      errors: ["usage_cap_reached", "not_found"],
    },
    {
      method: "delete",
      path: "/v1/customers/:customer_ref",
      id: "eraseCustomer",
      summary: "Erase a customer",
      description:
        "Results, templates, media, event payloads and delivery excerpts of this tenant and mode are gone for good; what is still to be delivered is not sent. The receipt names the places that were not reached, such as backups. Repeating it answers zero counts.",
      parameters: { customer_ref: "The person's `customer_ref`." },
      answer: { status: 200, description: "A signed receipt.", schema: receiptAnswer },
      errors: ["usage_cap_reached", "not_found"],
    },
    {
      method: "get",
      path: "/.well-known/jwks.json",
      id: "readPublicKeys",
      summary: "Read the public keys",
      description: "What a receipt's signature is checked with.",
      answer: { status: 200, description: "The keys.", schema: keySetAnswer },
    },
  ],
};
