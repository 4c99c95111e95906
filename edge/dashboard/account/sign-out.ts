import type { DashboardContext } from "../shell/context.ts";
import { done, redirect } from "../shell/flash.ts";
import { passCookies } from "../shell/session.ts";

/** Ends the session on the server and in the browser. */
export async function signOut(c: DashboardContext) {
  const { api } = await c.var.services.auth();
  const { headers } = await api.signOut({ headers: c.req.raw.headers, returnHeaders: true });
  passCookies(c, headers);
  return redirect(c, "/dashboard/sign-in", done("You are signed out."));
}
