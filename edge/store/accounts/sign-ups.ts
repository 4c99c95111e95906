import { and, eq, gt } from "drizzle-orm";
import { userChallenges, users } from "../../../drizzle/schema/dashboard.ts";
import type { Database, Statement } from "../batch.ts";

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
