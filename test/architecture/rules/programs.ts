import type { Layers } from "./table.ts";

/** The programs around the product. Tests and tools may use all of it; the product uses none of them. */
export const PROGRAMS: Layers = {
  // Tests of a tool run the tool.
  "test/tools/": ["test/", "tools/", "sdk/", "edge/", "inference/", "local/", "drizzle/", "proto/gen/"],
  "test/": [
    "capture/",
    ...["edge/", "inference/", "local/", "drizzle/", "proto/gen/", "sdk/"],
    ...["test/harness/", "test/material/"],
  ],
  // People run these: they measure and show the product on the tests' material.
  "tools/": [
    "test/harness/",
    "test/dashboard/visitor.ts",
    "test/dashboard/browser/browser.ts",
    "test/capture/browser/",
    "test/material/",
    "capture/quality/",
    "edge/",
    "inference/",
    "local/",
    "drizzle/",
    "proto/gen/",
    // Calls as a tenant makes them.
    "sdk/server/",
  ],
  "test/harness/": ["test/material/", "edge/", "inference/", "local/", "drizzle/", "proto/gen/"],
  "test/material/": ["edge/", "inference/"],
  // Runs the two services, with a database, on one machine.
  "local/": ["edge/", "inference/", "drizzle/"],
  "drizzle/": ["edge/vocabulary/"],
  "proto/gen/": [],
  // Installed by tenants: these import nothing of the service. Both packages take the core along.
  // Runs in a person's browser: of the product it knows only what apps know, too.
  "capture/": ["sdk/client/", "sdk/embed/"],
  "sdk/client/": ["sdk/core/", "sdk/gen/", "sdk/platform/"],
  "sdk/server/": ["sdk/core/", "sdk/gen/", "sdk/platform/"],
  "sdk/embed/": [],
  "sdk/core/": ["sdk/gen/", "sdk/platform/"],
  "sdk/gen/": ["sdk/platform/"],
  "sdk/platform/": [],
};
