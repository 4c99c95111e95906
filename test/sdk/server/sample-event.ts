import type { TestEvent } from "#sdk/server/src/index.ts";

/** An event as a tenant's test would write it. */
export const SAMPLE_EVENT = {
  type: "verification.completed",
  data: {
    vf_id: "vf_1",
    status: "completed",
    decision: "approved",
    final: true,
    decision_reasons: [],
    customer_ref: "Zoë 🦊",
    steps: [],
  },
} as const satisfies TestEvent;
