import { createPages } from "../shell/context.ts";
import { guardForms } from "../shell/forms.tsx";
import { membersOnly, strangersOnly, visitors } from "../shell/session.ts";
import { acceptInvitation, showInvitation } from "./invitation.tsx";
import { requestReset, setNewPassword, showNewPassword, showReset } from "./reset.tsx";
import { enterSecondFactor, showSecondFactor } from "./second-factor.tsx";
import { showSignIn, signIn } from "./sign-in.tsx";
import { signOut } from "./sign-out.ts";
import { showSignUp, showSignUpLink, signUpByForm, signUpByLink, whereSignUpIsOpen } from "./sign-up.tsx";

/** The pages before the sign-in, and the sign-out. */
export const accounts = createPages()
  .get("/sign-in", visitors, showSignIn)
  .post("/sign-in", visitors, guardForms, signIn)
  .get("/second-factor", strangersOnly, visitors, showSecondFactor)
  .post("/second-factor", strangersOnly, visitors, guardForms, enterSecondFactor)
  .use("/sign-up/*", whereSignUpIsOpen)
  .get("/sign-up", visitors, showSignUp)
  .post("/sign-up", visitors, guardForms, signUpByForm)
  .get("/sign-up/:secret", visitors, showSignUpLink)
  .post("/sign-up/:secret", visitors, guardForms, signUpByLink)
  .get("/reset", visitors, showReset)
  .post("/reset", visitors, guardForms, requestReset)
  .get("/reset/:token", visitors, showNewPassword)
  .post("/reset/:token", visitors, guardForms, setNewPassword)
  .get("/invitations/:secret", visitors, showInvitation)
  .post("/invitations/:secret", visitors, guardForms, acceptInvitation)
  .post("/sign-out", membersOnly, guardForms, signOut);
