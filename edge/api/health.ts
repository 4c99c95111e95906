import { z } from "zod";
import { ApiError } from "../core/errors.ts";
import { outage } from "../core/outage.ts";
import type { RouteGroup } from "../http/route.ts";
import type { Services } from "../services.ts";
import { isMigrated } from "../store/database.ts";
import { route } from "./call/route.ts";

/**
 * Whether the service can answer: its process is not stopping, its settings are valid, its database answers
 * and has the schema, and inference has answered with this token within the last minute. Public, for probes.
 * The answer exposes no details; see the log.
 */
const readHealth = route(
  {
    method: "get",
    path: "/health",
    id: "readHealth",
    summary: "Check that the service is ready",
    description:
      "For load balancers and probes. Not ready is 503 `service_unavailable`; the service's log names the cause.",
    sdk: "service.health()",
    callers: "anybody",
    answer: {
      status: 200,
      description: "It is ready.",
      schema: z.object({ ready: z.literal(true).describe("Always true.") }),
    },
  },
  async ({ c, services }) => {
    if (c.var.instance.isLeaving) {
      throw new ApiError("service_unavailable", "This process is about to stop.", { retryAfter: 1 });
    }
    await services.readiness.assert(() => assertReady(services));
    c.header("Cache-Control", "no-store");
    return { ready: true };
  },
);

export const health: RouteGroup = {
  tag: "Health",
  description: "For load balancers and probes. No credential, no usage cap.",
  routes: [readHealth],
};

async function assertReady({ db, inference }: Services): Promise<void> {
  if (!(await isMigrated(db))) {
    throw outage("database", "its schema is older than this code: migrate it", {
      message: "The database has not been migrated.",
      retryAfter: 60,
    });
  }
  await inference.bundle();
}
