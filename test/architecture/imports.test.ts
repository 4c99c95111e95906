import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Who may import whom: for each layer, the project paths (by prefix) that it may reach. The longest matching layer
 * rules a file, and its own folder is always allowed. Data flows from top to bottom, with no turning back.
 */
const LAYERS: Record<string, readonly string[]> = {
  "edge/worker.ts": ["edge/"],
  "edge/app.ts": [
    "edge/api/",
    "edge/auth/",
    "edge/dashboard/app.tsx",
    "edge/env.ts",
    "edge/errors.ts",
    "edge/http/",
    "edge/media/",
    "edge/reference/",
    "edge/ids.ts",
    "edge/scope.ts",
    "edge/services.ts",
  ],
  // What the API says of itself: it reads what api/ says of each operation, and nobody but the app reads it.
  "edge/reference/": [
    "edge/vocabulary/",
    "edge/crypto/",
    "edge/api/",
    "edge/auth/scopes.ts",
    "edge/errors.ts",
    "edge/http/",
  ],
  // Each part of the service says which variables it reads; `env.ts` puts them together.
  "edge/env.ts": [
    "edge/accounts/settings.ts",
    "edge/auth/settings.ts",
    "edge/inference/settings.ts",
    "edge/limits/settings.ts",
    "edge/media/settings.ts",
    "edge/ports/mail.ts",
    "edge/settings/",
    "edge/store/settings.ts",
    "edge/webhooks/settings.ts",
  ],
  // The one place where the parts are opened and put together.
  "edge/composition.ts": ["edge/"],
  // The deployment's dispatcher: a Durable Object, which opens its services as the Worker does.
  "edge/webhook-dispatcher.ts": ["edge/composition.ts", "edge/env.ts", "edge/webhooks/"],
  // The parts' types alone.
  "edge/services.ts": [
    "edge/accounts/",
    "edge/ports/mail.ts",
    "edge/auth/",
    "edge/env.ts",
    "edge/inference/port.ts",
    "edge/limits/",
    "edge/media/",
    "edge/store/batch.ts",
    "edge/crypto/",
    "edge/webhooks/delivery/dispatcher.ts",
  ],
  // Who signs in to the dashboard: users, passwords and sessions, and how they come to a tenant.
  "edge/accounts/": [
    "edge/vocabulary/",
    "edge/auth/secret-key.ts",
    "edge/errors.ts",
    "edge/crypto/",
    "edge/ports/mail.ts",
    "edge/ids.ts",
    "edge/scope.ts",
    "edge/store/",
  ],
  // Pages for people: they do what the API and the operator's commands do, on the same code.
  "edge/dashboard/": [
    "edge/vocabulary/",
    "edge/accounts/",
    "edge/api/",
    "edge/auth/",
    "edge/errors.ts",
    "edge/crypto/",
    "edge/http/",
    "edge/limits/",
    "edge/media/",
    "edge/ids.ts",
    "edge/scope.ts",
    "edge/services.ts",
    "edge/store/",
    "edge/tenant-changes.ts",
    "edge/verdicts/",
    "edge/verification/",
    "edge/webhooks/",
  ],
  "edge/ports/": [],
  "edge/ports/mail.ts": ["edge/settings/"],
  // Settings of the deployment, and the shapes that variables have.
  "edge/settings/": ["edge/crypto/"],
  "edge/retention.ts": ["edge/media/", "edge/store/"],
  "edge/tenant-changes.ts": ["edge/scope.ts", "edge/store/"],
  "edge/limits/": ["edge/errors.ts", "edge/settings/"],
  // What is kept of people's pictures, from the row that is written before to the object that is gone.
  "edge/media/": [
    "edge/vocabulary/",
    "edge/ports/object-store.ts",
    "edge/settings/",
    "edge/errors.ts",
    "edge/crypto/",
    "edge/ids.ts",
    "edge/scope.ts",
    "edge/store/",
    "edge/verification/policy.ts",
  ],
  "edge/crypto/": [],
  // The contract's words, each listed once: the lowest layer, which the database's schema reads, too.
  "edge/vocabulary/": [],
  "edge/errors.ts": [],
  "edge/ids.ts": [],
  "edge/scope.ts": ["edge/vocabulary/"],
  "edge/http/": [
    "edge/auth/",
    "edge/env.ts",
    "edge/errors.ts",
    "edge/ids.ts",
    "edge/limits/",
    "edge/services.ts",
  ],
  "edge/auth/": [
    "edge/vocabulary/",
    "edge/crypto/",
    "edge/errors.ts",
    "edge/ids.ts",
    "edge/scope.ts",
    "edge/settings/",
    "edge/store/",
  ],
  "edge/api/": [
    "edge/vocabulary/",
    "edge/crypto/",
    "edge/auth/",
    "edge/env.ts",
    "edge/errors.ts",
    "edge/http/",
    "edge/inference/port.ts",
    "edge/limits/",
    "edge/media/",
    "edge/ids.ts",
    "edge/scope.ts",
    "edge/services.ts",
    "edge/store/",
    "edge/verdicts/",
    "edge/verification/",
    "edge/webhooks/outbox.ts",
  ],
  "edge/verification/": ["edge/vocabulary/", "edge/errors.ts"],
  "edge/verdicts/": [
    "edge/vocabulary/",
    "edge/crypto/",
    "edge/errors.ts",
    "edge/inference/port.ts",
    "edge/scope.ts",
    "edge/verification/",
  ],
  "edge/store/": [
    "edge/vocabulary/",
    "drizzle/schema/",
    "edge/crypto/",
    "edge/errors.ts",
    "edge/ids.ts",
    "edge/scope.ts",
    "edge/verification/",
  ],
  "edge/inference/": ["edge/errors.ts", "edge/settings/", "proto/gen/"],
  "edge/webhooks/": [
    "edge/vocabulary/",
    "edge/crypto/",
    "edge/errors.ts",
    "edge/ids.ts",
    "edge/ports/",
    "edge/scope.ts",
    "edge/settings/",
    "edge/store/",
  ],
  "inference/main.ts": ["inference/"],
  "inference/server.ts": ["inference/", "proto/gen/"],
  "inference/config.ts": [],
  "inference/metrics.ts": [],
  "inference/service/": ["inference/pipelines/", "inference/imaging/", "inference/engine/", "proto/gen/"],
  "inference/engine/": [
    "inference/runtime/",
    "inference/gallery/",
    "inference/imaging/",
    "inference/pack/",
    "inference/pipelines/",
    "inference/config.ts",
  ],
  // Measures a pack's operating points with its own pipelines.
  "inference/calibration/": [
    "inference/geometry/",
    "inference/imaging/",
    "inference/pack/",
    "inference/pipelines/",
    "inference/runtime/",
    "inference/statistics.ts",
  ],
  "inference/statistics.ts": [],
  "inference/pipelines/": [
    "inference/forensics/",
    "inference/geometry/",
    "inference/imaging/",
    "inference/models/",
    "inference/mrz/",
    "inference/pack/",
  ],
  "inference/forensics/": [
    "inference/runtime/",
    "inference/geometry/",
    "inference/imaging/",
    "inference/onnx/forensics/",
    "inference/onnx/graph.ts",
    "inference/onnx/layers.ts",
    "inference/statistics.ts",
  ],
  "inference/models/": ["inference/runtime/", "inference/geometry/", "inference/imaging/", "inference/mrz/"],
  "inference/gallery/": [],
  "inference/mrz/": [],
  "inference/geometry/": [],
  "inference/imaging/": ["inference/geometry/"],
  "inference/pack/": ["inference/runtime/", "inference/onnx/"],
  "inference/onnx/": [],
  "inference/runtime/": [],
  "drizzle/": ["edge/vocabulary/"],
  "local/": ["drizzle/", "edge/", "inference/"],
  // Programs that people run by hand: they measure and show the product on what the tests made.
  "tools/": ["drizzle/", "edge/", "inference/", "local/", "proto/gen/", "test/"],
  "test/": ["drizzle/", "edge/", "inference/", "local/", "proto/gen/", "tools/"],
};

/** Packages that only the named paths may import. */
const PACKAGES: Record<string, readonly string[]> = {
  "onnxruntime-node": ["inference/runtime/"],
  "drizzle-orm": ["drizzle/", "edge/store/", "local/"],
  "@libsql/client": ["edge/store/", "local/"],
  libsql: ["local/"],
  hono: ["edge/worker.ts", "edge/app.ts", "edge/http/", "edge/api/", "edge/reference/", "edge/dashboard/"],
  "better-auth": ["edge/accounts/", "edge/store/accounts/tables.ts"],
  uqr: ["edge/dashboard/"],
  "@hono/zod-validator": ["edge/http/", "edge/api/"],
  jose: ["edge/auth/", "local/"],
  "@grpc/grpc-js": ["inference/server.ts", "inference/service/", "inference/engine/"],
  "@connectrpc/connect-web": ["edge/inference/"],
  sharp: ["inference/imaging/"],
  miniflare: ["local/"],
  wrangler: ["local/"],
};

interface Import {
  readonly file: string;
  readonly target: string;
}

const files = globSync("{edge,inference,local,drizzle,test,tools}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (file) => !file.includes("node_modules"),
);

const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = text.matchAll(
    /(?:^|[;\s])(?:import|export)\s[^;"']*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm,
  );
  return [...found].map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3])!;
    const target = specifier.startsWith(".")
      ? relative(ROOT, join(ROOT, dirname(file), specifier))
      : specifier;
    return { file, target };
  });
});

const isProject = (target: string) => /^(edge|inference|local|drizzle|proto|test|tools)\//.test(target);
const isTest = (file: string) => file.startsWith("test/") || file.startsWith("tools/");

function layerOf(file: string): string | undefined {
  return Object.keys(LAYERS)
    .filter((layer) => file === layer || (layer.endsWith("/") && file.startsWith(layer)))
    .sort((a, b) => b.length - a.length)[0];
}

const say = ({ file, target }: Import) => `${file} → ${target}`;

it("finds the import lines that it judges", () => {
  expect(files.length).toBeGreaterThan(20);
  expect(imports.filter(({ target }) => isProject(target)).length).toBeGreaterThan(20);
});

it("places every source file in a layer", () => {
  expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
});

it("lets data flow one way: no layer imports what stands above it", () => {
  const wrong = imports.filter(({ file, target }) => {
    const layer = layerOf(file);
    if (layer === undefined || !isProject(target)) return false;
    return ![layer, ...LAYERS[layer]!].some((allowed) => target === allowed || target.startsWith(allowed));
  });
  expect(wrong.map(say)).toEqual([]);
});

it("keeps each heavy package behind the one layer that owns it", () => {
  const wrong = imports.filter(({ file, target }) => {
    if (isTest(file)) return false;
    const owner = Object.keys(PACKAGES).find((name) => target === name || target.startsWith(`${name}/`));
    return owner !== undefined && !PACKAGES[owner]!.some((path) => file === path || file.startsWith(path));
  });
  expect(wrong.map(say)).toEqual([]);
});

it("keeps Node's own modules out of the Worker", () => {
  expect(
    imports.filter(({ file, target }) => file.startsWith("edge/") && target.startsWith("node:")).map(say),
  ).toEqual([]);
});

it("lets the edge and inference share the generated contract and nothing else", () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      (file.startsWith("edge/") && target.startsWith("inference/")) ||
      (file.startsWith("inference/") && target.startsWith("edge/")),
  );
  expect(wrong.map(say)).toEqual([]);
});
