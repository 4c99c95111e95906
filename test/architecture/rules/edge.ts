import type { Layers } from "./table.ts";

/** Words and values without a side effect: every part of the edge may use them. */
const GROUND = ["core/", "crypto/", "/vocabulary/"];

/** Decisions as pure functions: they read and write nothing. */
const RULES = ["capture-settings/", "verdicts/", "verification/"];

/** The Worker, from the requests at the top down to values. Paths are relative to `edge/`. */
export const EDGE: Layers = {
  "worker.ts": [
    ...["accounts/", "app.ts", "capture/", "composition.ts", "env.ts", "core/", "limits/"],
    ...["schedule.ts", "services.ts", "supervisor.ts", "webhook-dispatcher.ts"],
  ],
  // The types of files that are built outside: the SDKs and the page.
  "built.d.ts": ["capture/", "reference/"],
  // The deployment's dispatcher: a Durable Object, which opens its services as the Worker does.
  "webhook-dispatcher.ts": ["/vocabulary/setting-faults.ts", "composition.ts", "env.ts", "webhooks/"],
  // Called by the process that runs workerd: an entrypoint, which opens its services as the Worker does.
  "supervisor.ts": ["composition.ts", "env.ts", "platform/", "schedule.ts", "store/"],
  // Recurring work, started by the platform's schedule or the process that runs workerd.
  "schedule.ts": ["composition.ts", "env.ts", "platform/", "operations/", "webhooks/"],
  // The composition root.
  "composition.ts": [
    ...[
      ...GROUND,
      "accounts/",
      "auth/",
      "env.ts",
      "inference/",
      "limits/",
      "media/",
      "operations/",
      "platform/",
      "services.ts",
    ],
    ...["platform/", "store/", "webhooks/"],
  ],
  "app.ts": [
    ...GROUND,
    "api/",
    "dashboard/",
    "env.ts",
    "http/",
    "media/",
    "platform/",
    "reference/",
    "services.ts",
  ],

  // Transports: they authorise the caller, call an operation and render its result.
  "reference/": [...GROUND, "api/", "auth/principal.ts", "http/", "schemas/"],
  // The page on which a person is verified: its built files come from outside, as an argument.
  "capture/": [
    ...["capture-settings/", "core/", "crypto/", "http/"],
    ...["limits/expiring-map.ts", "store/"],
  ],
  "dashboard/": [
    ...[...GROUND, ...RULES, "accounts/", "auth/", "env.ts", "http/", "limits/", "media/", "operations/"],
    ...["schemas/", "services.ts", "store/", "webhooks/"],
  ],
  "api/": [
    ...[...GROUND, ...RULES, "auth/", "env.ts", "http/", "inference/port.ts"],
    ...["limits/", "media/"],
    ...["operations/", "schemas/", "services.ts", "store/", "webhooks/"],
  ],
  // The shapes of the API's bodies and events, for the calls, the reference and the dashboard.
  // Which addresses an endpoint may have is a pure rule.
  "schemas/": [...GROUND, ...RULES, "inference/port.ts", "webhooks/address-policy.ts"],
  // A request on its way: its context, its caller, its body, its errors.
  "http/": [
    ...[...GROUND, "auth/", "capture-settings/origins.ts", "env.ts", "limits/", "platform/", "services.ts"],
  ],

  // The verbs of the product: each commits its rows, its audit entry and its event together.
  "operations/": [
    ...[...GROUND, ...RULES, "accounts/", "auth/", "credentials/", "limits/"],
    ...["inference/barcode.ts", "inference/chip.ts", "inference/gallery.ts", "inference/port.ts"],
    ...["media/", "platform/", "store/", "webhooks/"],
  ],

  // The types of the parts, which composition builds.
  "services.ts": [
    "accounts/",
    "auth/known-keys.ts",
    "env.ts",
    "limits/",
    "operations/commit/context.ts",
    "operations/credentials/status-lists.ts",
    "platform/",
    "webhooks/",
  ],
  // Each part says which variables it reads; here they are put together.
  "env.ts": [
    "/vocabulary/setting-faults.ts",
    ...["accounts/", "auth/", "credentials/", "inference/", "limits/", "media/", "store/", "webhooks/"].map(
      (part) => `${part}settings.ts`,
    ),
    ...["platform/"],
  ],

  // The parts: sessions, users, images, endpoints, rates, rows.
  "auth/": [...GROUND, "platform/", "store/", "verification/types.ts"],
  "accounts/": [...GROUND, "platform/", "store/"],
  "media/": [...GROUND, "platform/", "store/", "verification/"],
  "webhooks/": [...GROUND, "platform/", "store/"],
  "limits/": ["core/", "crypto/hashing.ts", "platform/"],
  "store/": [...GROUND, "/drizzle/", "capture-settings/", "platform/", "verification/"],

  // Requests to wallets, and the cryptography of their answers.
  "credentials/": [...GROUND, "platform/variables.ts"],

  "verdicts/": [
    ...[...GROUND, "credentials/", "verification/"],
    ...["inference/barcode.ts", "inference/chip.ts", "inference/port.ts"],
  ],
  "verification/": [...GROUND],
  // A tenant's settings for its pages: origins, brand, texts.
  "capture-settings/": ["crypto/", "core/", "platform/"],
  // The client of the inference service, and the port that other modules use.
  "inference/": [
    ...["core/", "crypto/encoding.ts", "crypto/hashing.ts", "platform/", "/vocabulary/", "/proto/gen/"],
  ],

  // Platform bindings, deployment settings, and state of an isolate.
  "platform/": ["core/", "crypto/", "/vocabulary/setting-faults.ts"],
  // Errors, ids, scopes, times: used by every part.
  "core/": ["/vocabulary/"],
  "crypto/": [],
};
