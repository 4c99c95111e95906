import { z } from "zod";
import type { OperationGroup } from "../http/operation.ts";

export const healthAnswer = z.object({ ready: z.literal(true) });

export const healthOperations: OperationGroup = {
  tag: "Health",
  description: "For probes: no credential, no quota.",
  operations: [
    {
      method: "get",
      path: "/health",
      id: "readHealth",
      summary: "Ask whether the service is ready",
      description:
        "Ready: the process is not about to stop, the settings hold, the database answers and has the schema, inference answers. Otherwise `service_unavailable`; the service's log says what is wrong.",
      answer: { status: 200, description: "It is ready.", schema: healthAnswer },
    },
  ],
};
