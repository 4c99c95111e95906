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
  // The claims of an ID token, which better-auth has verified.
  jose: [
    ...["edge/auth/", "edge/credentials/", "edge/accounts/single-sign-on.ts", "local/"],
    ...["test/harness/wallet/", "test/edge/credentials/"],
  ],
  cborg: ["edge/credentials/mdoc/"],
  hpke: ["edge/credentials/", "test/harness/wallet/"],
  "@grpc/grpc-js": ["inference/listeners/", "inference/service/", "inference/workers/"],
  "@zilliz/milvus2-sdk-node": ["inference/gallery/milvus/", "test/edge/operations/faces/"],
  "@connectrpc/connect-web": ["edge/inference/"],
  asn1js: ["inference/signatures/", "test/harness/trust/"],
  sharp: ["inference/imaging/"],
  "zxing-wasm": ["inference/models/"],
  miniflare: ["local/"],
  wrangler: ["local/"],
  esbuild: ["local/"],
  tar: ["local/"],
  preact: ["capture/", "test/capture/gallery/"],
};
