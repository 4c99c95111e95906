import type { MiddlewareHandler } from "hono";
import { ROLES, type Role } from "../../vocabulary/roles.ts";
import type { DashboardContext, DashboardEnv } from "./context.ts";
import { PageError } from "./page-error.ts";

/** What changes something, and the least role that may do it. Pages that only show are for every member. */
const ACTIONS = {
  "profile.change": "viewer",
  "verification.review": "admin",
  "gallery.delete": "admin",
  "audit.export": "admin",
  "key.create": "admin",
  "key.revoke": "admin",
  "webhook.change": "admin",
  "webhook.send": "admin",
  "webhook.check": "viewer",
  "settings.change": "admin",
  "usage.cap": "owner",
  "member.invite": "owner",
  "member.change": "owner",
} as const satisfies Record<string, Role>;

type Action = keyof typeof ACTIONS;

/** Whether the role suffices for the action, for pages that offer it. `allow` guards the action itself. */
const may = (role: Role, action: Action) => ROLES.indexOf(role) >= ROLES.indexOf(ACTIONS[action]);

/** For a component: whether the viewer may do it. */
export const viewerMay = (c: DashboardContext, action: Action) => may(c.var.viewer.role, action);

/**
 * Lets a request through when the viewer's role suffices for the action; 403 otherwise. Every POST route has
 * one.
 */
export function allow(action: Action): MiddlewareHandler<DashboardEnv> {
  return async (c, next) => {
    if (!viewerMay(c, action)) {
      throw new PageError(403, `This needs the role ${ACTIONS[action]}.`);
    }
    await next();
  };
}
