import type { ApiError } from "../../../errors.ts";
import { isUnmet } from "../../../store/batch.ts";

/** For a batch's `catch`: what to answer when its condition did not hold any more. */
export const ifUnmet =
  (refusal: ApiError) =>
  (error: unknown): never => {
    throw isUnmet(error) ? refusal : error;
  };
