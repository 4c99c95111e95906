/** Packages that only the named paths may import: each stays behind the layer that owns it. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "onnxruntime-node": ["inference/runtime/"],
  "drizzle-orm": ["drizzle/", "edge/store/", "local/"],
  "@libsql/client": ["edge/store/", "local/"],
  libsql: ["local/"],
  hono: [
    ...["edge/worker.ts", "edge/app.ts", "edge/http/"],
    ...["edge/api/", "edge/capture/", "edge/reference/", "edge/dashboard/"],
  ],
  "better-auth": ["edge/accounts/", "edge/store/accounts/tables.ts"],
  "@noble/hashes": ["edge/accounts/", "test/"],
  uqr: ["capture/screens/", "edge/dashboard/"],
  "@hono/zod-validator": ["edge/http/", "edge/api/"],
  jose: ["edge/auth/", "local/"],
  "@grpc/grpc-js": ["inference/listeners/", "inference/service/", "inference/engine/"],
  "@zilliz/milvus2-sdk-node": [
    "inference/gallery/milvus/",
    "test/edge/operations/faces/",
    "lab/bench/gallery/",
  ],
  "@connectrpc/connect-web": ["edge/inference/"],
  sharp: ["inference/imaging/"],
  miniflare: ["local/"],
  wrangler: ["local/"],
  esbuild: ["local/"],
  tar: ["local/"],
  preact: ["capture/", "test/capture/gallery/"],
};
