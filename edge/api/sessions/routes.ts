import { createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/path-parameter.ts";
import { jsonBody } from "../../http/validation.ts";
import { recorded } from "../call/commit.ts";
import { createSession, createSessionSchema } from "./create.ts";
import { revokeSession } from "./revoke.ts";

export const sessions = createRouter()
  .post("/", jsonBody(createSessionSchema), recorded(createSession))
  .delete("/:jti", (c) => revokeSession(c, pathParameter(c, "jti")));
