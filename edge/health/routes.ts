import type { z } from "zod";
import { createRouter } from "../http/context.ts";
import { outage } from "../outage.ts";
import type { Services } from "../services.ts";
import { isMigrated } from "../store/database.ts";
import type { healthAnswer } from "./operations.ts";

/**
 * Whether the service can answer: its settings hold, its database answers and has the schema, and inference
 * has answered with this token within the last minute. Public, for probes. It tells no more than any call
 * would tell; what is wrong stands in the log.
 */
export const health = createRouter().get("/", async (c) => {
  const { services } = c.var;
  await services.readiness.assert(() => assertReady(services));
  c.header("Cache-Control", "no-store");
  return c.json({ ready: true } satisfies z.input<typeof healthAnswer>);
});

async function assertReady({ db, inference }: Services): Promise<void> {
  if (!(await isMigrated(db))) {
    throw outage("database", "its schema is older than this code: migrate it", {
      message: "The database has not been migrated.",
      retryAfter: 60,
    });
  }
  await inference.pack();
}
