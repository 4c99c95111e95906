import { createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { jsonBody } from "../../http/parameters/validation.ts";
import { createSession, createSessionSchema } from "./create.ts";
import { revokeSession } from "./revoke.ts";

export const sessions = createRouter()
  .post("/", jsonBody(createSessionSchema), createSession)
  .delete("/:jti", (c) => revokeSession(c, pathParameter(c, "jti")));
