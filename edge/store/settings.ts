import { z } from "zod";
import { CREDENTIALS_IN_URL, hasCredentials, seconds } from "../platform/variables.ts";

/** The variables of the database connection. */
export const databaseVariables = {
  DATABASE_URL: z
    .url({
      protocol: /^(https?|libsql)$/,
      error: "must be an https:, http: or libsql: URL such as https://db.example.com",
    })
    .refine((url) => !hasCredentials(url), CREDENTIALS_IN_URL),
  DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
  /** How long one SELECT may take. */
  DATABASE_READ_TIMEOUT: seconds(5),
  /** How long a batch or a single write may take, which may wait for the write lock first. */
  DATABASE_BATCH_TIMEOUT: seconds(15),
};

const schema = z.object(databaseVariables);
type DatabaseVariables = z.output<typeof schema>;

/** Milliseconds that a call of the database may take. */
export interface DatabaseTimeouts {
  readonly read: number;
  readonly batch: number;
}

export const databaseTimeouts = (env: DatabaseVariables): DatabaseTimeouts => ({
  read: env.DATABASE_READ_TIMEOUT * 1_000,
  batch: env.DATABASE_BATCH_TIMEOUT * 1_000,
});
