import { lte } from "drizzle-orm";
import { userChallenges, userSessions } from "../../drizzle/schema/dashboard.ts";
import type { Database, Statement } from "./batch.ts";

/** For the scheduled sweep only, over all users: forgets sessions that have ended and links that are too old. */
export function forgetLapsedSessions(db: Database, now: number): Statement[] {
  const moment = new Date(now);
  return [
    db.delete(userSessions).where(lte(userSessions.expiresAt, moment)),
    db.delete(userChallenges).where(lte(userChallenges.expiresAt, moment)),
  ];
}
