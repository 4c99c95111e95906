import type { Layers } from "./table.ts";

/** Names and values without a side effect: every part of the edge may use them. */
const GROUND = ["errors.ts", "ids.ts", "scope.ts", "crypto/", "vocabulary/"];

/** Where the edge meets a platform: bindings, settings, mail, pictures. */
const PORTS = ["env.ts", "ports/"];

/** Decisions as pure functions: they read and write nothing. */
const RULES = ["verdicts/", "verification/"];

/** The Worker, from the requests at the top down to values. Paths are relative to `edge/`. */
export const EDGE: Layers = {
  "worker.ts": [...PORTS, "app.ts", "errors.ts", "limits/", "operations/", "services.ts", "webhooks/"],
  "app.ts": [...GROUND, "api/", "dashboard/", "env.ts", "http/", "media/", "reference/", "services.ts"],

  // Transports: they check who asks, call one operation and render its result.
  "reference/": [...GROUND, "api/", "auth/scopes.ts", "http/", "webhooks/event-types.ts"],
  "api/": [
    ...[...GROUND, ...RULES, "auth/", "env.ts", "http/", "inference/port.ts", "limits/", "media/"],
    ...["operations/", "services.ts", "store/", "webhooks/event-types.ts", "webhooks/outbox.ts"],
  ],
  "dashboard/": [
    ...[
      ...GROUND,
      ...RULES,
      "/drizzle/schema/columns.ts",
      "accounts/",
      "auth/",
      "env.ts",
      "http/",
      "limits/",
    ],
    ...["media/", "operations/", "services.ts", "store/", "webhooks/"],
  ],

  // The verbs of the product: each commits its rows, its audit entry and its event together.
  "operations/": [
    ...[...GROUND, ...RULES, "accounts/", "auth/", "inference/port.ts", "media/", "ports/"],
    ...["services.ts", "store/", "webhooks/"],
  ],

  // A request on its way: its context, its body, its errors, who sent it.
  "auth/": [...GROUND, "env.ts", "http/", "limits/", "services.ts", "store/"],
  "http/": [...GROUND, "env.ts", "services.ts"],

  // Composition: what one isolate builds once.
  "services.ts": [...GROUND, ...PORTS, "accounts/", "inference/", "limits/", "media/", "store/", "webhooks/"],
  "env.ts": ["errors.ts", "limits/", "ports/"],

  "retention.ts": ["media/", "store/"],
  "tenant-changes.ts": ["scope.ts", "store/"],

  // Parts that keep something: users, pictures, endpoints, rates, rows.
  "accounts/": [...GROUND, "ports/", "store/"],
  "media/": [...GROUND, "ports/", "store/", "verification/policy.ts"],
  "webhooks/": [...GROUND, "env.ts", "ports/", "store/"],
  "limits/": ["errors.ts", "ports/"],
  "store/": [...GROUND, "/drizzle/schema/", "verification/types.ts"],

  "verdicts/": [...GROUND, "inference/port.ts", "verification/"],
  "verification/": [...GROUND],
  // The client of the inference service, and the port that everybody else knows of it.
  "inference/": ["errors.ts", "vocabulary/", "/proto/gen/"],

  "ports/": ["errors.ts"],
  "crypto/": ["errors.ts", "scope.ts"],
  "ids.ts": ["errors.ts"],
  "scope.ts": ["errors.ts"],
  "vocabulary/": [],
  "errors.ts": [],
};
