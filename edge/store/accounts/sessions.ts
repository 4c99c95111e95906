import { eq, inArray, sql } from "drizzle-orm";
import { userChallenges, userSessions, users } from "../../../drizzle/schema/dashboard.ts";
import type { Database, Statement } from "../batch.ts";

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
