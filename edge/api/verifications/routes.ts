import { createRouter } from "../../http/context.ts";
import { pageQuery } from "../../http/pagination.ts";
import { jsonBody, queryParameters } from "../../http/validation.ts";
import { ID_PREFIXES } from "../../scope.ts";
import { cancelVerification } from "./cancel.ts";
import { createVerification, createVerificationSchema } from "./create.ts";
import { readVerification, readVerifications } from "./read.ts";

export const verifications = createRouter()
  .post("/", jsonBody(createVerificationSchema), (c) => createVerification(c, c.req.valid("json")))
  .get("/", queryParameters(pageQuery(ID_PREFIXES.verification)), (c) =>
    readVerifications(c, c.req.valid("query")),
  )
  .get("/:id", (c) => readVerification(c, c.req.param("id")))
  .post("/:id/cancel", (c) => cancelVerification(c, c.req.param("id")));
