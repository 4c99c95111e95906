import { PASSWORD_LENGTH } from "../../accounts/auth.ts";
import { Field } from "../ui/parts.tsx";

/** Where somebody chooses a password, which the form sends as `password`: see `newPasswordField`. */
export const NewPassword = ({ label = "Password", hint = "" }: { label?: string; hint?: string }) => (
  <Field
    label={label}
    name="password"
    type="password"
    autocomplete="new-password"
    required
    minlength={PASSWORD_LENGTH.min}
    hint={`At least ${PASSWORD_LENGTH.min} characters. ${hint}`.trim()}
  />
);
