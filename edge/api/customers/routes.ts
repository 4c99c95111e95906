import { createRouter } from "../../http/context.ts";
import { eraseCustomerData } from "./erase.ts";

export const customers = createRouter().delete("/:customer_ref", eraseCustomerData);

/** Public: the keys that a receipt's signature is checked with. */
export const publicKeys = createRouter().get("/jwks.json", (c) => c.json(c.var.services.receipts.publicKeys));
