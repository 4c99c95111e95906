import type { MiddlewareHandler } from "hono";
import { deleteCookie, getCookie, getSignedCookie, setCookie } from "hono/cookie";
import type { Lane } from "../../accounts/hash-queue.ts";
import { HOUR_MS } from "../../core/clock.ts";
import { randomBase62 } from "../../crypto/secret-text.ts";
import { clientAddress } from "../../http/caller/client-address.ts";
import { findMembership } from "../../store/accounts/members.ts";
import { findChallenged } from "../../store/accounts/users.ts";
import { type DashboardContext, type DashboardEnv, formToken, isOverTls, type Viewer } from "./context.ts";
import { takeFlash } from "./flash.ts";

const VISITOR_COOKIE = "selfsame.visitor";
const VISITOR_ID = /^[0-9A-Za-z]{32}$/;

/**
 * The signed-in user, or null. Prolongs a session that is due for it, and ends one that is too old,
 * regardless of activity.
 */
export async function readViewer(c: DashboardContext): Promise<Viewer | null> {
  const { db, auth } = c.var.services;
  const { api } = await auth();
  const { headers, response } = await api.getSession({ headers: c.req.raw.headers, returnHeaders: true });
  passCookies(c, headers);
  if (response === null) return null;
  const { user, session } = response;
  if (isTooOld(c, session.createdAt)) return endSession(c);
  const membership = await findMembership(db, user.id);
  if (membership === undefined) return null;
  return {
    userId: user.id,
    name: user.name,
    email: user.email,
    hasSecondFactor: user.twoFactorEnabled === true,
    sessionId: session.id,
    ...membership,
  };
}

const isTooOld = (c: DashboardContext, begun: Date) =>
  c.var.services.clock() >= begun.getTime() + c.var.services.env.DASHBOARD_SESSION_HOURS * HOUR_MS;

/** Ends the session on the server and in the browser. */
export async function endSession(c: DashboardContext): Promise<null> {
  const { api } = await c.var.services.auth();
  const { headers } = await api.signOut({ headers: c.req.raw.headers, returnHeaders: true });
  passCookies(c, headers);
  return null;
}

/** Copies better-auth's cookies into the response. */
export function passCookies(c: DashboardContext, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header("Set-Cookie", cookie, { append: true });
}

/** Request headers with the cookies that a response has set, as the browser will send them. */
export const asSent = (response: Headers) =>
  new Headers({
    cookie: response
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; "),
  });

/** Admits members and sets the variables of their pages; redirects others to the sign-in. */
export const membersOnly: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  const viewer = await readViewer(c);
  if (viewer === null) return c.redirect(`/dashboard/sign-in?next=${encodeURIComponent(c.req.path)}`, 303);
  const [, , mode, section] = c.req.path.split("/");
  c.set("viewer", viewer);
  c.set("mode", mode === "live" ? "live" : "test");
  c.set("scope", { tenantId: viewer.tenantId, mode: c.var.mode });
  c.set("section", section ?? "");
  c.set("actor", { kind: "staff", userId: viewer.userId, address: clientAddress(c) });
  c.set("csrf", await formToken(c.var.services.serviceKey, `session ${viewer.sessionId}`));
  c.set("flash", takeFlash(c));
  await next();
};

/** For pages before the sign-in: binds their forms' token to a random cookie. */
export const visitors: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  c.set("csrf", await formToken(c.var.services.serviceKey, `visitor ${visitorId(c)}`));
  c.set("flash", takeFlash(c));
  await next();
};

function visitorId(c: DashboardContext): string {
  const known = getCookie(c, VISITOR_COOKIE);
  if (known !== undefined && VISITOR_ID.test(known)) return known;
  const id = randomBase62(32);
  setCookie(c, VISITOR_COOKIE, id, {
    path: "/dashboard",
    httpOnly: true,
    sameSite: "Lax",
    secure: isOverTls(c),
  });
  return id;
}

/** For pages of the sign-in: redirects users who are signed in. */
export const strangersOnly: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  if ((await readViewer(c)) !== null) return c.redirect("/dashboard", 303);
  await next();
};

/** The user whose sign-in awaits the second factor in this browser; null for no such sign-in. */
export async function readWaiting(c: DashboardContext): Promise<{ userId: string; email: string } | null> {
  const { db, auth } = c.var.services;
  const { secret, createAuthCookie } = await (await auth()).$context;
  const id = await getSignedCookie(c, secret, createAuthCookie("two_factor").name);
  return typeof id === "string" ? findChallenged(db, id) : null;
}

/**
 * Signs in with a password and ends the browser's previous session. Returns the user, or null if the second
 * factor must follow.
 */
export async function beginSession(
  c: DashboardContext,
  credentials: { readonly email: string; readonly password: string },
  lane: Lane,
): Promise<{ userId: string | null }> {
  const { api } = await c.var.services.auth(lane);
  const request = { headers: c.req.raw.headers };
  const { headers, response } = await api.signInEmail({ ...request, body: credentials, returnHeaders: true });
  await api.signOut(request);
  passCookies(c, headers);
  forgetVisitor(c);
  return { userId: "twoFactorRedirect" in response ? null : response.user.id };
}

/** Every sign-in and sign-out begins a new visitor, so that no earlier cookie stays in use. */
export const forgetVisitor = (c: DashboardContext) => deleteCookie(c, VISITOR_COOKIE, { path: "/dashboard" });
