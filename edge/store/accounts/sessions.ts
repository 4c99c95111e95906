import { eq, inArray, lte, sql } from "drizzle-orm";
import { userChallenges, userSessions } from "../../../drizzle/schema/dashboard.ts";
import type { Database, Statement } from "../batch.ts";

/**
 * For the scheduled sweep only, over all users: forgets sessions that have ended and links that are too old.
 */
export function forgetLapsedSessions(db: Database, now: number): Statement[] {
  const moment = new Date(now);
  return [
    db.delete(userSessions).where(lte(userSessions.expiresAt, moment)),
    db.delete(userChallenges).where(lte(userChallenges.expiresAt, moment)),
  ];
}

/** Ends every session of a user. */
export const endSessions = (db: Database, userId: string): Statement =>
  db.delete(userSessions).where(eq(userSessions.userId, userId));

/** The user of a half-done sign-in; null for an unknown id. */
export async function findChallenged(db: Database, identifier: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: userChallenges.value })
    .from(userChallenges)
    .where(eq(userChallenges.identifier, identifier));
  return row?.userId ?? null;
}

/**
 * Makes a user's reset links and half-done sign-ins worthless: what was begun before a new password ends with
 * it.
 */
export function forgetChallenges(db: Database, userId: string): Statement[] {
  const theirs = eq(userChallenges.value, userId);
  // better-auth counts a sign-in's wrong codes in a row of its own.
  const counts = db
    .select({ name: sql`'2fa-attempts-' || ${userChallenges.identifier}` })
    .from(userChallenges)
    .where(theirs);
  return [
    db.delete(userChallenges).where(inArray(userChallenges.identifier, counts)),
    db.delete(userChallenges).where(theirs),
  ];
}
