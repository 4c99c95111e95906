import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());
afterEach(() => void vi.useRealTimers());

const HEAD = '--XX\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
const MULTIPART = "multipart/form-data; boundary=XX";
/** Sends a form of the dashboard. */
const signIn = (path: string, init: RequestInit) => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return edge.fetch(new Request(`http://localhost${path}`, { method: "POST", headers, ...init }));
};

/** Sends this text, then nothing until the reader cancels. */
const stalling = (text: string) =>
  new ReadableStream({
    type: "bytes",
    start(controller) {
      if (text !== "") controller.enqueue(new TextEncoder().encode(text));
    },
    pull: () => new Promise(() => {}),
  });

const occupancy = () => edge.services.uploads.occupancy();
const EMPTY = { uploads: 0, waiting: 0, reserved: 0 };

/** Lets the time of a body pass until the call is answered. */
async function afterTheDeadline<T>(call: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const answer = call();
  let isOver = false;
  // The rest of the body is read after the response, by the same clock.
  void answer.then(edge.settled).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(10);
    await new Promise((resolve) => setImmediate(resolve));
  }
  vi.useRealTimers();
  return answer;
}

describe("a body that stalls is 408 request_timeout", () => {
  it.each([
    ["a form", "/v1/ocr/scan", MULTIPART, `${HEAD}begun`],
    ["a form without a byte", "/v1/ocr/scan", MULTIPART, ""],
    ["JSON", "/v1/verifications", "application/json", '{"customer_ref":'],
    ["a call without parameters", "/v1/verifications/vf_none/cancel", "application/json", "{"],
  ])("%s, and nothing is left of it", async (_, path, type, text) => {
    const answer = await afterTheDeadline(() =>
      edge.send("POST", path, edge.key, {
        headers: { "content-type": type, "content-length": "5000", "idempotency-key": "slow" },
        body: stalling(text),
        duplex: "half",
      } as RequestInit),
    );
    expect(outcome(answer)).toBe("408 request_timeout");
    expect(occupancy()).toEqual(EMPTY);
    expect([await edge.rows("idempotency_keys"), await edge.rows("usage_reservations")]).toEqual([[], []]);
  });

  it.each(["/dashboard/sign-in", "/dashboard/sign-up", "/dashboard/reset"])(
    "the form of %s, which needs no credential",
    async (path) => {
      const slow = { body: stalling("email=somebody"), duplex: "half" } as RequestInit;
      const answer = await afterTheDeadline(async () => {
        const response = await signIn(path, slow);
        return { status: response.status, text: await response.text() };
      });
      expect(answer.status).toBe(408);
      expect(answer.text).toContain("did not arrive in time");
      expect(occupancy()).toEqual(EMPTY);
    },
  );
});

it("a form without a session has at most 16 KiB", async () => {
  const post = async (bytes: number) => {
    const response = await signIn("/dashboard/sign-in", { body: "email=".padEnd(bytes, "x") });
    await response.text();
    return response.status;
  };
  expect([await post(16 * 1024), await post(16 * 1024 + 1)]).toEqual([403, 413]);
});

it("an upload counts until it is answered, and no longer, whatever the answer is", async () => {
  const seen: number[] = [];
  const read = edge.services.inference.readDocument;
  const look = vi.spyOn(edge.services.inference, "readDocument").mockImplementation((...given) => {
    seen.push(occupancy().uploads);
    return read(...given);
  });
  await edge.upload("/v1/ocr/scan", edge.key, { image: image() });
  look.mockRestore();
  expect(seen).toEqual([1]);
  await edge.upload("/v1/ocr/scan", edge.key, { image: image(), unknown: "field" });
  await edge.upload("/v1/face/verify", edge.key, { image_a: image() });
  expect(occupancy()).toEqual(EMPTY);
});
