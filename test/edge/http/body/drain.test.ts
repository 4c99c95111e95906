import { Hono } from "hono";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { drainRefused } from "#edge/http/body/drain.ts";
import { UPLOAD_LIMITS } from "#edge/http/body/multipart.ts";
import type { AppEnv } from "#edge/http/context.ts";
import { openTestEdge } from "#test/harness/edge/test-edge.ts";

const CHUNK = new Uint8Array(1024 * 1024);

const edge = await openTestEdge();
const tenant = await edge.newTenant();
afterAll(() => edge.close());

/** A body of so many bytes, and how much of it was taken. */
function body(size: number) {
  const taken = { bytes: 0, canceled: false };
  const stream = new ReadableStream({
    type: "bytes",
    pull(controller) {
      if (taken.bytes >= size) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      taken.bytes += CHUNK.length;
      controller.enqueue(CHUNK.slice());
    },
    cancel() {
      taken.canceled = true;
    },
  });
  return { stream, taken };
}

async function send(stream: ReadableStream<Uint8Array>, key = tenant.keys.test) {
  const headers = { "content-type": "multipart/form-data; boundary=XX" };
  const init = { headers, body: stream, duplex: "half" } as RequestInit;
  const { status } = await edge.send("POST", "/v1/face/verify", key, init);
  await edge.settled();
  return status;
}

it("reads on after a refusal, so that a client that is still sending gets the answer", async () => {
  const { stream, taken } = body(UPLOAD_LIMITS.requestBytes + 3 * CHUNK.length);
  expect(await send(stream)).toBeGreaterThanOrEqual(400);
  expect(taken).toEqual({ bytes: UPLOAD_LIMITS.requestBytes + 3 * CHUNK.length, canceled: false });
});

it("stops reading at twice the request's limit", async () => {
  const { stream, taken } = body(10 * UPLOAD_LIMITS.requestBytes);
  await send(stream, "svc_sk_test_unknown");
  expect(taken.canceled).toBe(true);
  expect(taken.bytes).toBeLessThanOrEqual(2 * UPLOAD_LIMITS.requestBytes + 2 * CHUNK.length);
});

describe("gives up a body", () => {
  /** A body that sends one byte and then stalls. */
  function stalled() {
    const seen = { canceled: false };
    const stream = new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel() {
        seen.canceled = true;
      },
    });
    return { stream, seen };
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] }));
  afterEach(() => void vi.useRealTimers());

  it("that has sent nothing for two seconds: its client has had time to read the answer", async () => {
    const { stream, seen } = stalled();
    const response = await refuse(drainRefused(), stream);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(seen.canceled).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect([seen.canceled, response.status, await response.text()]).toEqual([true, 401, "refused"]);
  });

  it("at once, when 64 others are drained", async () => {
    const middleware = drainRefused();
    const bodies = Array.from({ length: 65 }, stalled);
    const answers = await Promise.all(bodies.map(({ stream }) => refuse(middleware, stream)));
    expect(bodies.map(({ stream }) => stream.locked)).toEqual([...Array(64).fill(true), false]);
    expect(answers.map(({ status }) => status)).toEqual(Array(65).fill(401));
    await vi.advanceTimersByTimeAsync(2_250);
    const { stream } = stalled();
    await refuse(middleware, stream);
    expect(stream.locked).toBe(true);
  });
});

/** An app that only rejects a body. */
function refuse(middleware: ReturnType<typeof drainRefused>, body: ReadableStream<Uint8Array>) {
  const app = new Hono<AppEnv>();
  app.use(middleware);
  app.post("/", (c) => c.text("refused", 401));
  const request = new Request("http://localhost/", { method: "POST", body, duplex: "half" } as RequestInit);
  return app.fetch(request, undefined, { waitUntil() {}, passThroughOnException() {}, props: {} });
}
