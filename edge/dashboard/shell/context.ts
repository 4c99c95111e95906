import { type Context, Hono } from "hono";
import type { Role } from "../../../vocabulary/enumerations.ts";
import type { Mode, Scope } from "../../core/scope.ts";
import { deriveKey, KEY_LABELS } from "../../crypto/derived-key.ts";
import { hmacHex } from "../../crypto/hashing.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import type { AppEnv } from "../../http/context.ts";
import type { ScopeContext, TenantContext, VisitorContext } from "../../operations/commit/context.ts";
import type { Services } from "../../services.ts";
import type { Actor } from "../../store/audit/chain.ts";
import type { ReturnedForm } from "../form/returned-form.ts";

/** The signed-in user, and the user's tenant and role. */
export interface Viewer {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  readonly sessionId: string;
  readonly tenantId: string;
  readonly tenantName: string;
  /** Whether the tenant hides personal data from viewers. */
  readonly hidesPersonalData: boolean;
  readonly role: Role;
}

/**
 * A sentence for the next page: an action's success, or the reason for its failure. No secret, no personal
 * data.
 */
export interface Flash {
  readonly kind: "done" | "error";
  readonly text: string;
}

/** A form as it was sent. */
interface SubmittedForm {
  /** The path and query of the page that it was on. */
  readonly page: string;
  /** The names of its fields. */
  readonly names: readonly string[];
  readonly values: ReturnedForm["values"];
}

/** The variables of Hono's context on a page of the dashboard. */
export interface DashboardEnv {
  Bindings: AppEnv["Bindings"];
  Variables: Pick<AppEnv["Variables"], "requestId" | "services"> & {
    /** Set for every page behind the sign-in, like the next four. */
    viewer: Viewer;
    mode: Mode;
    /** The viewer's tenant in the page's mode. */
    scope: Scope;
    /** The viewer in the audit log's form. */
    actor: Actor;
    /** Path of the section of the page, such as `keys`. */
    section: string;
    /** The value of the field `csrf` of every form. */
    csrf: string;
    /** The sentence of the previous action. */
    flash: Flash | null;
    /** The form that this request has sent, once it is read. */
    submitted?: SubmittedForm;
    /** The rejected form that the page is shown again for. */
    returned?: ReturnedForm;
  };
}

export type DashboardContext = Context<DashboardEnv>;

/** An empty router of the right type; `sections.ts` mounts it. */
export const createPages = () => new Hono<DashboardEnv>();

/**
 * Whether browsers use TLS, according to the configured public URL: a proxy may speak plain HTTP to the
 * service.
 */
export const isOverTls = (c: DashboardContext) =>
  new URL(c.var.services.env.PUBLIC_URL).protocol === "https:";

/**
 * Whether an origin is this service's: the configured public URL's or, on this machine, the request's own. A
 * proxy may speak plain HTTP to the service, but a page under its name that came without TLS may be an
 * attacker's.
 */
export function isOurOrigin(c: DashboardContext, origin: string): boolean {
  const own = new URL(c.req.url);
  const publicUrl = new URL(c.var.services.env.PUBLIC_URL);
  const isPlain = isOverTls(c) && own.hostname === publicUrl.hostname;
  return origin === publicUrl.origin || (origin === own.origin && !isPlain);
}

/** Address of a page in the current mode: `to(c, "keys")` is `/dashboard/test/keys`. */
export const to = (c: DashboardContext, ...path: string[]) =>
  ["/dashboard", c.var.mode, ...path.map(encodeURIComponent)].join("/");

/** A page's address with a query, which may be empty. */
export const withQuery = (path: string, query: URLSearchParams) =>
  query.size === 0 ? path : `${path}?${query}`;

/** A rejection that only the dashboard makes. `message` is shown unchanged: no secret, no personal data. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly status: 400 | 401 | 403 | 404 | 429;

  constructor(status: PageError["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The CSRF token of a session's or visitor's forms: HMAC-SHA256 in hex over the id of the session or visitor.
 */
export async function formToken(serviceKey: Uint8Array, who: string): Promise<string> {
  return hmacHex(await deriveKey(serviceKey, KEY_LABELS.dashboardForms), `dashboard form\n${who}`);
}

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
