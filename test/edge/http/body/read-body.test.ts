import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Body, readBody } from "#edge/http/body/read-body.ts";
import { UploadBudget } from "#edge/limits/upload-budget.ts";

const KIB = 1024;
const MIB = 1024 * KIB;
const LARGEST = 25 * MIB;

let budget: UploadBudget;
beforeEach(() => {
  vi.useFakeTimers();
  budget = new UploadBudget(Date.now);
});
afterEach(() => void vi.useRealTimers());

/** A body whose bytes are sent by `send`, and the number of bytes that its reader has read. */
function upload(tenant: string, announced: number | null) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<ReadableByteStreamController>();
  const stream = new ReadableStream({ type: "bytes", start: begin });
  const headers = announced === null ? {} : { "content-length": String(announced) };
  const init = { method: "POST", headers, body: stream, duplex: "half" } as RequestInit;
  const place = budget.enter({ tenant, caller: tenant });
  const seen: { body?: Body | null; code?: string } = {};
  readBody(new Request("http://edge/", init), LARGEST, place).then(
    (body) => {
      seen.body = body;
    },
    ({ code }) => {
      seen.code = code;
    },
  );
  return {
    place,
    seen,
    async send(bytes: number, { isEnd = false } = {}) {
      const controller = await begun;
      controller.enqueue(new Uint8Array(bytes).fill(7));
      if (isEnd) {
        controller.close();
        controller.byobRequest?.respond(0);
      }
      await vi.advanceTimersByTimeAsync(50);
    },
    /** Bytes that have come and were not read. */
    async unread() {
      return -((await begun).desiredSize ?? 0);
    },
  };
}

it("a body that has sent less than 64 KiB reserves nothing, whatever it announces", async () => {
  for (const announced of [LARGEST, null]) await upload("tn_1", announced).send(64 * KIB - 1);
  expect(budget.occupancy()).toEqual({ uploads: 2, waiting: 0, reserved: 0 });
});

it.each([
  ["its announced length", 2 * MIB, 2 * MIB],
  ["the largest allowed, where it announces none,", null, LARGEST],
])("a body reserves %s, and when it is whole only what it has", async (_, announced, reserved) => {
  const { send, seen } = upload("tn_1", announced);
  await send(64 * KIB);
  expect(budget.occupancy().reserved).toBe(reserved);
  await send(MIB);
  await send(MIB - 64 * KIB, { isEnd: true });
  expect(seen.body?.bytes).toHaveLength(2 * MIB);
  expect(budget.occupancy().reserved).toBe(2 * MIB);
  seen.body?.free();
  expect(seen.body?.bytes).toHaveLength(0);
});

it("a body that waits for room is not read", async () => {
  await upload("tn_1", LARGEST).send(64 * KIB);
  const { send, unread, seen } = upload("tn_2", 10 * MIB);
  await send(MIB);
  expect(await unread()).toBe(MIB - 64 * KIB);
  expect(seen).toEqual({});
});

it("a body that others wait for is 408 after 3 s behind the pace that brings it in 30 s, and no other is", async () => {
  const slow = upload("tn_1", 20 * MIB);
  await slow.send(MIB);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(slow.seen).toEqual({});
  const other = upload("tn_1", 18 * MIB);
  await other.send(64 * KIB);
  await vi.advanceTimersByTimeAsync(500);
  expect(slow.seen).toEqual({ code: "request_timeout" });
  slow.place.release();
  const third = upload("tn_1", 18 * MIB);
  await third.send(64 * KIB);
  await vi.advanceTimersByTimeAsync(2_500);
  expect([other.seen, budget.occupancy().waiting]).toEqual([{}, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(other.seen).toEqual({ code: "request_timeout" });
});

it("a body that keeps the pace is read on, however many wait for it", async () => {
  const slow = upload("tn_1", 20 * MIB);
  await slow.send(64 * KIB);
  await upload("tn_1", 18 * MIB).send(64 * KIB);
  for (let second = 1; second <= 27; second++) {
    await slow.send(0.8 * MIB);
    await vi.advanceTimersByTimeAsync(950);
    if (slow.seen.code !== undefined) break;
  }
  expect(slow.seen.code).toBeUndefined();
});

it("a body that is larger than allowed is null, by its length before it is read", async () => {
  const announced = upload("tn_1", LARGEST + 1);
  await announced.send(MIB);
  expect(announced.seen.body).toBeNull();
  expect(await announced.unread()).toBe(MIB);
});
