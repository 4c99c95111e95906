import { createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/path-parameter.ts";
import { jsonBody } from "../../http/validation.ts";
import { idempotent } from "../idempotency/idempotent.ts";
import { createSession, createSessionSchema } from "./create.ts";
import { revokeSession } from "./revoke.ts";

export const sessions = createRouter()
  .post("/", jsonBody(createSessionSchema), idempotent, (c) => createSession(c, c.req.valid("json")))
  .delete("/:jti", (c) => revokeSession(c, pathParameter(c, "jti")));
