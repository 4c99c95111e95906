import { createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { jsonBody, queryParameters } from "../../http/parameters/validation.ts";
import { createSession, createSessionSchema } from "./create.ts";
import { proofSchema } from "./device-proof.ts";
import { openLink, openLinkSchema } from "./open-link.ts";
import { pageQuery, readPage } from "./page.ts";
import { revokeSession } from "./revoke.ts";
import { readWithdrawal } from "./withdrawal.ts";

export const sessions = createRouter()
  .post("/", jsonBody(createSessionSchema), createSession)
  .delete("/:jti", (c) => revokeSession(c, pathParameter(c, "jti")));

export const capture = createRouter()
  .get("/page", queryParameters(pageQuery), (c) => readPage(c, c.req.valid("query")))
  .post("/sessions", jsonBody(openLinkSchema), openLink)
  .post("/withdrawals", jsonBody(proofSchema), readWithdrawal);
