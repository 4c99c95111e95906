import { createPages } from "../context.ts";
import { guardForms } from "../forms.tsx";
import { membersOnly, visitors } from "../session.ts";
import { showSignIn, signIn } from "./sign-in.tsx";
import { signOut } from "./sign-out.tsx";
import { showSignUp, signUpByForm } from "./sign-up.tsx";

/** The pages in front of the sign-in, and the one way out. */
export const accounts = createPages()
  .get("/sign-in", visitors, showSignIn)
  .post("/sign-in", visitors, guardForms, signIn)
  .get("/sign-up", visitors, showSignUp)
  .post("/sign-up", visitors, guardForms, signUpByForm)
  .post("/sign-out", membersOnly, guardForms, signOut);
