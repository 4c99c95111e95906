import { createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { jsonBody } from "../../http/parameters/validation.ts";
import { personSchema } from "../../schemas/common.ts";
import { eraseCustomerData } from "./erase.ts";

export const customers = createRouter()
  .post("/erase", jsonBody(personSchema), (c) => eraseCustomerData(c, c.req.valid("json").customer_ref))
  .delete("/:customer_ref", (c) => eraseCustomerData(c, pathParameter(c, "customer_ref")));

/** Public: the keys that a receipt's signature is checked with. */
export const publicKeys = createRouter().get("/jwks.json", (c) => c.json(c.var.services.receipts.publicKeys));
