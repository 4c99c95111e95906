import { commit } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";

/** Audits that a member exports this number of verifications, with the personal data of their documents. */
export async function logExport(ctx: ScopeContext, { rows }: { readonly rows: number }): Promise<void> {
  const { tenantId } = ctx.scope;
  const entry = auditEntry(ctx, { action: "verification.export", target: tenantId, after: { rows } });
  await commit(ctx, { statements: [], audit: [entry] });
}
