import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Place, UploadBudget } from "#edge/limits/upload-budget.ts";

const LIMITS = { bytes: 1_000, tenantBytes: 700, uploads: 100, tenantUploads: 80 };
const NO_ROOM = { code: "service_unavailable", retryAfter: 2 };
const sender = (name: string) => ({ tenant: name.split("/")[0]!, caller: name });

let budget: UploadBudget;
beforeEach(() => {
  vi.useFakeTimers();
  budget = new UploadBudget(Date.now, LIMITS);
});
afterEach(() => void vi.useRealTimers());

const placed: { readonly name: string; readonly place: Place }[] = [];
/** Enters and reserves room. Its name is added to `placed` on success. */
function upload(name: string, bytes: number) {
  const place = budget.enter(sender(name));
  const reserved = place.reserve(bytes).then(() => void placed.push({ name, place }));
  reserved.catch(() => undefined);
  return { place, reserved };
}
beforeEach(() => void placed.splice(0));
const settled = () => vi.advanceTimersByTimeAsync(50);
const names = () => placed.map(({ name }) => name);

it("a tenant reserves up to its share, and another tenant finds room at once", async () => {
  for (let i = 0; i < 4; i++) upload("tn_1/a", 300);
  upload("tn_2/a", 300);
  await settled();
  expect(names()).toEqual(["tn_1/a", "tn_1/a", "tn_2/a"]);
});

it("an upload that is too large for now keeps no other tenant from the room that is left", async () => {
  upload("tn_1/a", 600);
  upload("tn_2/a", 700);
  upload("tn_3/a", 300);
  await settled();
  expect(names()).toEqual(["tn_1/a", "tn_3/a"]);
});

it("room goes to the tenant that has reserved least, in any order of arrival", async () => {
  upload("tn_1/a", 300);
  const { place } = upload("tn_2/a", 700);
  upload("tn_1/a", 400);
  upload("tn_3/a", 600);
  place.release();
  await settled();
  expect(names()).toEqual(["tn_1/a", "tn_2/a", "tn_3/a"]);
});

it("a tenant's callers take turns, and a caller's uploads come in order", async () => {
  const first = upload("tn_1/a", 500);
  const second = upload("tn_2/a", 400);
  for (const name of ["tn_1/a", "tn_1/b", "tn_1/a", "tn_1/b", "tn_2/b"]) upload(name, 350);
  second.place.release();
  await settled();
  expect(names()).toEqual(["tn_1/a", "tn_2/a", "tn_2/b"]);
  first.place.release();
  for (let at = 2; at < 7; at++) {
    await settled();
    placed[at]?.place.release();
  }
  await settled();
  expect(names().slice(3)).toEqual(["tn_1/b", "tn_1/a", "tn_1/b", "tn_1/a"]);
});

it("an upload that has waited for 20 s is 503 with Retry-After, and waits no more", async () => {
  upload("tn_1/a", 700);
  const { place, reserved } = upload("tn_2/a", 500);
  const refused = expect(reserved).rejects.toMatchObject(NO_ROOM);
  await vi.advanceTimersByTimeAsync(19_900);
  expect(budget.occupancy().waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  await refused;
  place.release();
  expect(budget.occupancy()).toEqual({ uploads: 1, waiting: 0, reserved: 700 });
});

it("a tenant's surplus upload is 503 at once, while another tenant's is read", () => {
  for (let i = 0; i < LIMITS.tenantUploads; i++) budget.enter(sender("tn_1/a"));
  expect(() => budget.enter(sender("tn_1/b"))).toThrow(expect.objectContaining(NO_ROOM));
  for (let i = LIMITS.tenantUploads; i < LIMITS.uploads; i++) budget.enter(sender("tn_2/a"));
  expect(() => budget.enter(sender("tn_3/a"))).toThrow(expect.objectContaining(NO_ROOM));
});

it("a whole upload counts with the bytes that it has, and an answered one with none", async () => {
  const { place } = upload("tn_1/a", 700);
  const waiting = upload("tn_2/a", 600);
  await settled();
  place.complete(300);
  await settled();
  expect(budget.occupancy()).toEqual({ uploads: 2, waiting: 0, reserved: 900 });
  for (const each of [place, waiting.place, waiting.place]) each.release();
  expect(budget.occupancy()).toEqual({ uploads: 0, waiting: 0, reserved: 0 });
});

it("an upload knows that others wait only while it holds what they wait for", async () => {
  const { place } = upload("tn_1/a", 700);
  const idle = budget.enter(sender("tn_1/b"));
  await settled();
  expect(place.isWaitedFor).toBe(false);
  const other = upload("tn_2/a", 600);
  await settled();
  expect([place.isWaitedFor, idle.isWaitedFor, other.place.isWaitedFor]).toEqual([true, false, false]);
});

it("an upload whose call was stopped without its end is forgotten after three minutes", async () => {
  upload("tn_1/a", 700);
  await vi.advanceTimersByTimeAsync(180_000);
  upload("tn_2/a", 600);
  await settled();
  expect(budget.occupancy()).toEqual({ uploads: 1, waiting: 0, reserved: 600 });
});

it("for any sequence, no share is exceeded, no upload waits for an unused budget, and nothing stays reserved", async () => {
  const anything = fc.record({
    name: fc.constantFrom("tn_1/a", "tn_1/b", "tn_2/a", "tn_3/a"),
    bytes: fc.integer({ min: 1, max: LIMITS.tenantBytes }),
    ends: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 5, maxLength: 40 }), async (steps) => {
      budget = new UploadBudget(Date.now, LIMITS);
      const open: { tenant: string; bytes: number; has: boolean; place: Place }[] = [];
      const check = async () => {
        await settled();
        const having = open.filter(({ has }) => has);
        const sum = (of: typeof open) => of.reduce((total, { bytes }) => total + bytes, 0);
        expect(budget.occupancy().reserved).toBe(sum(having));
        expect(sum(having)).toBeLessThanOrEqual(LIMITS.bytes);
        for (const its of Map.groupBy(having, ({ tenant }) => tenant).values()) {
          expect(sum(its)).toBeLessThanOrEqual(LIMITS.tenantBytes);
        }
        expect(having.length > 0 || open.length === 0).toBe(true);
      };
      const end = async (at: number) => {
        const having = open.filter(({ has }) => has);
        const one = having[at % having.length];
        if (one === undefined) return;
        open.splice(open.indexOf(one), 1);
        one.place.release();
        await check();
      };
      for (const { name, bytes, ends } of steps) {
        const each = { tenant: sender(name).tenant, bytes, has: false, place: budget.enter(sender(name)) };
        each.place.reserve(bytes).then(
          () => {
            each.has = true;
          },
          () => undefined,
        );
        open.push(each);
        await check();
        if (ends % 2 === 0) await end(ends);
      }
      while (open.length > 0) await end(0);
      expect(budget.occupancy()).toEqual({ uploads: 0, waiting: 0, reserved: 0 });
    }),
    { numRuns: 60 },
  );
});
