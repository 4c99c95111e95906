import { recordSignIn } from "../../../operations/accounts/sign-ins.ts";
import { asVisitor } from "../acting.ts";
import type { DashboardContext } from "../context.ts";
import { rememberBrowser } from "./known-browser.ts";

/** What follows a sign-in whose every factor was right: the browser is known, and the audit log is told. */
export async function completeSignIn(
  c: DashboardContext,
  {
    email,
    ...signedIn
  }: { readonly userId: string; readonly email: string; readonly bySecondFactor: boolean },
): Promise<void> {
  await rememberBrowser(c, email);
  await recordSignIn(asVisitor(c), signedIn);
}
