import { isAPIError } from "better-auth/api";

/** Whether an error is better-auth's refusal of a person's input, and not a defect. */
export const isRefusal = (error: unknown): boolean =>
  isAPIError(error) && error.statusCode >= 400 && error.statusCode < 500;
