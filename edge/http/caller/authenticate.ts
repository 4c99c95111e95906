import type { MiddlewareHandler } from "hono";
import { readClaim, shownKind } from "../../auth/credentials.ts";
import { assertAddressMay, assertMay, isOfAddress, takesEnded } from "../../auth/scopes.ts";
import type { AppEnv } from "../context.ts";
import { assertOrigin, assertOwnPage } from "./cors.ts";
import { admit, admitStranger } from "./rate-limit.ts";

/**
 * Identifies the caller by one read of the database, counts the call, and refuses the others than a
 * secret key the calls that are closed to them (contract §2), and pages that may not call with them. By a
 * link or a code that may have ended nobody is known: the call finds its digest in place of a principal.
 */
export const authenticate: MiddlewareHandler<AppEnv> = async (c, next) => {
  const header = c.req.header("authorization");
  assertAddressMay(shownKind(header), c.req.method, c.req.path);
  const claim = await readClaim(c.var.services, header);
  if (claim.secretHash !== undefined && takesEnded(claim.kind, c.req.method, c.req.path)) {
    await admitStranger(c, claim);
    assertOwnPage(c);
    c.set("endedHash", claim.secretHash);
  } else {
    const principal = await admit(c, claim);
    // Before anything about the verification: a page that may not call may not read that either.
    if (principal.kind === "session_token") assertOrigin(c, principal);
    if (isOfAddress(principal.kind)) assertOwnPage(c);
    assertMay(principal, c.req.method, c.req.path);
    c.set("principal", principal);
  }
  await next();
  // Answers hold tokens and personal data, and differ from caller to caller.
  c.res.headers.set("Cache-Control", "no-store");
};
