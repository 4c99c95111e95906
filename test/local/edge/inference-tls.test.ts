import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { InferenceTls } from "#local/edge/worker-options.ts";
import { startEdge } from "#local/edge/workerd.ts";
import { type Authority, newAuthority } from "../../harness/certificates.ts";
import { useFolder } from "../../harness/folder.ts";
import { type Serving, serveScripted } from "../../harness/inference/serving.ts";

/** Asks inference without a token: any answer of its own proves that both sides took each other. */
const SCRIPT = `
export class RateCounter {}
export const Supervisor = { fetch: () => new Response() };
export class WebhookDispatcher {}
export class PasswordQueue {}
export default {
  async fetch(request, env) {
    const network = env.INFERENCE_NETWORK ?? globalThis;
    try {
      const { status } = await network.fetch(new URL(request.url).searchParams.get("url"), { method: "POST" });
      return new Response("answered " + status);
    } catch {
      return new Response("refused");
    }
  },
};`;

const folder = useFolder();
let own: Authority;
let strange: Authority;
let open: Serving;
let mutual: Serving;

beforeAll(async () => {
  await writeFile(join(folder, "worker.js"), SCRIPT);
  [own, strange] = await Promise.all([newAuthority(), newAuthority()]);
  const { cert, private: key } = await own.leaf();
  const files = await Promise.all(
    Object.entries({ cert, key, ca: own.ca }).map(async ([name, text]) => {
      await writeFile(join(folder, `${name}.pem`), text);
      return join(folder, `${name}.pem`);
    }),
  );
  const [TLS_CERT_FILE = "", TLS_KEY_FILE = "", TLS_CLIENT_CA_FILE = ""] = files;
  open = await serveScripted({ WORKERS: "1", TLS_CERT_FILE, TLS_KEY_FILE });
  mutual = await serveScripted({ WORKERS: "1", TLS_CERT_FILE, TLS_KEY_FILE, TLS_CLIENT_CA_FILE });
});
afterAll(async () => {
  await open?.stop();
  await mutual?.stop();
});

/** The result of a call to a host of inference by an edge with this TLS. */
async function callResult({ addresses }: Serving, inferenceTls: InferenceTls | undefined): Promise<string> {
  const media = await mkdtemp(join(folder, "media-"));
  const edge = await startEdge({
    script: join(folder, "worker.js"),
    port: 0,
    mediaFolder: media,
    variables: {},
    inferenceTls,
  });
  try {
    const url = encodeURIComponent(`${addresses.grpcWeb}/selfsame.inference.v1.ModelService/GetModelBundle`);
    return await (await fetch(`${edge.url}/?url=${url}`)).text();
  } finally {
    await edge.close();
  }
}

async function client(of: Authority): Promise<InferenceTls["client"]> {
  const { cert, private: privateKey } = await of.leaf();
  return { certificateChain: cert, privateKey };
}

it("the edge accepts inference's certificate of the configured CA only", async () => {
  expect(await callResult(open, { ca: own.ca })).toMatch(/^answered \d+$/);
  expect(await callResult(open, { ca: strange.ca })).toBe("refused");
  expect(await callResult(open, undefined)).toBe("refused");
});

it("inference with TLS_CLIENT_CA_FILE answers an edge that shows a certificate of that CA, and no other", async () => {
  expect(await callResult(mutual, { ca: own.ca, client: await client(own) })).toMatch(/^answered \d+$/);
  expect(await callResult(mutual, { ca: own.ca, client: await client(strange) })).toBe("refused");
  expect(await callResult(mutual, { ca: own.ca })).toBe("refused");
});
