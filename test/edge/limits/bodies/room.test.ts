import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BodyRoom } from "../../../../edge/limits/bodies/room.ts";

const LIMITS = { bodies: 1_000, common: 1_000, tenantShare: 750, callerShare: 500, largest: 2_000 };
const sender = (caller: string) => ({ tenant: caller.split("/")[0]!, caller });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Enters with everything that it declares, and does not leave. */
async function filled(room: BodyRoom, caller: string, bytes: number) {
  const hold = room.enter(sender(caller), bytes);
  await hold.grow(bytes);
  hold.complete(bytes);
  return hold;
}

it("is empty again when every body has been released, also one that waited or was released twice", async () => {
  const room = new BodyRoom(LIMITS, Date.now);
  const holds = [await filled(room, "tn_1/a", 400), await filled(room, "tn_2/a", 1_500)];
  const waiting = room.enter(sender("tn_3/a"), 900);
  const refused = expect(waiting.grow(900)).rejects.toMatchObject({ code: "service_unavailable" });
  expect(room.occupancy()).toEqual({ bodies: 3, waiting: 1, held: 1_900 });
  await vi.advanceTimersByTimeAsync(20_500);
  await refused;
  for (const hold of [...holds, waiting, waiting]) hold.release();
  expect(room.occupancy()).toEqual({ bodies: 0, waiting: 0, held: 0 });
});

it("lets a body in within an eighth of the time that it has waited, and 100 ms, once there is room", async () => {
  const room = new BodyRoom(LIMITS, Date.now);
  const holds = [await filled(room, "tn_1/a", 400), await filled(room, "tn_2/a", 1_500)];
  const waiting = room.enter(sender("tn_3/a"), 900);
  let waited = true;
  const admitted = waiting.grow(900).then(() => (waited = false));
  await vi.advanceTimersByTimeAsync(80);
  holds[1]?.release();
  await vi.advanceTimersByTimeAsync(10);
  expect([await admitted, waited]).toEqual([false, false]);
  expect(room.occupancy()).toEqual({ bodies: 2, waiting: 0, held: 1_300 });
});

it("refuses with 503 and Retry-After after twenty seconds of waiting in vain, however often it waited", async () => {
  const room = new BodyRoom(LIMITS, Date.now);
  await filled(room, "tn_1/a", 500);
  await filled(room, "tn_2/a", 1_500);
  const refusal = { code: "service_unavailable", retryAfter: 2 };
  const waiting = room.enter(sender("tn_3/a"), 900);
  let ended = false;
  const refused = expect(waiting.grow(900).finally(() => (ended = true))).rejects.toMatchObject(refusal);
  await vi.advanceTimersByTimeAsync(19_900);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(400);
  await refused;
});

it("tells a body that stands still to give way to one that has waited for two seconds", async () => {
  const room = new BodyRoom(LIMITS, Date.now);
  await filled(room, "tn_1/a", 400);
  const still = room.enter(sender("tn_2/a"), 1_900);
  await still.grow(1_900);
  const waiting = room.enter(sender("tn_3/a"), 1_200);
  const admitted = waiting.grow(1_200);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(still.failure).toBeNull();
  await vi.advanceTimersByTimeAsync(400);
  expect(still.failure).toMatchObject({ code: "service_unavailable", retryAfter: 2 });
  still.release();
  await vi.advanceTimersByTimeAsync(100);
  await admitted;
});

it("refuses a body that has given way as soon as it wants more", async () => {
  const room = new BodyRoom(LIMITS, Date.now);
  await filled(room, "tn_1/a", 400);
  const still = room.enter(sender("tn_2/a"), 1_900);
  await still.grow(1_800);
  const waiting = room.enter(sender("tn_3/a"), 1_200);
  const admitted = waiting.grow(1_200);
  await vi.advanceTimersByTimeAsync(3_500);
  await expect(still.grow(1_900)).rejects.toMatchObject({ code: "service_unavailable" });
  still.release();
  await vi.advanceTimersByTimeAsync(100);
  await admitted;
});

describe("with as many bodies as it may hold", () => {
  const FEW = { ...LIMITS, bodies: 4 };
  /** Each enters, and begins to receive; `leaving` has the names of those who are told to give way. */
  function arrivals(room: BodyRoom) {
    const holds = new Map<string, { readonly failure: unknown }>();
    const arrive = async (name: string, caller: string) => {
      const hold = room.enter(sender(caller), 100);
      holds.set(name, hold);
      await hold.grow(10);
    };
    const leaving = () => [...holds].flatMap(([name, { failure }]) => (failure === null ? [] : [name]));
    return { leaving, arrive };
  }

  it("refuses another one of the tenant that has most of them", async () => {
    const { leaving, arrive } = arrivals(new BodyRoom(FEW, Date.now));
    for (const name of ["1", "2", "3"]) await arrive(name, "tn_1/a");
    await arrive("other", "tn_2/a");
    await expect(arrive("4", "tn_1/a")).rejects.toMatchObject({ code: "service_unavailable", retryAfter: 2 });
    expect(leaving()).toEqual([]);
  });

  it("takes another tenant's in, and the newest of the one with most gives way", async () => {
    const { leaving, arrive } = arrivals(new BodyRoom(FEW, Date.now));
    for (const name of ["1", "2", "3", "4"]) await arrive(name, "tn_1/a");
    await arrive("other", "tn_2/a");
    expect(leaving()).toEqual(["4"]);
  });

  it("takes one in rather than keep one that stands still", async () => {
    const { leaving, arrive } = arrivals(new BodyRoom(FEW, Date.now));
    await arrive("still", "tn_1/a");
    await vi.advanceTimersByTimeAsync(3_100);
    for (const name of ["2", "3", "4", "5"]) await arrive(name, "tn_1/a");
    expect(leaving()).toEqual(["still"]);
  });

  it("ends no call whose body is whole", async () => {
    const room = new BodyRoom(FEW, Date.now);
    const holds = [];
    for (let i = 0; i < 4; i++) holds.push(await filled(room, "tn_1/a", 10));
    await vi.advanceTimersByTimeAsync(3_100);
    await expect(filled(room, "tn_1/a", 10)).rejects.toMatchObject({ code: "service_unavailable" });
    await filled(room, "tn_2/a", 10);
    expect(holds.map(({ failure }) => failure)).toEqual([null, null, null, null]);
  });
});

it("drops in the end a body whose request was stopped without its cleanup", async () => {
  const room = new BodyRoom(LIMITS, Date.now);
  await filled(room, "tn_1/a", 500);
  await vi.advanceTimersByTimeAsync(180_000);
  await filled(room, "tn_2/a", 500);
  expect(room.occupancy()).toEqual({ bodies: 1, waiting: 0, held: 500 });
});

it("serves the line in order, tenants in turn, and within a tenant its credentials", async () => {
  const room = new BodyRoom(
    { bodies: 1_000, common: 1_000, tenantShare: 1_000, callerShare: 1_000, largest: 2_000 },
    Date.now,
  );
  const holds = [await filled(room, "tn_9/a", 900), await filled(room, "tn_9/a", 1_500)];
  const order: string[] = [];
  const visit = async (name: string, caller: string) => {
    const hold = await filled(room, caller, 900);
    order.push(name);
    hold.release();
  };
  const all = [
    visit("first of 1a", "tn_1/a"),
    visit("second of 1a", "tn_1/a"),
    visit("third of 1a", "tn_1/a"),
    visit("first of 2a", "tn_2/a"),
    visit("first of 1b", "tn_1/b"),
  ];
  holds[0]?.release();
  await vi.advanceTimersByTimeAsync(500);
  await Promise.all(all);
  expect(order).toEqual(["first of 1a", "first of 2a", "first of 1b", "second of 1a", "third of 1a"]);
});

it("gives a caller no more than its share while others are there, and all of it when it is alone", async () => {
  const room = new BodyRoom(LIMITS, Date.now);
  const alone = [await filled(room, "tn_1/a", 450), await filled(room, "tn_1/a", 450)];
  expect(room.occupancy().held).toBe(900);
  alone[1]?.release();
  await filled(room, "tn_2/a", 10);
  const beside = await filled(room, "tn_1/a", 100);
  const waiting = room.enter(sender("tn_1/a"), 100);
  const admitted = waiting.grow(100);
  await filled(room, "tn_1/b", 100);
  expect(room.occupancy()).toEqual({ bodies: 5, waiting: 1, held: 660 });
  beside.release();
  await vi.advanceTimersByTimeAsync(100);
  await admitted;
});
