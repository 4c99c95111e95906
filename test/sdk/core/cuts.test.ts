import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCaller } from "#sdk/core/call.ts";
import { systemClock } from "#sdk/core/time.ts";
import { scanDocument } from "#sdk/gen/operations.ts";

/** The point of the cut: while the image arrives, after the work, or within the response. */
const CUTS = ["arriving", "done", "answering"] as const;
type Cut = (typeof CUTS)[number];

const ANSWER = '{"ocr_id":"ocr_1"}';
const SPEED = 100;
const hasty = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / SPEED, run) };

/** A service that does each key's work once, as contract §10.2 says, and cuts connections on command. */
const work = new Map<string, Response>();
const cuts = new Map<string, Cut[]>();
const server = createServer(async (request, response) => {
  const key = String(request.headers["idempotency-key"]);
  const cut = cuts.get(key)?.shift();
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) {
      chunks.push(chunk);
      if (cut === "arriving") return void request.socket.destroy();
    }
  } catch {
    return;
  }
  const headers = { "content-type": request.headers["content-type"]! };
  if (!work.has(key)) work.set(key, new Response(Buffer.concat(chunks), { headers }));
  if (cut === "done") return void request.socket.destroy();
  response.writeHead(200, { "content-type": "application/json", "content-length": ANSWER.length });
  if (cut === "answering") return void response.write(ANSWER.slice(0, 5), () => response.destroy());
  response.end(ANSWER);
});
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it("500 uploads whose connections are cut at random are each done once, whole, and answered", async () => {
  const call = createCaller<"answer">(
    { baseUrl, timeoutMs: 2e9, attemptTimeoutMs: 2e9 },
    async () => "secret",
    hasty,
  );
  const plans = fc.sample(fc.array(fc.constantFrom(...CUTS), { maxLength: 2 }), { numRuns: 500, seed: 15 });
  const sent = crypto.getRandomValues(new Uint8Array(50_000));
  const upload = async (plan: Cut[], index: number) => {
    const idempotencyKey = `upload-${index}`;
    cuts.set(idempotencyKey, [...plan]);
    const progress: number[] = [];
    const onProgress = (sent: number) => void progress.push(sent);
    const image = sent.slice();
    const body = { image, customer_ref: "user-1" };
    const scan = call(scanDocument, { body }, { idempotencyKey, onProgress });
    // The caller may reuse its buffer at once.
    await new Promise((resolve) => setImmediate(resolve));
    image.fill(0);
    return { answer: await scan, progress };
  };
  const done: Awaited<ReturnType<typeof upload>>[] = [];
  for (let at = 0; at < plans.length; at += 20) {
    const some = plans.slice(at, at + 20);
    done.push(...(await Promise.all(some.map((plan, index) => upload(plan, at + index)))));
  }
  expect(done.every(({ answer }) => answer.ocr_id === "ocr_1")).toBe(true);
  expect(done.every(({ progress }) => progress.join() === "1")).toBe(true);
  for (const arrived of work.values()) {
    const form = await arrived.formData();
    expect(form.get("customer_ref")).toBe("user-1");
    expect(Buffer.from(await (form.get("image") as File).arrayBuffer()).equals(sent)).toBe(true);
  }
  expect(work.size).toBe(500);
  expect([...cuts.values()].flat()).toEqual([]);
});
