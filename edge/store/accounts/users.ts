import { userCredentials, users } from "../../../drizzle/schema/dashboard.ts";
import type { Database, Statement } from "../batch.ts";

/** A user with a password, in better-auth's form. */
export function insertUser(
  db: Database,
  user: { id: string; name: string; email: string; passwordHash: string },
  now: number,
): Statement[] {
  const { id, name, email, passwordHash } = user;
  const at = { createdAt: new Date(now), updatedAt: new Date(now) };
  return [
    db.insert(users).values({ id, name, email, ...at }),
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
