import { afterEach, expect, it, vi } from "vitest";
import { GalleryHost } from "#inference/workers/gallery-host.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";
import { roomFor } from "#test/harness/inference/room.ts";
import { callOf } from "../pool-rig.ts";

const FACES = crowdOf(200, 23, 128);
const page = {
  after: "",
  mark: "199",
  changes: FACES.map((vector, seq) => ({ registrationId: `fr_${seq}`, vector })),
};
const request = { gallery: "a", page: undefined, probe: undefined, limit: 1 };

let host: GalleryHost;
const open = (settings = {}) => {
  const usual = { galleryMemory: 1 << 30, galleryServer: null };
  host = new GalleryHost({ ...usual, queueMemory: 1 << 30, maxWait: 20_000, ...settings });
  return host;
};
afterEach(() => host.close());

// Searches of galleries in memory go one after the other.
it("prevents a tenant from filling the queue: the searches of others run first", async () => {
  open({ queueMemory: roomFor(4) });
  const order: string[] = [];
  const ask = (tenant: string) =>
    host.ask(request, callOf({ tenant })).then(
      () => order.push(tenant),
      ({ kind }) => order.push(`${tenant} ${kind}`),
    );
  const many = Array.from({ length: 6 }, () => ask("a"));
  await Promise.all([...many, ask("b")]);
  expect(order.filter((each) => each === "a overloaded")).toHaveLength(1);
  expect(order.filter((each) => each === "a").length).toBe(5);
  expect(order.indexOf("b")).toBeLessThan(order.lastIndexOf("a"));
});

it("expects no search to take as long as the pages that filled its gallery", async () => {
  open();
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(now);
  const filled = host.ask({ ...request, page }, callOf());
  clock.mockImplementation(() => now() + 20_000);
  await filled;
  const searches = FACES.slice(0, 3).map((probe) => host.ask({ ...request, probe }, callOf()));
  await expect(Promise.all(searches)).resolves.toHaveLength(3);
  clock.mockRestore();
});

it("waits no longer than the caller", async () => {
  open();
  const late = host.ask(request, callOf({ within: 0 }));
  await expect(late).rejects.toMatchObject({ kind: "late" });
  const leaving = new AbortController();
  const left = host.ask(request, callOf({ signal: leaving.signal }));
  leaving.abort();
  await expect(left).rejects.toMatchObject({ kind: "canceled" });
  await expect(host.ask(request, callOf())).resolves.toMatchObject({ mark: "" });
});

it("forgets after what came before, and says so", async () => {
  open();
  void host.ask({ ...request, page }, callOf());
  await host.forget([{ gallery: "a", registrationId: "fr_3" }]);
  expect(host.totals).toMatchObject({ faces: 199 });
});

it("says for a second after a page without a probe that a gallery is being filled", async () => {
  open();
  const clock = vi.spyOn(performance, "now");
  const filling = async (more = {}) => (await host.ask({ ...request, ...more }, callOf())).filling;
  expect(await filling({ page })).toBe(false);
  expect(await filling()).toBe(true);
  expect(await filling({ gallery: "b" })).toBe(false);
  const now = performance.now();
  clock.mockImplementation(() => now + 1_000);
  expect(await filling()).toBe(false);
  clock.mockRestore();
  await host.ask({ ...request, page: { ...page, after: "199", mark: "200" }, probe: FACES[0]! }, callOf());
  expect(await filling()).toBe(false);
});

it("takes nothing more once it is closed", async () => {
  open();
  host.close();
  await expect(host.ask(request, callOf())).rejects.toMatchObject({ kind: "stopping" });
});
