import type { DashboardContext } from "../shell/context.ts";
import { done, redirect } from "../shell/flash.ts";
import { endSession } from "../shell/session.ts";

/** Ends the session on the server and in the browser. */
export async function signOut(c: DashboardContext) {
  await endSession(c);
  return redirect(c, "/dashboard/sign-in", done("You are signed out."));
}
