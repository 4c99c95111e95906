import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { isUncertain } from "#edge/core/outage.ts";
import { type Media, openMedia } from "#edge/media/media.ts";
import type { ObjectStore } from "#edge/platform/ports.ts";
import { memoryBucket } from "../../harness/edge/memory-bucket.ts";

const NOW = Date.UTC(2026, 10, 21);
const KEY = "tn_1/md_1";
const PATH = "/media/tn_1/md_1";
let media: Media;

beforeAll(async () => {
  media = await openMedia(memoryBucket(), new Uint8Array(32).fill(7), "https://id.example");
});

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

it("keeps an object until it is deleted", async () => {
  await media.put(KEY, new Uint8Array([1, 2, 3]));
  expect(await media.get(KEY)).toEqual(new Uint8Array([1, 2, 3]));
  await media.delete(KEY);
  expect(await media.get(KEY)).toBeNull();
});

it("signs a URL for one object that holds for 15 minutes", async () => {
  const signed = await link();
  expect(signed).toMatchObject({ path: PATH, expiresAt: NOW + 15 * 60_000 });
  expect(await media.verify(signed, NOW)).toBe(true);
  expect(await media.verify(signed, NOW + 15 * 60_000 - 1)).toBe(true);
  expect(await media.verify(signed, NOW + 15 * 60_000)).toBe(false);
});

it("refuses a signature for another object, a moved expiry, a changed or malformed signature", async () => {
  const signed = await link();
  const flipped = signed.signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
  expect(await media.verify({ ...signed, path: "/media/tn_1/md_2" }, NOW)).toBe(false);
  expect(await media.verify({ ...signed, expires: String(Number(signed.expires) + 60) }, NOW)).toBe(false);
  expect(await media.verify({ ...signed, expires: "never" }, NOW)).toBe(false);
  expect(await media.verify({ ...signed, signature: flipped }, NOW)).toBe(false);
  expect(await media.verify({ ...signed, signature: "" }, NOW)).toBe(false);
  expect(await media.verify({ ...signed, signature: "zz" }, NOW)).toBe(false);
});

it("refuses a URL that another service signed", async () => {
  const other = await openMedia(memoryBucket(), new Uint8Array(32).fill(8), "https://id.example");
  expect(await other.verify(await link(), NOW)).toBe(false);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ["put", () => media.put(KEY, new Uint8Array([1]))],
  ["get", () => media.get(KEY)],
  ["delete", () => media.delete(KEY)],
])(
  "a store that hangs is 503 after ten seconds of a %s, as work that may yet take effect",
  async (_, work) => {
    const whole = media;
    vi.useFakeTimers();
    vi.spyOn(console, "error").mockReturnValue(undefined);
    const hung = () => new Promise<never>(() => undefined);
    const hanging: ObjectStore = { put: hung, get: hung, delete: hung };
    media = await openMedia(hanging, new Uint8Array(32), "https://id.example");
    const failure = work().then(
      () => null,
      (error: unknown) => error,
    );
    media = whole;
    let isOver = false;
    void failure.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const error = await failure;
    expect(error).toMatchObject({ code: "service_unavailable" });
    expect(isUncertain(error)).toBe(true);
  },
);
