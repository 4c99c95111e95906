import type { AuditEntry } from "../../../store/audit/chain.ts";
import type { RegistrationRow } from "../../../store/gallery/face-templates.ts";
import { auditEntry } from "../../commit/audit-entry.ts";
import type { ScopeContext } from "../../commit/context.ts";

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
