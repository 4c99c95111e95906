import { clientAddress } from "../../http/caller/client-address.ts";
import type { ScopeContext, TenantContext, VisitorContext } from "../../operations/commit/context.ts";
import type { Services } from "../../services.ts";
import type { DashboardContext } from "./context.ts";

interface WithServices {
  readonly services: Services;
}

/** The context of an operation by the viewer, now, in the page's mode. */
export function inMode(c: DashboardContext): ScopeContext & WithServices {
  const { services, scope, actor } = c.var;
  return { services, scope, actor, now: services.clock() };
}

/** The context of an operation by the viewer, now, that concerns both modes. */
export function inTenant(c: DashboardContext): TenantContext & WithServices {
  const { services, viewer, actor } = c.var;
  return { services, tenantId: viewer.tenantId, actor, now: services.clock() };
}

/** The context of an operation by a person without an account. */
export function asVisitor(c: DashboardContext): VisitorContext & WithServices {
  const { services } = c.var;
  return { services, address: clientAddress(c), now: services.clock() };
}
