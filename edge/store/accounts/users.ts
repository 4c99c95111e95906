import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { userChallenges, userCredentials, userSessions, users } from "../../../drizzle/schema/dashboard.ts";
import type { Database, Statement } from "../batch.ts";

/** A user in better-auth's form, with a password unless `passwordHash` is null. */
export function insertUser(
  db: Database,
  user: { id: string; name: string; email: string; passwordHash: string | null },
  now: number,
): Statement[] {
  const { id, name, email, passwordHash } = user;
  const at = { createdAt: new Date(now), updatedAt: new Date(now) };
  const row = db.insert(users).values({ id, name, email, ...at });
  if (passwordHash === null) return [row];
  return [
    row,
    db.insert(userCredentials).values({
      id: `${id}.password`,
      userId: id,
      accountId: id,
      providerId: "credential",
      password: passwordHash,
      ...at,
    }),
  ];
}

/** Ends every session of a user. */
export const endSessions = (db: Database, userId: string): Statement =>
  db.delete(userSessions).where(eq(userSessions.userId, userId));

/** The user of a sign-in that waits for its second factor; null for an unknown id. */
export async function findChallenged(db: Database, identifier: string) {
  const [row] = await db
    .select({ userId: users.id, email: users.email })
    .from(userChallenges)
    .innerJoin(users, eq(users.id, userChallenges.value))
    .where(eq(userChallenges.identifier, identifier));
  return row ?? null;
}

/** Revokes a user's reset links and unfinished sign-ins, so that none of them outlives a password change. */
export function forgetChallenges(db: Database, userId: string): Statement[] {
  const theirs = eq(userChallenges.value, userId);
  // better-auth counts a sign-in's wrong codes in a separate row.
  const counts = db
    .select({ name: sql`'2fa-attempts-' || ${userChallenges.identifier}` })
    .from(userChallenges)
    .where(theirs);
  return [
    db.delete(userChallenges).where(inArray(userChallenges.identifier, counts)),
    db.delete(userChallenges).where(theirs),
  ];
}

/** The prefix keeps sign-ups apart from better-auth's own challenges. */
const named = (secretHash: string) => `sign-up:${secretHash}`;

/** Whether an address, in lower case, has an account. */
export async function hasAccount(db: Database, email: string): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).where(eq(users.email, email))).length > 0;
}

/** Stores a pending sign-up: the address, and only the SHA-256 of the link's secret. */
export function insertSignUp(
  db: Database,
  { secretHash, email, now, until }: { secretHash: string; email: string; now: number; until: number },
): Statement {
  const at = { createdAt: new Date(now), updatedAt: new Date(now), expiresAt: new Date(until) };
  const identifier = named(secretHash);
  return db.insert(userChallenges).values({ id: identifier, identifier, value: email, ...at });
}

/** The address that a link was sent to; null for an unknown or expired link. */
export async function findSignUp(db: Database, secretHash: string, now: number): Promise<string | null> {
  const [row] = await db
    .select({ email: userChallenges.value })
    .from(userChallenges)
    .where(
      and(eq(userChallenges.identifier, named(secretHash)), gt(userChallenges.expiresAt, new Date(now))),
    );
  return row?.email ?? null;
}
