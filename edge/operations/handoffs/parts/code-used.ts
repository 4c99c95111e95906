import { ApiError } from "../../../errors.ts";

export const used = () =>
  new ApiError("handoff_expired", "The code was used by another device, or its handoff has ended.");
