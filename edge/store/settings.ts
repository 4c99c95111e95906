import { z } from "zod";

/** The variables of the database connection. */
export const databaseVariables = {
  DATABASE_URL: z.url({ protocol: /^(https?|libsql)$/ }),
  DATABASE_AUTH_TOKEN: z.string().min(1).optional(),
};
