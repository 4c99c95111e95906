import { request } from "node:http";
import { afterAll, beforeAll, it } from "vitest";
import { readUsage } from "#edge/store/tenancy/usage.ts";
import { eventually } from "../../harness/eventually.ts";
import { closedGate } from "../../harness/inference/gate.ts";
import { command, type Serving, serveScripted, TOKEN } from "../../harness/inference/serving.ts";
import { startWorkerRig } from "../../harness/stack/worker-rig.ts";

/** The first bytes of an image: the edge rejects other files. */
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff);

let serving: Serving;
/** workerd cancels a request whose caller has disconnected, unless `waitUntil` keeps it. */
let worker: Awaited<ReturnType<typeof startWorkerRig>>;

beforeAll(async () => {
  serving = await serveScripted({ WORKERS: "1" });
  worker = await startWorkerRig({ INFERENCE_URL: serving.addresses.grpcWeb, INFERENCE_TOKEN: TOKEN });
});

afterAll(async () => {
  await worker?.close();
  await serving?.stop();
});

const used = async () => (await readUsage(worker.db, worker.scope, Date.now())).used;

it("a call that a worker has taken counts, although its caller hangs up", async () => {
  const { until, open } = closedGate();
  const form = new FormData();
  form.set("image", new Blob([JPEG, command({ until, end: "defect" }).content]), "image.jpg");
  const body = new Response(form);
  const sending = request(new URL("/v1/ocr/scan", worker.url), {
    method: "POST",
    headers: { authorization: `Bearer ${worker.key}`, "content-type": body.headers.get("content-type")! },
  });
  sending.on("error", () => {});
  sending.end(Buffer.from(await body.arrayBuffer()));
  await eventually(() => serving.pool.fleet.running).toBe(1);
  sending.destroy();
  // Long enough for workerd to see that the caller has disconnected.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  open();
  await eventually(used).toBe(1);
});
