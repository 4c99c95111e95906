import { afterEach, expect, it, vi } from "vitest";
import { isUncertain } from "#edge/core/outage.ts";
import { type Media, openMedia } from "#edge/media/media.ts";
import type { ObjectStore } from "#edge/platform/ports.ts";
import { memoryBucket } from "../../harness/edge/memory-bucket.ts";

const NOW = Date.UTC(2026, 10, 21);
const KEY = "tn_1/md_1";
const PATH = "/media/tn_1/md_1";

const media = await openMedia(memoryBucket(), new Uint8Array(32).fill(7), "https://id.example");

async function link(now = NOW) {
  const { url, expiresAt } = await media.sign(PATH, now);
  const { searchParams, pathname } = new URL(url);
  return {
    path: pathname,
    expires: searchParams.get("expires")!,
    signature: searchParams.get("signature")!,
    expiresAt,
  };
}

it("signs a URL for one object that holds for 15 minutes", async () => {
  const signed = await link();
  expect(signed).toMatchObject({ path: PATH, expiresAt: NOW + 15 * 60_000 });
  expect(await media.verify(signed, NOW)).toBe(true);
  expect(await media.verify(signed, NOW + 15 * 60_000 - 1)).toBe(true);
  expect(await media.verify(signed, NOW + 15 * 60_000)).toBe(false);
});

it("rejects a signature for another object, a moved expiry, a changed signature, and another service's", async () => {
  const signed = await link();
  const { expires, signature } = signed;
  const flipped = signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  for (const change of [
    { path: "/media/tn_1/md_2" },
    { expires: String(Number(expires) + 60) },
    { expires: "never" },
    { signature: flipped },
    { signature: "" },
    { signature: "zz" },
  ]) {
    expect(await media.verify({ ...signed, ...change }, NOW)).toBe(false);
  }
  const other = await openMedia(memoryBucket(), new Uint8Array(32).fill(8), "https://id.example");
  expect(await other.verify(signed, NOW)).toBe(false);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ["put", (hanging: Media) => hanging.put(KEY, new Uint8Array([1]))],
  ["get", (hanging: Media) => hanging.get(KEY)],
  ["delete", (hanging: Media) => hanging.delete(KEY)],
])(
  "a store that hangs is 503 after ten seconds of a %s, as work that may yet take effect",
  async (_, work) => {
    vi.useFakeTimers();
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const hung = () => new Promise<never>(() => undefined);
    const store: ObjectStore = { put: hung, get: hung, delete: hung };
    const failed = vi.fn();
    work(await openMedia(store, new Uint8Array(32), "https://id.example")).catch(failed);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const [error] = failed.mock.lastCall!;
    expect([error.code, isUncertain(error)]).toEqual(["service_unavailable", true]);
  },
);
