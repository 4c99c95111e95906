import type { MiddlewareHandler } from "hono";
import { readClaim } from "../../auth/credentials.ts";
import { assertTokenMay } from "../../auth/scopes.ts";
import type { AppEnv } from "../context.ts";
import { assertOrigin } from "./cors.ts";
import { admit } from "./rate-limit.ts";

/**
 * Identifies the caller by one read of the database, counts the call, and refuses a session token the calls
 * that are closed to tokens (contract §2), and pages that its tenant does not list.
 */
export const authenticate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const principal = await admit(c, await readClaim(c.var.services, c.req.header("authorization")));
  if (principal.kind === "session_token") {
    assertTokenMay(c.req.method, c.req.path);
    assertOrigin(c, principal);
  }
  c.set("principal", principal);
  await next();
  // Answers hold tokens and personal data, and differ from caller to caller.
  c.res.headers.set("Cache-Control", "no-store");
};
