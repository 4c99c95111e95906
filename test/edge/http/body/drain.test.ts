import { afterAll, beforeAll, expect, it } from "vitest";
import { UPLOAD_LIMITS } from "../../../../edge/http/body/multipart.ts";
import { openTestEdge, type TestEdge, type TestTenant } from "../../../harness/edge/test-edge.ts";

const CHUNK = new Uint8Array(1024 * 1024);

let edge: TestEdge;
let tenant: TestTenant;

beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
});
afterAll(() => edge.close());

/** A body of so many bytes, and how much of it was taken. */
function body(size: number) {
  const taken = { bytes: 0, canceled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken.bytes >= size) return controller.close();
        taken.bytes += CHUNK.length;
        controller.enqueue(CHUNK);
      },
      cancel() {
        taken.canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

async function send(stream: ReadableStream<Uint8Array>) {
  const headers = { "content-type": "multipart/form-data; boundary=XX" };
  const answer = await edge.send("POST", "/v1/face/verify", tenant.keys.test, {
    headers,
    body: stream,
    duplex: "half",
  } as RequestInit);
  return answer;
}

it("reads on after a refusal, so that a client that is still sending gets the answer", async () => {
  const { stream, taken } = body(UPLOAD_LIMITS.requestBytes + 3 * CHUNK.length);
  const { status } = await send(stream);
  expect(status).toBeGreaterThanOrEqual(400);
  await edge.settled();
  expect(taken).toEqual({ bytes: UPLOAD_LIMITS.requestBytes + 3 * CHUNK.length, canceled: false });
});

it("stops reading at twice the request's limit", async () => {
  const { stream, taken } = body(10 * UPLOAD_LIMITS.requestBytes);
  await send(stream);
  await edge.settled();
  expect(taken.canceled).toBe(true);
  expect(taken.bytes).toBeLessThanOrEqual(2 * UPLOAD_LIMITS.requestBytes + 2 * CHUNK.length);
});
