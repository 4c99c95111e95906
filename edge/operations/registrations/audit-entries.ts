import type { AuditEntry } from "../../store/audit/chain.ts";
import type { RegistrationRow } from "../../store/results/face-templates.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";

type Registration = Pick<RegistrationRow, "registrationId" | "templateVersion">;

/**
 * The audit entry of an active registration's end. The entry names the registration's id, and not the person.
 */
export function deletionEntry(
  ctx: Pick<ScopeContext, "scope" | "actor" | "now">,
  { registrationId: target, templateVersion }: Registration,
  status: "deleted" | "replaced",
): AuditEntry {
  const before = { status: "active", model_version: templateVersion };
  return auditEntry(ctx, { action: "registration.delete", target, before, after: { status } });
}

/** The audit entry of a registration by an approval. */
export function approvalEntry(
  ctx: Pick<ScopeContext, "scope" | "actor" | "now">,
  { registrationId: target, templateVersion }: Registration,
  verificationId: string,
): AuditEntry {
  const after = { status: "active", model_version: templateVersion, verification_id: verificationId };
  return auditEntry(ctx, { action: "registration.create", target, after });
}
