import type { MiddlewareHandler } from "hono";
import { type Access, assertAddressMay, assertMay, isOfAddress } from "../../auth/access.ts";
import { readClaim, shownKind } from "../../auth/credentials.ts";
import type { AppEnv } from "../context.ts";
import { assertOrigin, assertOwnPage } from "./cors.ts";
import { admit, admitUnknown } from "./rate-limit.ts";

/**
 * Identifies the caller of a route by one database read, counts the call, and rejects callers that the route
 * does not list (contract §2), and pages that may not call. Null means a path without a route. A route for
 * ended links and codes gets the digest of the secret in place of a principal.
 */
export function authenticate(route: Access | null): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const header = c.req.header("authorization");
    assertAddressMay(shownKind(header), route);
    const claim = await readClaim(c.var.services, header);
    if (route?.ended && claim.secretHash !== undefined) {
      await admitUnknown(c, claim, route.rate);
      assertOwnPage(c);
      c.set("endedHash", claim.secretHash);
    } else {
      const principal = await admit(c, claim, route?.rate);
      // Before any read of the verification: a page that may not call may not read that either.
      if (principal.kind === "session_token") assertOrigin(c, principal);
      if (isOfAddress(principal.kind)) assertOwnPage(c);
      assertMay(principal, route);
      c.set("principal", principal);
    }
    await next();
    // Answers hold tokens and personal data, and differ from caller to caller.
    c.res.headers.set("Cache-Control", "no-store");
  };
}
