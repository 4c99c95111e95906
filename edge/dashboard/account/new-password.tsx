import { PASSWORD_LENGTH } from "../../accounts/auth.ts";
import { Field } from "../ui/parts.tsx";

/** The input for a new password, sent as `password`: see `newPasswordField`. */
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
