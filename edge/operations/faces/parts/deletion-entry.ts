import type { AuditEntry } from "../../../store/audit/chain.ts";
import type { RegistrationRow } from "../../../store/gallery/face-templates.ts";
import { auditEntry } from "../../commit/audit-entry.ts";
import type { ScopeContext } from "../../commit/context.ts";

/** The end of an active registration as the audit log tells it: by its id, and not by the person. */
export function deletionEntry(
  ctx: ScopeContext,
  { registrationId: target, templateVersion }: RegistrationRow,
  status: "deleted" | "replaced",
): AuditEntry {
  const before = { status: "active", model_version: templateVersion };
  return auditEntry(ctx, { action: "registration.delete", target, before, after: { status } });
}
