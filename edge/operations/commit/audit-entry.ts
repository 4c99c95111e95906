import type { Mode } from "../../core/scope.ts";
import type { AuditEntry, AuditFacts } from "../../store/audit/chain.ts";
import type { ScopeContext, TenantContext } from "./context.ts";

/** One change for the audit log. The facts hold no secret and no personal data. */
interface AuditedChange {
  /** Noun and verb, such as `key.revoke`. */
  readonly action: string;
  /** Id of the thing that was changed. */
  readonly target: string;
  /** Default: null, where nothing was there before or the change has no further facts. */
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
  /** Default: the context's mode, or null for a tenant's context, which concerns both modes. */
  readonly mode?: Mode;
}

type AuditContext =
  | Pick<ScopeContext, "scope" | "actor" | "now">
  | Pick<TenantContext, "tenantId" | "actor" | "now">;

/** The audit entry of a change that the context's actor makes now. */
export function auditEntry(
  ctx: AuditContext,
  { action, target, before = null, after = null, mode }: AuditedChange,
): AuditEntry {
  const { actor, now: at } = ctx;
  const whose = "scope" in ctx ? ctx.scope : { tenantId: ctx.tenantId, mode: mode ?? null };
  return { tenantId: whose.tenantId, mode: whose.mode, at, actor, action, target, before, after };
}
