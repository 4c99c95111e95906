import type { MiddlewareHandler } from "hono";
import { identityProvider } from "../../accounts/settings.ts";
import { type DashboardContext, type DashboardEnv, PageError } from "../shell/context.ts";

/** How people may sign in to this deployment. */
export function waysIn(c: DashboardContext): { readonly password: boolean; readonly provider: boolean } {
  const { env } = c.var.services;
  return { password: env.PASSWORD_SIGN_IN === "on", provider: identityProvider(env) !== null };
}

/** Rejects pages of passwords if people sign in by the identity provider only. */
export const wherePasswordsWork: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  if (waysIn(c).password) return next();
  throw new PageError(404, "Passwords are turned off. Sign in with your organization's account.");
};
