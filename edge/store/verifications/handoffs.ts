import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { handoffs } from "../../../drizzle/schema/capture.ts";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { verifications } from "../../../drizzle/schema/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import type { Verification } from "../../verification/types.ts";
import { type Database, onlyIf, type Statement } from "../batch.ts";
import { ofItsVerification, toVerification } from "./stored-verification.ts";

type Row = typeof handoffs.$inferSelect;
export type Handoff = Readonly<Omit<Row, keyof Scope>>;
type NewHandoff = Omit<typeof handoffs.$inferInsert, keyof Scope | "state">;

const ofVerification = (scope: Scope, verificationId: string) =>
  and(inScope(handoffs, scope), eq(handoffs.verificationId, verificationId));

/** States in which the devices are not connected yet. */
const PENDING = ["waiting", "claimed"] as const;

/**
 * Cancels pending handoffs of a verification: of one computer (null: of tokens that a secret key minted), or
 * all of them if none is named.
 */
export function cancelPending(
  db: Database,
  scope: Scope,
  verificationId: string,
  computer?: string | null,
): Statement {
  const which = and(ofVerification(scope, verificationId), inArray(handoffs.state, PENDING));
  const begunBy = computer === null ? isNull(handoffs.computer) : eq(handoffs.computer, computer ?? "");
  return db
    .update(handoffs)
    .set({ state: "canceled" })
    .where(computer === undefined ? which : and(which, begunBy));
}

/**
 * Begins a handoff. An earlier pending one of the verification ends, so that one code is valid at a time. The
 * batch is rolled back if the verification has had `most` of them.
 */
export function insertHandoff(db: Database, scope: Scope, row: NewHandoff, most: number): Statement[] {
  const earlier = ofVerification(scope, row.verificationId);
  return [
    cancelPending(db, scope, row.verificationId),
    onlyIf(db, sql`(select count(*) from ${handoffs} where ${earlier}) < ${most}`),
    db.insert(handoffs).values({ ...row, state: "waiting", tenantId: scope.tenantId, mode: scope.mode }),
  ];
}

/** A handoff with its owner and its verification, found by its code. */
interface ShownHandoff {
  readonly scope: Scope;
  readonly handoff: Handoff;
  readonly verification: Verification;
}

/** The handoff of this id, of any tenant: the code determines the tenant. */
export async function findShownHandoff(db: Database, id: string): Promise<ShownHandoff | undefined> {
  const [row] = await db
    .select({ handoff: handoffs, verification: verifications })
    .from(handoffs)
    .innerJoin(verifications, ofItsVerification(handoffs))
    .where(eq(handoffs.id, id));
  if (row === undefined) return undefined;
  const { tenantId, mode, ...handoff } = row.handoff;
  return { scope: { tenantId, mode }, handoff, verification: toVerification(row.verification) };
}

/** The verification's handoff of this id. */
export async function findHandoff(
  db: Database,
  scope: Scope,
  { id, verificationId }: { readonly id: string; readonly verificationId: string },
): Promise<Handoff | undefined> {
  const [row] = await db
    .select()
    .from(handoffs)
    .where(and(ofVerification(scope, verificationId), eq(handoffs.id, id)));
  if (row === undefined) return undefined;
  const { tenantId: _, mode: __, ...handoff } = row;
  return handoff;
}

/** A call of a phone, whose proof is accepted once. Times are milliseconds since the epoch. */
interface PhoneCall {
  readonly id: string;
  /** Thumbprint of the phone's key. */
  readonly phone: string;
  readonly signedAt: number;
  readonly now: number;
}

/**
 * Claims a handoff for a phone, which its next calls must come from. Rolls its batch back if the handoff is
 * no longer waiting.
 */
export function claimHandoff(
  db: Database,
  scope: Scope,
  { id, phone, signedAt, now }: PhoneCall,
  claim: { readonly hash: Uint8Array; readonly phoneName: string | null },
): Statement[] {
  const which = and(
    inScope(handoffs, scope),
    eq(handoffs.id, id),
    eq(handoffs.state, "waiting"),
    gt(handoffs.expiresAt, now),
  );
  const { hash: claimedHash, phoneName } = claim;
  return changeIf(db, which, { state: "claimed", claimedHash, phone, phoneName, provenAt: signedAt });
}

/**
 * Changes a handoff for the phone that has claimed it. Rolls its batch back if the handoff is not in this
 * state, if another phone has it, or if a proof of that time or a later one was used.
 */
export function advanceHandoff(
  db: Database,
  scope: Scope,
  { signedAt, ...call }: PhoneCall,
  from: "claimed" | "moved",
  change: Partial<Pick<Row, "state" | "expiresAt">> = {},
): Statement[] {
  const which = and(ofPhone(scope, call, from), lt(handoffs.provenAt, signedAt));
  return changeIf(db, which, { ...change, provenAt: signedAt });
}

/** The time of the last proof while a guess is judged: later than any real proof. */
const JUDGING = Number.MAX_SAFE_INTEGER;

/**
 * Records the phone's only guess of the number, before it is compared: of concurrent guesses one is accepted,
 * and no other call of the phone until it is judged. Rolls its batch back as `advanceHandoff` does.
 */
export function takeGuess(db: Database, scope: Scope, { signedAt, ...call }: PhoneCall): Statement[] {
  const which = and(ofPhone(scope, call, "claimed"), lt(handoffs.provenAt, signedAt));
  return changeIf(db, which, { provenAt: JUDGING });
}

/** The result of the recorded guess. Rolls its batch back if the handoff has ended meanwhile. */
export function judgeGuess(
  db: Database,
  scope: Scope,
  { signedAt, ...call }: PhoneCall,
  change: Partial<Pick<Row, "state" | "expiresAt">>,
): Statement[] {
  const which = and(ofPhone(scope, call, "claimed"), eq(handoffs.provenAt, JUDGING));
  return changeIf(db, which, { ...change, provenAt: signedAt });
}

const ofPhone = (scope: Scope, { id, phone, now }: Omit<PhoneCall, "signedAt">, state: "claimed" | "moved") =>
  and(
    inScope(handoffs, scope),
    eq(handoffs.id, id),
    eq(handoffs.state, state),
    eq(handoffs.phone, phone),
    gt(handoffs.expiresAt, now),
  );

/** Changes the handoff that the condition selects. Rolls its batch back if there is none. */
const changeIf = (db: Database, which: SQL | undefined, change: Partial<Row>): Statement[] => [
  onlyIf(db, sql`exists (select 1 from ${handoffs} where ${which})`),
  db.update(handoffs).set(change).where(which),
];

/**
 * Cancels a handoff that is still pending, or one that has moved; one that has ended stays as it is. Rolls
 * its batch back if a pending one has moved meanwhile.
 */
export function cancelHandoff(
  db: Database,
  scope: Scope,
  id: string,
  which: "pending" | "moved",
): Statement[] {
  const byId = and(inScope(handoffs, scope), eq(handoffs.id, id));
  const states = which === "pending" ? PENDING : (["moved"] as const);
  const hasMoved = sql`exists (select 1 from ${handoffs} where ${and(byId, eq(handoffs.state, "moved"))})`;
  const change = db
    .update(handoffs)
    .set({ state: "canceled" })
    .where(and(byId, inArray(handoffs.state, states)));
  return which === "pending" ? [onlyIf(db, sql`not ${hasMoved}`), change] : [change];
}
