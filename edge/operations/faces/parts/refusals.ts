import { ApiError } from "../../../errors.ts";

export const registrationNotFound = () =>
  new ApiError("registration_not_found", "No face is registered for this customer_ref.");

export const registrationExists = () =>
  new ApiError(
    "registration_exists",
    "A face is registered for this customer_ref; replace=true replaces it.",
    { param: "customer_ref" },
  );
