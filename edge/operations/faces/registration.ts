import { ApiError } from "../../core/errors.ts";
import type { AuditEntry } from "../../store/audit/chain.ts";
import type { RegistrationRow } from "../../store/gallery/face-templates.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import type { ScopeContext } from "../commit/context.ts";

/**
 * The audit entry of an active registration's end. The entry names the registration's id, and not the person.
 */
export function deletionEntry(
  ctx: ScopeContext,
  { registrationId: target, templateVersion }: RegistrationRow,
  status: "deleted" | "replaced",
): AuditEntry {
  const before = { status: "active", model_version: templateVersion };
  return auditEntry(ctx, { action: "registration.delete", target, before, after: { status } });
}

export const registrationNotFound = () =>
  new ApiError("registration_not_found", "No face is registered for this customer_ref.");

export const registrationExists = () =>
  new ApiError(
    "registration_exists",
    "A face is registered for this customer_ref; replace=true replaces it.",
    { param: "customer_ref" },
  );
