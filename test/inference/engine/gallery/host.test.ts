import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { GalleryHost } from "../../../../inference/engine/gallery/host.ts";
import { crowdOf } from "../../../../lab/material/faces/faces-in-a-crowd.ts";
import { roomFor } from "../../../harness/inference/room.ts";

const FACES = crowdOf(200, 23, 128);
/** Copies: the host gives vectors away. */
const changesOf = () =>
  FACES.map((vector, seq) => ({ seq, registrationId: `fr_${seq}`, vector: vector.slice() }));
const request = {
  gallery: "a",
  discard: undefined,
  base: undefined,
  changes: [],
  probe: undefined,
  limit: 1,
};
const call = (tenant = "") => ({
  deadline: performance.now() + 10_000,
  signal: new AbortController().signal,
  tenant,
  priority: "interactive" as const,
  onTaken() {},
});

let host: GalleryHost;
const open = (settings = {}) => {
  const usual = { galleryMemory: 1 << 30, gallerySnapshots: null, galleryServer: null };
  host = new GalleryHost({ ...usual, queueMemory: 1 << 30, maxWait: 20_000, ...settings });
  return host;
};
afterEach(() => host.close());

it("answers many at once, each its own", async () => {
  open();
  await host.ask({ ...request, changes: changesOf() }, call());
  const answers = await Promise.all(
    FACES.slice(0, 60).map((probe) => host.ask({ ...request, probe: probe.slice() }, call())),
  );
  expect(answers.map(({ candidates }) => candidates[0]?.registrationId)).toEqual(
    FACES.slice(0, 60).map((_, seq) => `fr_${seq}`),
  );
  expect(host.totals).toMatchObject({ galleries: 1, faces: 200 });
});

/** Eight requests share a pass over the rows. */
const AT_ONCE = 8;

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
  const filled = host.ask({ ...request, changes: changesOf() }, call());
  clock.mockImplementation(() => now() + 20_000);
  await filled;
  const searches = FACES.slice(0, 3 * AT_ONCE).map((probe) =>
    host.ask({ ...request, probe: probe.slice() }, call()),
  );
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
  await expect(host.ask(request, call())).resolves.toMatchObject({ position: undefined });
});

it("starts an empty thread in place of one that died, and fails what that one was asked", async () => {
  open();
  await host.ask({ ...request, changes: changesOf() }, call());
  // A limit that no array can have: the thread throws, as it would out of memory.
  const fatal = host.ask({ ...request, probe: FACES[0]!.slice(), limit: -1 }, call());
  await expect(fatal).rejects.toMatchObject({ kind: "engine_lost" });
  const answer = await host.ask({ ...request, changes: changesOf(), probe: FACES[3]!.slice() }, call());
  expect(answer).toMatchObject({ faces: 200, candidates: [{ registrationId: "fr_3" }] });
});

it("forgets after what came before, and says so", async () => {
  open();
  void host.ask({ ...request, changes: changesOf() }, call());
  await host.forget([{ gallery: "a", registrationId: "fr_3" }]);
  expect(host.totals).toMatchObject({ faces: 200 });
  await expect(host.ask(request, call())).resolves.toMatchObject({ faces: 199 });
});

it("has its galleries back after a restart, and after its thread's death, where it may keep them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-galleries-"));
  const settings = { gallerySnapshots: { folder, key: new Uint8Array(32).fill(1) } };
  open(settings);
  await host.ask({ ...request, changes: changesOf() }, call());
  await host.forget([{ gallery: "a", registrationId: "fr_3" }]);
  await host.close();
  open(settings);
  await expect.poll(() => host.ask(request, call())).toMatchObject({ position: { seq: 199 }, faces: 199 });
  const fatal = host.ask({ ...request, probe: FACES[0]!.slice(), limit: -1 }, call());
  await expect(fatal).rejects.toMatchObject({ kind: "engine_lost" });
  await expect.poll(() => host.ask(request, call())).toMatchObject({ position: { seq: 199 }, faces: 199 });
  await rm(folder, { recursive: true });
});

it("takes nothing more once it is closed", async () => {
  open();
  await host.close();
  await expect(host.ask(request, call())).rejects.toMatchObject({ kind: "stopping" });
});
