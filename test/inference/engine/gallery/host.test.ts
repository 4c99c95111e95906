import { afterEach, expect, it } from "vitest";
import { GalleryHost } from "../../../../inference/engine/gallery/host.ts";
import { crowdOf } from "../../../material/faces/faces-in-a-crowd.ts";

const FACES = crowdOf(200, 23, 128);
const changes = FACES.map((vector, seq) => ({ seq, registrationId: `fr_${seq}`, vector }));
const request = {
  gallery: "a",
  discard: undefined,
  base: undefined,
  changes: [],
  probe: undefined,
  limit: 1,
};
const call = () => ({ deadline: Date.now() + 10_000, signal: new AbortController().signal });

let host: GalleryHost;
const open = (settings = {}) => {
  host = new GalleryHost({ galleryMemory: 1 << 30, queueLimit: 64, ...settings });
  return host;
};
afterEach(() => host.close());

it("answers many at once, each its own", async () => {
  open();
  await host.ask({ ...request, changes }, call());
  const answers = await Promise.all(
    FACES.slice(0, 60).map((probe) => host.ask({ ...request, probe }, call())),
  );
  expect(answers.map(({ candidates }) => candidates[0]?.registrationId)).toEqual(
    changes.slice(0, 60).map(({ registrationId }) => registrationId),
  );
  expect(host.totals).toMatchObject({ galleries: 1, faces: 200 });
});

it("refuses what is more than may wait", async () => {
  open({ queueLimit: 2 });
  const asked = [1, 2, 3].map(() => host.ask(request, call()));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(outcomes[2]).toMatchObject({ reason: { kind: "overloaded" } });
});

it("waits no longer than the caller", async () => {
  open();
  const late = host.ask(request, { ...call(), deadline: Date.now() });
  await expect(late).rejects.toMatchObject({ kind: "late" });
  const leaving = new AbortController();
  const left = host.ask(request, { ...call(), signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ kind: "canceled" });
  await expect(host.ask(request, call())).resolves.toMatchObject({ position: undefined });
});

it("starts an empty thread in place of one that died, and fails what that one was asked", async () => {
  open();
  await host.ask({ ...request, changes }, call());
  // A limit that no array can have: the thread throws, as it would out of memory.
  const fatal = host.ask({ ...request, probe: FACES[0]!, limit: -1 }, call());
  await expect(fatal).rejects.toMatchObject({ kind: "engine_lost" });
  const answer = await host.ask({ ...request, changes, probe: FACES[3]! }, call());
  expect(answer).toMatchObject({ faces: 200, candidates: [{ registrationId: "fr_3" }] });
});

it("takes nothing more once it is closed", async () => {
  open();
  await host.close();
  await expect(host.ask(request, call())).rejects.toMatchObject({ kind: "stopping" });
});
