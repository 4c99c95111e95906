import { isAPIError } from "better-auth/api";

/** Whether better-auth has refused what somebody entered, as against a defect. */
export const isRefusal = (error: unknown): boolean =>
  isAPIError(error) && error.statusCode >= 400 && error.statusCode < 500;
