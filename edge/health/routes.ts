import type { z } from "zod";
import { ApiError } from "../errors.ts";
import { createRouter } from "../http/context.ts";
import type { Instance } from "../monitoring/instance.ts";
import { outage } from "../outage.ts";
import type { Services } from "../services.ts";
import { isMigrated } from "../store/database.ts";
import type { healthAnswer } from "./operations.ts";

/**
 * Whether the service can answer: its process is not about to stop, its settings hold, its database answers
 * and has the schema, and inference has answered with this token within the last minute. Public, for probes.
 * It tells no more than any call would tell; what is wrong stands in the log.
 */
export const health = (self: Instance) =>
  createRouter().get("/", async (c) => {
    const { services } = c.var;
    if (self.isLeaving) throw leaving();
    await services.readiness.assert(() => assertReady(services));
    c.header("Cache-Control", "no-store");
    return c.json({ ready: true } satisfies z.input<typeof healthAnswer>);
  });

const leaving = () =>
  new ApiError("service_unavailable", "This process is about to stop.", { retryAfter: 1 });

async function assertReady({ db, inference }: Services): Promise<void> {
  if (!(await isMigrated(db))) {
    throw outage("database", "its schema is older than this code: migrate it", {
      message: "The database has not been migrated.",
      retryAfter: 60,
    });
  }
  await inference.pack();
}
