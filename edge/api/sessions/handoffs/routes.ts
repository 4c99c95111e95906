import { createRouter } from "../../../http/context.ts";
import { pathParameter } from "../../../http/parameters/path-parameter.ts";
import { jsonBody, noParameters } from "../../../http/parameters/validation.ts";
import { proofSchema } from "../device-proof.ts";
import { begin } from "./begin.ts";
import { end } from "./end.ts";
import { claim, confirm, confirmSchema, decline } from "./phone.ts";
import { readHandoff } from "./read.ts";

export const handoffs = createRouter()
  .post("/", noParameters, begin)
  .post("/claim", jsonBody(proofSchema), claim)
  .post("/confirm", jsonBody(confirmSchema), confirm)
  .post("/decline", jsonBody(proofSchema), decline)
  .get("/:id", (c) => readHandoff(c, pathParameter(c, "id")))
  .delete("/:id", (c) => end(c, pathParameter(c, "id")));
