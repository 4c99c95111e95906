import { createRouter } from "../../http/context.ts";
import { pageQuery } from "../../http/pagination.ts";
import { pathParameter } from "../../http/path-parameter.ts";
import { jsonBody, noParameters, queryParameters } from "../../http/validation.ts";
import { ID_PREFIXES } from "../../scope.ts";
import { recorded } from "../call/commit.ts";
import { cancelVerification } from "./cancel.ts";
import { createVerification, createVerificationSchema } from "./create.ts";
import { readVerification, readVerifications } from "./read.ts";

export const verifications = createRouter()
  .post("/", jsonBody(createVerificationSchema), recorded(createVerification))
  .get("/", queryParameters(pageQuery(ID_PREFIXES.verification)), (c) =>
    readVerifications(c, c.req.valid("query")),
  )
  .get("/:id", (c) => readVerification(c, pathParameter(c, "id")))
  .post(
    "/:id/cancel",
    noParameters,
    recorded((c) => cancelVerification(c, pathParameter(c, "id"))),
  );
