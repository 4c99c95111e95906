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

function actorOf(principal: Principal, address: string | null): Actor {
  switch (principal.kind) {
    case "secret_key":
      return { kind: "key", keyId: principal.keyId, address };
    case "session_token":
      return { kind: "token", jti: principal.jti, device: principal.device, address };
    case "link":
    case "handoff":
      return { kind: "visitor", address };
  }
}
