import { PROVIDER } from "../../accounts/single-sign-on.ts";
import { createPages, type DashboardContext } from "../shell/context.ts";
import { done, redirect } from "../shell/flash.ts";
import { guardForms } from "../shell/forms.tsx";
import { endSession, membersOnly, strangersOnly, visitors } from "../shell/session.ts";
import { acceptInvitation } from "./invitation.tsx";
import { showLink } from "./link.tsx";
import { wherePasswordsWork } from "./password-sign-in.ts";
import { requestReset, setNewPassword, showReset } from "./reset.tsx";
import { enterSecondFactor, showSecondFactor } from "./second-factor.tsx";
import { showSignIn, signIn } from "./sign-in.tsx";
import { showSignUp, signUpByForm, signUpByLink, whereSignUpIsOpen } from "./sign-up.tsx";
import { finishSingleSignOn, startSingleSignOn } from "./single-sign-on.tsx";

/** The pages before the sign-in, and the sign-out. */
export const accounts = createPages()
  .get("/sign-in", visitors, showSignIn)
  .get("/sign-in/provider", strangersOnly, startSingleSignOn)
  .get(`/callback/${PROVIDER}`, finishSingleSignOn)
  .post("/sign-in", visitors, wherePasswordsWork, guardForms, signIn)
  .use("/second-factor", wherePasswordsWork)
  .use("/sign-up/*", wherePasswordsWork)
  .use("/reset", wherePasswordsWork)
  .use("/new-password", wherePasswordsWork)
  .get("/second-factor", strangersOnly, visitors, showSecondFactor)
  .post("/second-factor", strangersOnly, visitors, guardForms, enterSecondFactor)
  .use("/sign-up/*", whereSignUpIsOpen)
  .get("/sign-up", visitors, showSignUp)
  .post("/sign-up", visitors, guardForms, signUpByForm)
  .get("/sign-up/link", visitors, showLink)
  .post("/sign-up/link", visitors, guardForms, signUpByLink)
  .get("/reset", visitors, showReset)
  .post("/reset", visitors, guardForms, requestReset)
  .get("/new-password", visitors, showLink)
  .post("/new-password", visitors, guardForms, setNewPassword)
  .get("/invitation", visitors, showLink)
  .post("/invitation", visitors, guardForms, acceptInvitation)
  .post("/sign-out", membersOnly, guardForms, signOut);

/** Ends the session on the server and in the browser. */
async function signOut(c: DashboardContext) {
  await endSession(c);
  return redirect(c, "/dashboard/sign-in", done("You are signed out."));
}
