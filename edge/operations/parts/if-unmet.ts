import type { ApiError } from "../../errors.ts";
import { isUnmet } from "../../store/batch.ts";

/** For a batch's `catch`: throws the refusal when the batch's condition did not hold. */
export const ifUnmet =
  (refusal: ApiError) =>
  (error: unknown): never => {
    throw isUnmet(error) ? refusal : error;
  };
