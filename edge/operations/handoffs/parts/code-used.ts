import { ApiError } from "../../../errors.ts";

export const codeUsed = () =>
  new ApiError("handoff_expired", "The code was used by another device, or its handoff has ended.");
