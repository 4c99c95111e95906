import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";

/** Audits that somebody looked at this number of pictures of a verification or result, `target`. */
export async function logMediaView(
  ctx: ScopeContext,
  { target, pictures }: { readonly target: string; readonly pictures: number },
): Promise<void> {
  const entry = auditEntry(ctx, { action: "media.view", target, after: { pictures } });
  await commit(ctx, { statements: [], audit: [entry] });
}
