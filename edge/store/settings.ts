import { z } from "zod";

/** Where the database is. */
export const databaseVariables = {
  DATABASE_URL: z.url({ protocol: /^(https?|libsql)$/ }),
  DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
};
