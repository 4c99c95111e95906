import { newId } from "../../core/ids.ts";
import { insertFraudResults } from "../../store/results/fraud-results.ts";
import { type LegacyDecision, legacyResult } from "../../verdicts/fraud/legacy.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";

/** Rows of one statement: SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 500;

/** Imports fraud decisions of an earlier system, all or none; returns their ids in the same order. */
export async function importLegacy(
  ctx: ScopeContext,
  { decisions }: { readonly decisions: readonly LegacyDecision[] },
): Promise<{ ids: string[] }> {
  const { services, scope, now } = ctx;
  const rows = decisions.map((legacy) => legacyResult(newId("fraud", now), scope.mode, legacy));
  const parts = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, i) =>
    rows.slice(i * ROWS_AT_ONCE, (i + 1) * ROWS_AT_ONCE),
  );
  const change = { action: "legacy.import", target: scope.tenantId, after: { rows: rows.length } };
  await commit(ctx, {
    statements: parts.map((part) => insertFraudResults(services.db, scope, part)),
    audit: [auditEntry(ctx, change)],
  });
  return { ids: rows.map(({ id }) => id) };
}
