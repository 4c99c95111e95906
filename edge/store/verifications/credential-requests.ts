import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { credentialRequests } from "../../../drizzle/schema/credentials.ts";
import type { Scope } from "../../core/scope.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";

export type CredentialRequestRow = typeof credentialRequests.$inferSelect;
type NewRequest = Omit<
  typeof credentialRequests.$inferInsert,
  keyof Scope | "answer" | "rejected" | "usedAt"
>;

/** The verification that a request belongs to. */
interface Named {
  readonly id: string;
  readonly verificationId: string;
}

const byName = (scope: Scope, { id, verificationId }: Named) =>
  and(
    inScope(credentialRequests, scope),
    eq(credentialRequests.id, id),
    eq(credentialRequests.verificationId, verificationId),
  );

/** Neither answered, used nor ended. */
const isOpen = (scope: Scope, named: Named, now: number) =>
  and(
    byName(scope, named),
    isNull(credentialRequests.answer),
    isNull(credentialRequests.usedAt),
    gt(credentialRequests.expiresAt, now),
  );

export const insertRequest = (db: Database, { tenantId, mode }: Scope, row: NewRequest): Statement =>
  db.insert(credentialRequests).values({ ...row, tenantId, mode });

/** The verification's request of this id. */
export async function findRequest(
  db: Database,
  scope: Scope,
  named: Named,
): Promise<CredentialRequestRow | undefined> {
  const [row] = await db.select().from(credentialRequests).where(byName(scope, named));
  return row;
}

/** For a wallet: the request of this id, of any tenant: the id, which cannot be guessed, determines it. */
export async function findWalletRequest(db: Database, id: string): Promise<CredentialRequestRow | undefined> {
  const [row] = await db.select().from(credentialRequests).where(eq(credentialRequests.id, id));
  return row;
}

/** Keeps a wallet's answer, the first within the request's time; else the batch is rolled back. */
export function keepWalletAnswer(
  db: Database,
  scope: Scope,
  named: Named,
  { answer, now }: { readonly answer: string; readonly now: number },
): Statement[] {
  const open = isOpen(scope, named, now);
  return [
    onlyIf(db, sql`exists (select 1 from ${credentialRequests} where ${open})`),
    db.update(credentialRequests).set({ answer }).where(open),
  ];
}

/** Counts an answer that an open request rejects. The request ends with as many as `most`. */
export const rejectWalletAnswer = (
  db: Database,
  scope: Scope,
  named: Named,
  { most, now }: { readonly most: number; readonly now: number },
): Statement => {
  const { rejected, expiresAt } = credentialRequests;
  return db
    .update(credentialRequests)
    .set({
      rejected: sql`${rejected} + 1`,
      expiresAt: sql`case when ${rejected} + 1 < ${most} then ${expiresAt} else ${now} end`,
    })
    .where(isOpen(scope, named, now));
};

/**
 * Marks a request as used, in the batch that writes its result, and deletes the wallet's answer: of two
 * answers at once, one batch is rolled back.
 */
export function useRequest(db: Database, scope: Scope, named: Named, now: number): Statement[] {
  const unused = and(byName(scope, named), isNull(credentialRequests.usedAt));
  return [
    onlyIf(db, sql`exists (select 1 from ${credentialRequests} where ${unused})`),
    db.update(credentialRequests).set({ usedAt: now, answer: null }).where(unused),
  ];
}
