import type { MiddlewareHandler } from "hono";
import { ROLES, type Role } from "../../../vocabulary/enumerations.ts";
import { type DashboardContext, type DashboardEnv, PageError } from "./context.ts";

/**
 * The lowest role that has each right, and what the right is. Routes, the menu and the reference follow this
 * table (contract §12.10).
 */
export const RIGHTS = {
  "results.read": {
    from: "viewer",
    text: "see verifications, the review queue, results, the gallery and usage",
  },
  "profile.change": { from: "viewer", text: "change their own profile, password and second factor" },
  "personal.read": { from: "reviewer", text: "see personal data that the tenant hides from viewers" },
  "verification.review": { from: "reviewer", text: "see images and notes, claim and decide reviews" },
  "verification.search": {
    from: "viewer",
    text: "search verifications by name or number, if they see personal data",
  },
  "verification.export": { from: "admin", text: "export verifications as CSV" },
  "verification.link": { from: "admin", text: "create a new link for an end user" },
  "gallery.delete": { from: "admin", text: "delete registered faces" },
  "list.read": { from: "reviewer", text: "see the block list and the allow list" },
  "list.change": { from: "admin", text: "add documents to these lists, and delete items" },
  "policy.read": { from: "admin", text: "see named policies and their versions" },
  "policy.change": { from: "admin", text: "create, change and archive policies, and replay decisions" },
  "key.read": { from: "admin", text: "see API keys by their last characters" },
  "key.create": { from: "admin", text: "create API keys" },
  "key.revoke": { from: "admin", text: "revoke API keys" },
  "webhook.read": { from: "admin", text: "see webhook endpoints and their deliveries" },
  "webhook.change": { from: "admin", text: "create, change and delete webhook endpoints" },
  "webhook.send": { from: "admin", text: "send a test event, and dead letters again" },
  "webhook.check": { from: "admin", text: "check the signature of a delivery" },
  "capture.read": { from: "admin", text: "see the settings of the capture page" },
  "capture.change": { from: "admin", text: "change the settings of the capture page" },
  "settings.read": { from: "admin", text: "see the tenant's settings" },
  "settings.change": { from: "admin", text: "change the tenant's settings" },
  "member.read": { from: "admin", text: "see the members and their roles" },
  "audit.read": { from: "admin", text: "see and check the audit log" },
  "audit.export": { from: "admin", text: "export the audit log" },
  "usage.cap": { from: "owner", text: "set the usage cap" },
  "member.invite": { from: "owner", text: "invite members" },
  "member.change": { from: "owner", text: "remove members, and change their roles" },
} as const satisfies Record<string, { readonly from: Role; readonly text: string }>;

export type Right = keyof typeof RIGHTS;

/** Whether the role has the right. */
export const has = (role: Role, right: Right) => ROLES.indexOf(role) >= ROLES.indexOf(RIGHTS[right].from);

/**
 * Whether the viewer has the right, for components that show or offer something. `allow` guards the page or
 * action itself.
 */
export const viewerMay = (c: DashboardContext, right: Right) => has(c.var.viewer.role, right);

/** Whether the viewer sees personal data: names, numbers, dates and readings of documents. */
export const seesPersonalData = (c: DashboardContext) =>
  !c.var.viewer.hidesPersonalData || viewerMay(c, "personal.read");

/**
 * Admits a request if the viewer's role has the right; throws 403 otherwise. Every section and every POST
 * route uses this middleware.
 */
export function allow(right: Right): MiddlewareHandler<DashboardEnv> {
  return async (c, next) => {
    if (!viewerMay(c, right)) throw new PageError(403, `This needs the role ${RIGHTS[right].from}.`);
    await next();
  };
}
