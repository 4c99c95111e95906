import { ApiError } from "../../errors.ts";

export const capReached = () =>
  new ApiError("usage_cap_reached", "This month's usage cap is reached; nothing was processed.");
