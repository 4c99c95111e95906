import { and, asc, count, desc, eq, lt, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { policies, policyVersions } from "../../../drizzle/schema/policies.ts";
import type { Scope } from "../../core/scope.ts";
import { type Policy, resolvedPolicySchema } from "../../verification/policy.ts";
import { type Database, isDuplicate, onlyIf, type Statement } from "../batch.ts";

/** A named policy without its rules. */
export type PolicyRow = Omit<typeof policies.$inferSelect, keyof Scope>;

/** A version of a named policy. */
export interface PolicyVersion {
  readonly version: number;
  readonly policy: Policy;
  readonly createdAt: number;
}

const byId = (scope: Scope, id: string) => and(inScope(policies, scope), eq(policies.id, id));

const ofPolicy = (scope: Scope, id: string) =>
  and(inScope(policyVersions, scope), eq(policyVersions.policyId, id));

export const insertPolicy = (db: Database, { tenantId, mode }: Scope, row: PolicyRow): Statement =>
  db.insert(policies).values({ ...row, tenantId, mode });

export const insertVersion = (
  db: Database,
  { tenantId, mode }: Scope,
  row: PolicyVersion & { readonly policyId: string },
): Statement => db.insert(policyVersions).values({ ...row, tenantId, mode });

/** Whether a batch failed because another writer has made the version with this number. */
export const isVersionTaken = (error: unknown): boolean => isDuplicate(error, "policy_versions");

/** Makes a version the last one, unless the policy is archived: then the batch is rolled back. */
export const useVersion = (
  db: Database,
  scope: Scope,
  { id, version, at }: { readonly id: string; readonly version: number; readonly at: number },
): Statement[] => [
  onlyIf(
    db,
    sql`exists (select 1 from ${policies} where ${byId(scope, id)} and ${policies.archivedAt} is null)`,
  ),
  db.update(policies).set({ version, updatedAt: at }).where(byId(scope, id)),
];

/** Archives a policy; the first time stays. */
export const archive = (db: Database, scope: Scope, id: string, at: number): Statement =>
  db
    .update(policies)
    .set({ archivedAt: sql`coalesce(${policies.archivedAt}, ${at})`, updatedAt: at })
    .where(byId(scope, id));

/** Rolls its batch back if the tenant and mode have `most` policies, archived ones too. */
export function onlyIfRoomForPolicy(db: Database, scope: Scope, most: number): Statement {
  const own = db.select({ n: count() }).from(policies).where(inScope(policies, scope));
  return onlyIf(db, sql`(${own}) < ${most}`);
}

export async function findPolicy(db: Database, scope: Scope, id: string): Promise<PolicyRow | undefined> {
  const [row] = await db.select().from(policies).where(byId(scope, id));
  return row;
}

/** Newest first, only policies older than the `before` id. */
export function listPolicies(
  db: Database,
  scope: Scope,
  { limit, before }: { readonly limit: number; readonly before: string | null },
): Promise<PolicyRow[]> {
  return db
    .select()
    .from(policies)
    .where(and(inScope(policies, scope), before === null ? undefined : lt(policies.id, before)))
    .orderBy(desc(policies.id))
    .limit(limit);
}

/** The versions of a policy, oldest first. */
export async function listVersions(db: Database, scope: Scope, id: string): Promise<PolicyVersion[]> {
  const rows = await db
    .select()
    .from(policyVersions)
    .where(ofPolicy(scope, id))
    .orderBy(asc(policyVersions.version));
  return rows.map(toVersion);
}

export async function findVersion(
  db: Database,
  scope: Scope,
  id: string,
  version: number,
): Promise<PolicyVersion | undefined> {
  const [row] = await db
    .select()
    .from(policyVersions)
    .where(and(ofPolicy(scope, id), eq(policyVersions.version, version)));
  return row && toVersion(row);
}

/** A key that a later release has added has its default. */
function toVersion({ policyId, version, policy, createdAt }: typeof policyVersions.$inferSelect) {
  const parsed = resolvedPolicySchema.safeParse(policy);
  if (!parsed.success) throw new Error(`Version ${version} of the policy ${policyId} does not parse.`);
  return { version, policy: parsed.data, createdAt };
}
