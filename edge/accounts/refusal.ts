import { isAPIError } from "better-auth/api";
import type { ApiError } from "../errors.ts";
import { isUnmet } from "../store/batch.ts";

/** Whether better-auth has refused what somebody entered, as against a defect. */
export const isRefusal = (error: unknown): boolean =>
  isAPIError(error) && error.statusCode >= 400 && error.statusCode < 500;

/** For a batch's `catch`: the refusal where the batch's condition no longer held. */
export const ifUnmet =
  (refusal: ApiError) =>
  (error: unknown): never => {
    throw isUnmet(error) ? refusal : error;
  };
