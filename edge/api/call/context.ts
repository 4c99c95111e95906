import type { Principal } from "../../auth/principal.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import type { AppContext } from "../../http/context.ts";
import type { ScopeContext } from "../../operations/commit/context.ts";
import type { Services } from "../../services.ts";
import type { Actor } from "../../store/audit/actor.ts";

/** The context of an operation that the caller of the API asks for now. */
export function contextOf(c: AppContext): ScopeContext & { readonly services: Services } {
  const { services, principal } = c.var;
  return {
    services,
    scope: principal.scope,
    actor: actorOf(principal, clientAddress(c)),
    now: services.clock(),
  };
}

/**
 * The actor of a change. Of a person who is verified no address is known to it: it would stand in the audit
 * log, which no erasure reaches.
 */
function actorOf(principal: Principal, address: string | null): Actor {
  switch (principal.kind) {
    case "secret_key":
      return { kind: "key", keyId: principal.keyId, address };
    case "session_token":
      return { kind: "token", jti: principal.jti, device: principal.device, address: null };
    case "link":
    case "handoff":
      return { kind: "visitor", address: null };
  }
}
