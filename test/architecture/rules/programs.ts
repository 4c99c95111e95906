import type { Layers } from "./table.ts";

const PRODUCT = ["vocabulary/", "edge/", "inference/", "local/", "drizzle/", "proto/gen/"];

/**
 * The programs around the product. Tests, tools and the lab may use all of it; the product uses none of them.
 * Of the lab, tests use only the material.
 */
export const PROGRAMS: Layers = {
  // Tests of a tool run the tool.
  "test/tools/": ["test/", "tools/", ...PRODUCT, "sdk/"],
  "test/acceptance/": [
    "test/dashboard/",
    "test/edge/",
    "test/harness/",
    "tools/dossier/",
    "lab/material/",
    ...PRODUCT,
  ],
  "test/": ["capture/", ...PRODUCT, "sdk/", "test/harness/", "lab/material/"],
  // Lists the calls of the SDKs.
  "tools/reference/": [...PRODUCT, "sdk/"],
  // Run by a build or an operator.
  "tools/": PRODUCT,
  // Shows, measures and attacks the product, as a tenant, a person or an operator meets it.
  "lab/": [
    "test/harness/",
    ...["test/dashboard/visitor.ts", "test/dashboard/browser/browser.ts", "test/capture/browser/"],
    "lab/material/",
    "capture/quality/",
    ...PRODUCT,
    "sdk/server/",
    "tools/gpu/",
  ],
  "test/harness/": ["lab/material/", ...PRODUCT],
  "lab/material/": ["vocabulary/", "edge/", "inference/"],
  // Runs the two services, with a database, on one machine. Builds the capture page with its texts.
  "local/": ["vocabulary/", "edge/", "inference/", "drizzle/", "capture/text/"],
  "drizzle/": ["vocabulary/"],
  // The contract's words, each listed once.
  "vocabulary/": [],
  "proto/gen/": [],
  // Installed by tenants: these import nothing of the service. Both packages include the core.
  // Runs in an end user's browser: it uses only what apps may use, too.
  "capture/": ["sdk/client/", "sdk/embed/"],
  "sdk/client/": ["sdk/core/", "sdk/gen/", "sdk/platform/"],
  "sdk/server/": ["sdk/core/", "sdk/gen/", "sdk/platform/"],
  "sdk/embed/": [],
  "sdk/core/": ["sdk/gen/", "sdk/platform/"],
  "sdk/gen/": ["sdk/platform/"],
  "sdk/platform/": [],
};
