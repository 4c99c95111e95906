import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FieldType, MilvusClient } from "@zilliz/milvus2-sdk-node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { galleryKey } from "#edge/operations/commit/inference-use.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { startGalleries } from "#test/harness/edge/gallery-rig.ts";
import { CALLER, TEMPLATE_VERSION } from "#test/harness/edge/inference-results.ts";
import { type Milvus, startMilvus } from "#test/harness/inference/milvus.ts";
import { describeGalleries, FACES, faces, finding, findingNoMatch, searching } from "./galleries.ts";

/** So many seconds later a caller should ask again. */
const AWAY = { code: "service_unavailable", retryAfter: 5 };
const PATIENCE_MS = 90_000;

let milvus: Milvus;
let service: Awaited<ReturnType<typeof startGalleries>>;
beforeAll(async () => {
  milvus = await startMilvus();
});
afterAll(() => milvus.stop());

const now = searching(async () => {
  service = await startGalleries(milvus.environment);
  return service;
});
const { find } = now;

/** Retries by `Retry-After`, for the time that a server may need to start and load. */
async function inTheEnd<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(500);
    }
  }
}
const findInTheEnd = (person: number) => inTheEnd(() => find(person));

/** A service whose collections exist, in any order of tests. */
async function open() {
  const loaded = await startGalleries(milvus.environment);
  const template = new Uint8Array(FACES[0]!.slice().buffer);
  const page = { after: "", mark: "1", changes: [{ registrationId: "fr_1", template }] };
  const gallery = { gallery: "first", page, probe: template, limit: 1 };
  await inTheEnd(() => loaded.searchGallery(gallery, CALLER));
  return loaded;
}

it("makes its collections on a server that has none, and asks callers to come back meanwhile", async () => {
  await now.rows.put(faces(0, 3));
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 3 });
});

describeGalleries("on Milvus", open);

it("receives nothing again after a restart of the service", async () => {
  await now.rows.put(faces(0, 300));
  await findInTheEnd(1);
  await now.service.restart();
  now.asked = [];
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  expect(now.asked.flatMap(({ page }) => page?.changes ?? [])).toEqual([]);
});

it("is shared by two services, each of which finds the faces that the other stored", async () => {
  const other = await startGalleries(milvus.environment);
  const { searchGallery: port } = other;
  await now.rows.put(faces(0, 300));
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  now.asked = [];
  await now.rows.put(faces(300, 302));
  expect(await find(301, { port })).toMatchObject({ ...finding(301), gallerySize: 302 });
  await now.rows.remove("person-301");
  expect(await find(301)).toMatchObject({ ...findingNoMatch(301), gallerySize: 301 });
  expect(await find(301, { port })).toMatchObject({ ...findingNoMatch(301), gallerySize: 301 });
  expect(now.asked.flatMap(({ page }) => page?.changes ?? [])).toHaveLength(3);
  await other.stop();
});

it("is right after two services followed the log at the same time", async () => {
  const other = await open();
  const { searchGallery: port } = other;
  await now.rows.put(faces(0, 400));
  for (let round = 0; round < 3; round++) {
    const both = await Promise.allSettled([find(7), find(9, { port })]);
    expect(both.map(({ status }) => status)).toContain("fulfilled");
    await now.rows.remove(`person-${20 + round}`);
  }
  for (const at of [undefined, port]) {
    const through = at === undefined ? {} : { port: at };
    expect(await find(20, through)).toMatchObject({ ...findingNoMatch(20), gallerySize: 397 });
    expect(await find(7, through)).toMatchObject({ ...finding(7), gallerySize: 397 });
  }
  await other.stop();
});

/** Actions with the server's own client. */
async function directly<T>(work: (client: MilvusClient) => Promise<T>): Promise<T> {
  const client = await milvus.connect();
  return work(client).finally(() => client.closeConnection());
}

it("is filled again after its collection was dropped", async () => {
  await now.rows.put(faces(0, 300));
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  await directly((client) => client.dropCollection({ collection_name: "selfsame_faces_1_64" }));
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  expect(service.served).toContainEqual({ event: "lost" });
});

it("leaves a collection of somebody else's alone that has its name, and is unavailable meanwhile", async () => {
  await now.rows.put(faces(0, 3));
  await findInTheEnd(1);
  const collection_name = "selfsame_faces_1_32";
  const fields: FieldType[] = [
    { name: "own", data_type: "Int64", is_primary_key: true },
    { name: "vector", data_type: "FloatVector", dim: 32 },
  ];
  await directly((client) => client.createCollection({ collection_name, fields }));
  const template = new Uint8Array(crowdOf(1, 3, 32)[0]!.buffer);
  const page = { after: "", mark: "1", changes: [{ registrationId: "fr_1", template }] };
  const gallery = { gallery: "narrow", page, probe: template, limit: 1 };
  await expect(now.service.searchGallery(gallery, CALLER)).rejects.toMatchObject(AWAY);
  expect(service.served).toContainEqual({ event: "away", reason: `${collection_name} is somebody else's` });
  const { schema } = await directly((client) => client.describeCollection({ collection_name }));
  expect(schema.fields.map(({ name }) => name)).toEqual(["own", "vector"]);
});

it("no longer has an erased face in its files after compaction and garbage collection", async () => {
  // No other test has these faces.
  await now.rows.put(faces(900, 1_100));
  const found = (await findInTheEnd(907))?.found;
  await directly((client) => client.flushSync({ collection_names: ["selfsame_faces_1_64"] }));
  const isInFiles = (person: number) => {
    const folder = join(milvus.folder, "data/insert_log");
    const some = Buffer.from(FACES[person]!.slice(0, 8).buffer);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .some(({ parentPath, name }) => readOrEmpty(join(parentPath, name)).includes(some));
  };
  await expect.poll(() => isInFiles(907), { timeout: PATIENCE_MS }).toBe(true);
  const gallery = galleryKey(now.scope, TEMPLATE_VERSION);
  const { onGalleryServer } = await now.service.forget([{ gallery, registrationId: found!.registrationId }]);
  expect(onGalleryServer).toBe(true);
  await now.rows.remove("person-907");
  await expect.poll(() => isInFiles(907), { timeout: PATIENCE_MS, interval: 1_000 }).toBe(false);
  expect(isInFiles(909)).toBe(true);
}, 240_000);

/** Files come and go while they are read. */
function readOrEmpty(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

it("is unavailable while the server is away, and as it was once that is back", async () => {
  await now.rows.put(faces(0, 300));
  expect(await findInTheEnd(1)).toMatchObject(finding(1));
  await milvus.kill();
  await expect(find(1)).rejects.toMatchObject(AWAY);
  await expect(find(2)).rejects.toMatchObject(AWAY);
  await expect(now.service.forget([{ gallery: "g", registrationId: "fr_1" }])).rejects.toMatchObject(AWAY);
  await now.rows.remove("person-2");
  await milvus.start();
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 299 });
  expect(await find(2)).toMatchObject(findingNoMatch(2));
  expect(service.served.map(({ event }) => event)).toEqual(expect.arrayContaining(["away", "back"]));
});

it("is 503 with Retry-After to tenants while the server is away, all else is served, and 200 once it is back", async () => {
  const { edge } = now;
  const { searchGallery } = now.service;
  const inference = { ...edge.services.inference, searchGallery };
  Object.assign(edge.services, { inference });
  const key = (await edge.newTenant()).keys.test;
  await edge.upload("/v1/face/registrations", key, { image: image(), customer_ref: "u1" });
  const dedupe = async () => {
    edge.advance(5_000);
    return edge.upload("/v1/face/dedupe", key, { image: image() });
  };
  const served = { status: 200, body: { match: true, customer_ref: "u1", gallery_size: 1 } };
  await expect.poll(dedupe, { timeout: PATIENCE_MS }).toMatchObject(served);
  await milvus.kill();
  for (let n = 0; n < 3; n++) {
    const answer = await dedupe();
    expect(answer).toMatchObject({ status: 503, body: { error: { code: AWAY.code } } });
    expect(answer.headers.get("retry-after")).toBe(String(AWAY.retryAfter));
  }
  const images = { image_a: image(), image_b: image(2) };
  expect(await edge.upload("/v1/face/verify", key, images)).toMatchObject({
    status: 200,
    body: { match: true },
  });
  await milvus.start();
  await expect.poll(dedupe, { timeout: PATIENCE_MS, interval: 1_000 }).toMatchObject(served);
}, 240_000);
