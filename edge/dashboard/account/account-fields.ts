import { z } from "zod";
import { PASSWORD_LENGTH } from "../../accounts/auth.ts";

/** An address as it is compared: lower-case. */
export const emailField = z
  .email("must be an email address")
  .max(254)
  .transform((email) => email.toLowerCase());

export const newPasswordField = z
  .string()
  .min(PASSWORD_LENGTH.min, `must have at least ${PASSWORD_LENGTH.min} characters`)
  .max(PASSWORD_LENGTH.max);

/** A name that people read: printable, on one line. */
export const nameField = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, "must be printable characters");

/** The same words for every way to fail: which addresses have an account is nobody's business. */
export const WRONG_CREDENTIALS = "This address and password do not go together.";
