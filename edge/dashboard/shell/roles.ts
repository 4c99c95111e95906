import type { MiddlewareHandler } from "hono";
import { ROLES, type Role } from "../../../vocabulary/enumerations.ts";
import { type DashboardContext, type DashboardEnv, PageError } from "./context.ts";

/**
 * The actions that change data, each with the lowest role that may run it. Pages without actions are open to
 * every member.
 */
const ACTIONS = {
  "profile.change": "viewer",
  "verification.review": "admin",
  "verification.link": "admin",
  "verification.search": "viewer",
  "verification.export": "admin",
  "gallery.delete": "admin",
  "audit.export": "admin",
  "key.create": "admin",
  "key.revoke": "admin",
  "webhook.change": "admin",
  "webhook.send": "admin",
  "webhook.check": "viewer",
  "settings.change": "admin",
  "capture.change": "admin",
  "usage.cap": "owner",
  "member.invite": "owner",
  "member.change": "owner",
} as const satisfies Record<string, Role>;

type Action = keyof typeof ACTIONS;

/**
 * Whether the role suffices for the action, for pages that offer the action. `allow` guards the action
 * itself.
 */
const may = (role: Role, action: Action) => ROLES.indexOf(role) >= ROLES.indexOf(ACTIONS[action]);

/** Whether the viewer may take the action, for components. */
export const viewerMay = (c: DashboardContext, action: Action) => may(c.var.viewer.role, action);

/**
 * Admits a request if the viewer's role suffices for the action; throws 403 otherwise. Every POST route uses
 * this middleware.
 */
export function allow(action: Action): MiddlewareHandler<DashboardEnv> {
  return async (c, next) => {
    if (!viewerMay(c, action)) {
      throw new PageError(403, `This needs the role ${ACTIONS[action]}.`);
    }
    await next();
  };
}
