import { createRouter } from "../../../http/context.ts";
import { pathParameter } from "../../../http/parameters/path-parameter.ts";
import { jsonBody, noParameters } from "../../../http/parameters/validation.ts";
import { begin } from "./begin.ts";
import { end } from "./end.ts";
import { claim, claimSchema, confirm, confirmSchema, decline } from "./phone.ts";
import { readHandoff } from "./read.ts";

export const handoffs = createRouter()
  .post("/", noParameters, begin)
  .post("/claim", jsonBody(claimSchema), claim)
  .post("/confirm", jsonBody(confirmSchema), confirm)
  .post("/decline", jsonBody(claimSchema), decline)
  .get("/:id", (c) => readHandoff(c, pathParameter(c, "id")))
  .delete("/:id", (c) => end(c, pathParameter(c, "id")));
