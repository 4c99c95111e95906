import { afterEach, expect, it, vi } from "vitest";
import { GalleryHost } from "#inference/engine/gallery-host.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";
import { roomFor } from "#test/harness/inference/room.ts";

const FACES = crowdOf(200, 23, 128);
const page = {
  after: "",
  mark: "199",
  changes: FACES.map((vector, seq) => ({ registrationId: `fr_${seq}`, vector })),
};
const request = { gallery: "a", page: undefined, probe: undefined, limit: 1 };
const call = (tenant = "") => ({
  deadline: performance.now() + 10_000,
  signal: new AbortController().signal,
  tenant,
  priority: "interactive" as const,
  onTaken() {},
});

let host: GalleryHost;
const open = (settings = {}) => {
  const usual = { galleryMemory: 1 << 30, galleryServer: null };
  host = new GalleryHost({ ...usual, queueMemory: 1 << 30, maxWait: 20_000, ...settings });
  return host;
};
afterEach(() => host.close());

it("answers many at once, each its own", async () => {
  open();
  await host.ask({ ...request, page }, call());
  // From then on the queue knows what a search costs.
  await host.ask({ ...request, probe: FACES[0]! }, call());
  const answers = await Promise.all(
    FACES.slice(0, 60).map((probe) => host.ask({ ...request, probe }, call())),
  );
  expect(answers.map(({ candidates }) => candidates[0]?.registrationId)).toEqual(
    FACES.slice(0, 60).map((_, seq) => `fr_${seq}`),
  );
  expect(host.totals).toMatchObject({ galleries: 1, faces: 200 });
});

/** Searches of galleries in memory go one after the other. */
const AT_ONCE = 1;

it("refuses what is more than may wait", async () => {
  open({ queueMemory: roomFor(2) });
  const asked = Array.from({ length: AT_ONCE + 3 }, () => host.ask(request, call()));
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused).toMatchObject([{ reason: { kind: "overloaded" } }]);
  expect(outcomes.at(-1)).toBe(refused[0]);
});

it("lets nobody fill the queue for others, whose searches come first", async () => {
  open({ queueMemory: roomFor(4) });
  const order: string[] = [];
  const ask = (tenant: string) =>
    host.ask(request, call(tenant)).then(
      () => order.push(tenant),
      ({ kind }) => order.push(`${tenant} ${kind}`),
    );
  const many = Array.from({ length: AT_ONCE + 5 }, () => ask("a"));
  await Promise.all([...many, ask("b")]);
  expect(order.filter((each) => each === "a overloaded")).toHaveLength(1);
  expect(order.filter((each) => each === "a").length).toBe(AT_ONCE + 4);
  expect(order.indexOf("b")).toBeLessThan(order.lastIndexOf("a"));
});

it("expects no search to take as long as the pages that filled its gallery", async () => {
  open();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(now);
  const filled = host.ask({ ...request, page }, call());
  clock.mockImplementation(() => now() + 20_000);
  await filled;
  const searches = FACES.slice(0, 3 * AT_ONCE).map((probe) => host.ask({ ...request, probe }, call()));
  await expect(Promise.all(searches)).resolves.toHaveLength(3 * AT_ONCE);
  clock.mockRestore();
});

it("waits no longer than the caller", async () => {
  open();
  const late = host.ask(request, { ...call(), deadline: performance.now() });
  await expect(late).rejects.toMatchObject({ kind: "late" });
  const leaving = new AbortController();
  const left = host.ask(request, { ...call(), signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ kind: "canceled" });
  await expect(host.ask(request, call())).resolves.toMatchObject({ mark: "" });
});

it("forgets after what came before, and says so", async () => {
  open();
  void host.ask({ ...request, page }, call());
  await host.forget([{ gallery: "a", registrationId: "fr_3" }]);
  expect(host.totals).toMatchObject({ faces: 199 });
});

it("says for a second after a page without a probe that a gallery is being filled", async () => {
  open();
  const clock = vi.spyOn(performance, "now");
  const filling = async (more = {}) => (await host.ask({ ...request, ...more }, call())).filling;
  expect(await filling({ page })).toBe(false);
  expect(await filling()).toBe(true);
  expect(await filling({ gallery: "b" })).toBe(false);
  const now = performance.now();
  clock.mockImplementation(() => now + 1_000);
  expect(await filling()).toBe(false);
  clock.mockRestore();
  await host.ask({ ...request, page: { ...page, after: "199", mark: "200" }, probe: FACES[0]! }, call());
  expect(await filling()).toBe(false);
});

it("fails a request whose vectors differ in length, and goes on with the next", async () => {
  open();
  await host.ask({ ...request, page }, call());
  const short = host.ask({ ...request, probe: FACES[0]!.slice(1) }, call());
  await expect(short).rejects.toMatchObject({ kind: "defect" });
  await expect(host.ask({ ...request, probe: FACES[3]! }, call())).resolves.toMatchObject({ faces: 200 });
});

it("takes nothing more once it is closed", async () => {
  open();
  host.close();
  await expect(host.ask(request, call())).rejects.toMatchObject({ kind: "stopping" });
});
