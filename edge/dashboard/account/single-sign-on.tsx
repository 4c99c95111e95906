import { PROVIDER, type SingleSignOn } from "../../accounts/single-sign-on.ts";
import { countAttempt } from "../shell/attempts/count-attempt.ts";
import { completeSignIn } from "../shell/attempts/known-browser.ts";
import { type DashboardContext, PageError } from "../shell/context.ts";
import { failed, redirect } from "../shell/flash.ts";
import { asSent, forgetVisitor, passCookies } from "../shell/session.ts";

const FAILED =
  "You could not be signed in. Your address must be verified by the provider, and an owner of your tenant must have invited it.";

async function openProvider(c: DashboardContext): Promise<SingleSignOn> {
  const opened = await c.var.services.singleSignOn();
  if (opened === null) throw new PageError(404, "This service has no identity provider.");
  return opened;
}

/** Sends the browser to the provider. A link leads here: the page's policy lets no form leave this origin. */
export async function startSingleSignOn(c: DashboardContext) {
  await countAttempt(c, "single_sign_on", "");
  const { api } = await openProvider(c);
  const { headers, response } = await api.signInSocial({
    body: { provider: PROVIDER, callbackURL: "/dashboard", disableRedirect: true },
    headers: c.req.raw.headers,
    returnHeaders: true,
  });
  if (response.url === undefined) throw new Error("a provider without an address");
  passCookies(c, headers);
  return c.redirect(response.url, 303);
}

/** Where the provider sends the browser back: begins a session, and ends the browser's previous one. */
export async function finishSingleSignOn(c: DashboardContext) {
  await countAttempt(c, "single_sign_on", "");
  const { api } = await openProvider(c);
  const answer = await api.callbackOAuth({
    params: { id: PROVIDER },
    query: c.req.query(),
    method: "GET",
    headers: c.req.raw.headers,
    asResponse: true,
  });
  const session = await api.getSession({ headers: asSent(answer.headers) });
  if (session === null) return redirect(c, "/dashboard/sign-in", failed(FAILED));
  await api.signOut({ headers: c.req.raw.headers });
  passCookies(c, answer.headers);
  forgetVisitor(c);
  const { id: userId, email } = session.user;
  await completeSignIn(c, { userId, email, bySecondFactor: false, byProvider: true });
  return c.redirect("/dashboard", 303);
}
