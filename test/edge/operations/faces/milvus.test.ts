import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MilvusClient } from "@zilliz/milvus2-sdk-node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { galleryKey } from "../../../../edge/operations/commit/tenant-key.ts";
import { startGalleries } from "../../../harness/edge/gallery-rig.ts";
import { CALLER, TEMPLATE_VERSION } from "../../../harness/edge/inference-results.ts";
import { type Milvus, startMilvus } from "../../../harness/inference/milvus.ts";
import { describeGalleries, FACES, faces, finding, findingNobodyLike, searching } from "./galleries.ts";

/** So many seconds later a caller should ask again. */
const AWAY = { code: "service_unavailable", retryAfter: 5 };
const PATIENCE_MS = 90_000;

let milvus: Milvus;
let service: Awaited<ReturnType<typeof startGalleries>>;
beforeAll(async () => {
  milvus = await startMilvus();
});
afterAll(() => milvus.stop());

const open = () => startGalleries(milvus.environment);

const now = searching(async () => {
  service = await open();
  return service;
});
const { find } = now;

/** A search by a caller who heeds `Retry-After`, as long as a server may take to come up. */
async function findInTheEnd(person: number) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await find(person);
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(500);
    }
  }
}

it("makes its collections on a server that has none, and asks callers to come back meanwhile", async () => {
  await now.rows.put(faces(0, 3));
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 3 });
});

describeGalleries("on Milvus", open);

it("is told nothing again after the service was restarted", async () => {
  await now.rows.put(faces(0, 300));
  await find(1);
  await now.service.restart();
  now.asked = [];
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  expect(now.asked.flatMap(({ changes }) => changes)).toEqual([]);
});

it("is shared by two services, each of which finds what the other was told", async () => {
  const other = await startGalleries(milvus.environment);
  const { searchGallery: port } = other;
  await now.rows.put(faces(0, 300));
  expect(await find(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  await now.rows.put(faces(300, 302));
  expect(await find(301, { port })).toMatchObject({ ...finding(301), gallerySize: 302 });
  await now.rows.remove("person-301");
  expect(await find(301)).toMatchObject({ ...findingNobodyLike(301), gallerySize: 301 });
  expect(await find(301, { port })).toMatchObject({ ...findingNobodyLike(301), gallerySize: 301 });
  expect(now.asked.flatMap(({ changes }) => changes)).toHaveLength(303);
  await other.stop();
});

it("is right after two services followed the log at the same time", async () => {
  const other = await startGalleries(milvus.environment);
  const { searchGallery: port } = other;
  await now.rows.put(faces(0, 400));
  for (let round = 0; round < 3; round++) {
    const both = await Promise.allSettled([find(7), find(9, { port })]);
    expect(both.map(({ status }) => status)).toContain("fulfilled");
    await now.rows.remove(`person-${20 + round}`);
  }
  for (const at of [undefined, port]) {
    const through = at === undefined ? {} : { port: at };
    expect(await find(20, through)).toMatchObject({ ...findingNobodyLike(20), gallerySize: 397 });
    expect(await find(7, through)).toMatchObject({ ...finding(7), gallerySize: 397 });
  }
  await other.stop();
});

/** What is done by the server's own client. */
async function directly<T>(work: (client: MilvusClient) => Promise<T>): Promise<T> {
  const client = await milvus.connect();
  return work(client).finally(() => client.closeConnection());
}

it("whose collection was dropped is noticed and told again", async () => {
  await now.rows.put(faces(0, 300));
  expect(await find(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  await directly((client) => client.dropCollection({ collection_name: "selfsame_faces_1_64" }));
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 300 });
  expect(service.served).toContainEqual({ event: "lost", reason: "collection" });
});

it("that lost some faces is noticed by their number, and told again", async () => {
  await now.rows.put(faces(0, 50));
  expect(await find(1)).toMatchObject({ gallerySize: 50 });
  await find(1);
  await directly((client) =>
    client.delete({ collection_name: "selfsame_faces_1_64", filter: 'registration != "" and seq > 0' }),
  );
  await now.service.restart();
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 50 });
  expect(service.served).toContainEqual({ event: "lost", reason: "faces" });
});

it("has an erased face in its files no more, once they were written anew and collected", async () => {
  // No other test has these faces.
  await now.rows.put(faces(900, 1_100));
  const found = (await find(907))?.found;
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
  const { onGalleryServer } = await now.service.forget(
    [{ gallery, registrationId: found!.registrationId }],
    CALLER.tenant,
  );
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
  expect(await find(1)).toMatchObject(finding(1));
  await milvus.kill();
  await expect(find(1)).rejects.toMatchObject(AWAY);
  await expect(find(2)).rejects.toMatchObject(AWAY);
  await expect(
    now.service.forget([{ gallery: "g", registrationId: "fr_1" }], "t.test"),
  ).rejects.toMatchObject(AWAY);
  await now.rows.remove("person-2");
  await milvus.start();
  expect(await findInTheEnd(1)).toMatchObject({ ...finding(1), gallerySize: 299 });
  expect(await find(2)).toMatchObject(findingNobodyLike(2));
  expect(service.served.map(({ event }) => event)).toEqual(expect.arrayContaining(["away", "back"]));
});
