import { z } from "zod";
import { PASSWORD_LENGTH } from "../../accounts/auth.ts";
import { Field } from "../ui/parts.tsx";

/** An e-mail address in lower case, the form in which addresses are compared. */
export const emailField = z
  .email("must be an email address")
  .max(254)
  .transform((email) => email.toLowerCase());

export const newPasswordField = z
  .string()
  .min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
  .max(PASSWORD_LENGTH.max);

/** A display name: printable, on one line. */
export const nameField = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, "must be printable characters");

/** One message for every failure: the page must not reveal which addresses have an account. */
export const WRONG_CREDENTIALS = "The email address or the password is wrong.";

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
