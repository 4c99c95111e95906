import { drizzleAdapter } from "better-auth/adapters/drizzle";
import {
  userChallenges,
  userCredentials,
  userSecondFactors,
  userSessions,
  users,
} from "../../../drizzle/schema/dashboard.ts";
import type { Database } from "../batch.ts";

/** The tables of users and sessions under better-auth's names. */
export const accountTables = (db: Database) =>
  drizzleAdapter(db, {
    provider: "sqlite",
    schema: {
      user: users,
      session: userSessions,
      account: userCredentials,
      verification: userChallenges,
      twoFactor: userSecondFactors,
    },
    // An interactive transaction would hold the database's one writer over round trips.
    transaction: false,
  });
