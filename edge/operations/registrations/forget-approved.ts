import type { AuditEntry } from "../../store/audit/chain.ts";
import type { Statement } from "../../store/batch.ts";
import { deleteRegistration, type RegistrationRow } from "../../store/results/face-templates.ts";
import type { Verification } from "../../verification/types.ts";
import type { ScopeContext } from "../commit/context.ts";
import { deletionEntry } from "./audit-entries.ts";
import type { Present } from "./present-registration.ts";

/** What a withdrawn consent takes from the gallery. */
interface Forgetting {
  /** By the kind of row that each statement erases. */
  readonly erasures: Readonly<Record<string, Statement>>;
  readonly audit: readonly AuditEntry[];
  /** Registrations of which inference may have a copy. */
  readonly faces: readonly RegistrationRow[];
}

/**
 * The end of the person's registration with the consent to a verification that uses it: only of a face that
 * an approval registered, whose ground that consent was. An uploaded face is the tenant's to delete.
 */
export function forgetApproved(
  ctx: ScopeContext,
  { customerRef }: Verification,
  { active }: Present,
): Forgetting {
  if (active?.origin !== "approval") return { erasures: {}, audit: [], faces: [] };
  const { services, scope, now } = ctx;
  const [recorded, erased] = deleteRegistration(services.db, scope, customerRef, now);
  return {
    erasures: { registrations: recorded, face_templates: erased },
    audit: [deletionEntry(ctx, active, "deleted")],
    faces: [active],
  };
}
