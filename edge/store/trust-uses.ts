import { and, asc, eq, gt } from "drizzle-orm";
import { trustUses } from "../../drizzle/schema/trust.ts";
import type { Mode, Scope } from "../core/scope.ts";
import type { Database, Statement } from "./batch.ts";

type UseRow = typeof trustUses.$inferSelect;

/** A result that rests on these trust anchors; at least one. */
export const insertUses = (
  db: Database,
  { tenantId, mode }: Scope,
  {
    anchors,
    ...use
  }: Pick<UseRow, "resultId" | "verificationId" | "at"> & { readonly anchors: readonly string[] },
): Statement =>
  db.insert(trustUses).values(anchors.map((anchorSha256) => ({ ...use, tenantId, mode, anchorSha256 })));

/**
 * Only for a recall, over all tenants: the next results that rest on an anchor, in the order of their ids.
 */
export const listUses = (
  db: Database,
  mode: Mode,
  anchorSha256: string,
  page: { readonly after: string; readonly limit: number },
): Promise<UseRow[]> =>
  db
    .select()
    .from(trustUses)
    .where(
      and(
        eq(trustUses.anchorSha256, anchorSha256),
        eq(trustUses.mode, mode),
        gt(trustUses.resultId, page.after),
      ),
    )
    .orderBy(asc(trustUses.resultId))
    .limit(page.limit);
