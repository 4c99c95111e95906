import { type Context, Hono } from "hono";
import type { AppEnv } from "../../http/context.ts";
import type { Mode, Scope } from "../../scope.ts";
import type { Actor } from "../../store/audit/actor.ts";
import type { Role } from "../../vocabulary/roles.ts";

/** Who is signed in, and for whom they work. */
export interface Viewer {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  readonly sessionId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly role: Role;
}

/**
 * One sentence that the next page shows: that something is done, or why it is not. No secret, no personal
 * data.
 */
export interface Flash {
  readonly kind: "done" | "error";
  readonly text: string;
}

/** The variables of Hono's context on a page of the dashboard. */
export interface DashboardEnv {
  Bindings: AppEnv["Bindings"];
  Variables: Pick<AppEnv["Variables"], "requestId" | "services"> & {
    /** Set for every page behind the sign-in, as the next four are. */
    viewer: Viewer;
    mode: Mode;
    /** The viewer's tenant in the page's mode. */
    scope: Scope;
    /** The viewer as the audit log names them. */
    actor: Actor;
    /** Path of the section that is shown, such as `keys`. */
    section: string;
    /** Goes into every form as the field `csrf`. */
    csrf: string;
    /** What the action before has to say. */
    flash: Flash | null;
  };
}

export type DashboardContext = Context<DashboardEnv>;

/** An empty set of pages of the right type; `sections.ts` mounts it. */
export const createPages = () => new Hono<DashboardEnv>();

/** Whether browsers reach us over TLS: the operator's word, for a proxy may speak plain HTTP to us. */
export const isOverTls = (c: DashboardContext) =>
  new URL(c.var.services.env.PUBLIC_URL).protocol === "https:";

/**
 * Whether an origin is ours: where the request came to, or, for a proxy may speak plain HTTP to us, the
 * operator's word.
 */
export const isOurOrigin = (c: DashboardContext, origin: string) =>
  [c.req.url, c.var.services.env.PUBLIC_URL].some((url) => new URL(url).origin === origin);

/** Address of a page in the mode that is shown: `to(c, "keys")` is `/dashboard/test/keys`. */
export const to = (c: DashboardContext, ...path: string[]) =>
  ["/dashboard", c.var.mode, ...path.map(encodeURIComponent)].join("/");
