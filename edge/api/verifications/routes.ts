import { uploadForm } from "../../http/body/upload-form.ts";
import { createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { jsonBody, noParameters, queryParameters } from "../../http/parameters/validation.ts";
import { cancel } from "./cancel.ts";
import { consent, consentSchema, withdraw } from "./consent.ts";
import { createVerification, createVerificationSchema } from "./create.ts";
import { createLink } from "./create-link.ts";
import { documentForm, examine } from "./document.ts";
import { readNext } from "./next.ts";
import { verificationsQuery, verificationsSearch } from "./query.ts";
import { readVerification, readVerifications } from "./read.ts";

export const verifications = createRouter()
  .post("/", jsonBody(createVerificationSchema), createVerification)
  .get("/", queryParameters(verificationsQuery), (c) => readVerifications(c, c.req.valid("query")))
  .post("/search", jsonBody(verificationsSearch), (c) => readVerifications(c, c.req.valid("json")))
  .get("/:id", (c) => readVerification(c, pathParameter(c, "id")))
  .get("/:id/next", (c) => readNext(c, pathParameter(c, "id")))
  .post("/:id/document", uploadForm(documentForm), examine)
  .post("/:id/links", noParameters, createLink)
  .post("/:id/consent", jsonBody(consentSchema), consent)
  .delete("/:id/consent", withdraw)
  .post("/:id/cancel", noParameters, cancel);
