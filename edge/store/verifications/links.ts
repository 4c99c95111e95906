import { and, eq, gt, lt, sql } from "drizzle-orm";
import { handoffs, links } from "../../../drizzle/schema/capture.ts";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { verificationRevisions, verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Verification } from "../../verification/types.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { ofItsVerification, toVerification } from "./stored-verification.ts";

type NewLink = Pick<typeof links.$inferInsert, "hash" | "verificationId" | "expiresAt">;

export function insertLink(db: Database, scope: Scope, row: NewLink): Statement {
  return db.insert(links).values({ ...row, tenantId: scope.tenantId, mode: scope.mode });
}

/** Rolls the batch back if the verification has had more than `most` new links, including this batch's. */
export function onlyIfRoomForLink(
  db: Database,
  scope: Scope,
  verificationId: string,
  most: number,
): Statement {
  const renewals = and(
    inScope(verificationRevisions, scope),
    eq(verificationRevisions.verificationId, verificationId),
    eq(verificationRevisions.change, "linked"),
  );
  return onlyIf(db, sql`(select count(*) from ${verificationRevisions} where ${renewals}) <= ${most}`);
}

/** Deletes the links of a verification: they then answer as unknown. */
export function deleteLinks(db: Database, scope: Scope, verificationId: string): Statement {
  return db.delete(links).where(and(inScope(links, scope), eq(links.verificationId, verificationId)));
}

/**
 * The link and the phone's code of a verification open it on its device until then at least, so that the
 * person can read the outcome and contest it. For another device they are over: see `claim`.
 */
export const keepAccess = (db: Database, scope: Scope, id: string, until: number): Statement[] => [
  db
    .update(links)
    .set({ expiresAt: sql`max(${links.expiresAt}, ${until})` })
    .where(and(inScope(links, scope), eq(links.verificationId, id))),
  db
    .update(handoffs)
    .set({ expiresAt: sql`max(${handoffs.expiresAt}, ${until})` })
    .where(and(inScope(handoffs, scope), eq(handoffs.verificationId, id), eq(handoffs.state, "moved"))),
];

/** A link with its owner and its verification, found by its secret. */
interface FoundLink {
  readonly scope: Scope;
  readonly expiresAt: number;
  readonly verification: Verification;
}

/** The link with this hash, of any tenant: the secret determines the tenant. */
export async function findLink(db: Database, hash: Uint8Array): Promise<FoundLink | undefined> {
  const [row] = await db
    .select({ expiresAt: links.expiresAt, verification: verifications })
    .from(links)
    .innerJoin(verifications, ofItsVerification(links))
    .where(eq(links.hash, hash));
  if (row === undefined) return undefined;
  const { expiresAt, verification } = row;
  const scope = { tenantId: verification.tenantId, mode: verification.mode };
  return { scope, expiresAt, verification: toVerification(verification) };
}

/**
 * Uses up a proof that was signed at this time: its batch is rolled back if a proof of that time or a later
 * one was used, or if the link was replaced or has ended.
 */
export function takeProof(
  db: Database,
  scope: Scope,
  hash: Uint8Array,
  { signedAt, now }: { readonly signedAt: number; readonly now: number },
): Statement[] {
  const which = and(
    inScope(links, scope),
    eq(links.hash, hash),
    lt(links.provenAt, signedAt),
    gt(links.expiresAt, now),
  );
  return [
    onlyIf(db, sql`exists (select 1 from ${links} where ${which})`),
    db.update(links).set({ provenAt: signedAt }).where(which),
  ];
}
