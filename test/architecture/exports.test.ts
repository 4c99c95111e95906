import { expect, it } from "vitest";
import { IMPORTS, SOURCES } from "./source/tree.ts";

/** Modules whose exports are read by something other than an import. */
const READ_FROM_OUTSIDE: Readonly<Record<string, string>> = {
  "capture/main.tsx": "the browser",
  "edge/built.d.ts": "tsc: the types of what is built",
  "edge/worker.ts": "workerd: the handler and the classes of Durable Objects",
  "lab/bench/edge/bare-worker.ts": "workerd",
  "lab/bench/webhooks/emitting-worker.ts": "workerd",
  "drizzle/config.ts": "drizzle-kit",
  "sdk/client/browser/camera/index.ts": "tenants: what their pages import",
  "sdk/client/browser/image/index.ts": "tenants: what their pages import",
  "sdk/client/src/index.ts": "tenants: what their apps import",
  "sdk/embed/child.ts": "the service's page, when it stands in a frame",
  "sdk/embed/main.ts": "tenants: what their pages load",
  "sdk/server/src/index.ts": "tenants: what their servers import",
  "test/capture/recovery/page/page.ts": "the faults' tests, which TypeScript must not see import it",
  "test/vitest.config.ts": "vitest",
  "lab/material/documents/opentype.d.ts": "tsc: the types of a package that ships none",
};

const used = new Set(IMPORTS.flatMap(({ target, names }) => names.map((name) => `${target} ${name}`)));
const isUsed = (path: string, name: string) => used.has(`${path} ${name}`) || used.has(`${path} *`);

it("exports nothing that no module imports", () => {
  const dead = SOURCES.filter(({ path }) => !(path in READ_FROM_OUTSIDE)).flatMap(({ path, exports }) =>
    exports.filter((name) => !isUsed(path, name)).map((name) => `${path}: ${name}`),
  );
  expect(dead).toEqual([]);
});

it("lists no module as read from outside that is gone", () => {
  const paths = SOURCES.map(({ path }) => path);
  expect(Object.keys(READ_FROM_OUTSIDE).filter((path) => !paths.includes(path))).toEqual([]);
});
