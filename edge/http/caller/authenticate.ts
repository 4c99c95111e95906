import type { MiddlewareHandler } from "hono";
import { type Access, assertAddressMay, assertMay, isOfAddress } from "../../auth/access.ts";
import { readClaim, shownKind } from "../../auth/credentials.ts";
import { assertUsable, isNoted } from "../../auth/key-rights.ts";
import type { Principal, SecretKeyPrincipal } from "../../auth/principal.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { clientAddress } from "./client-address.ts";
import { assertOrigin, assertOwnPage } from "./cors.ts";
import { admit, admitUnknown } from "./rate-limit.ts";

type AuthenticatedRoute = Access & { readonly id: string };

/** Records that a key was used beyond its rights; `operation` is the route's id, null without a route. */
export type RejectionNote = (
  c: AppContext,
  principal: SecretKeyPrincipal,
  rejected: { readonly code: ErrorCode; readonly operation: string | null },
) => void;

/**
 * Identifies the caller of a route by one database read, counts the call, and rejects callers that the route
 * does not list (contract §2), and pages that may not call. Null means a path without a route. A route for
 * ended links and codes gets the digest of the secret in place of a principal. `note` records that a key was
 * used beyond its rights.
 */
export function authenticate(
  route: AuthenticatedRoute | null,
  note: RejectionNote,
): MiddlewareHandler<AppEnv> {
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
      assertRights(c, principal, route, note);
      c.set("principal", principal);
    }
    await next();
    // Answers hold tokens and personal data, and differ from caller to caller.
    c.res.headers.set("Cache-Control", "no-store");
  };
}

function assertRights(
  c: AppContext,
  principal: Principal,
  route: AuthenticatedRoute | null,
  note: RejectionNote,
): void {
  try {
    if (principal.kind === "secret_key") {
      assertUsable(principal.rights, { address: clientAddress(c), now: c.var.services.clock() });
    }
    assertMay(principal, route);
  } catch (error) {
    if (principal.kind === "secret_key" && isNoted(error)) {
      note(c, principal, { code: error.code, operation: route?.id ?? null });
    }
    throw error;
  }
}
