import { setTimeout as sleep } from "node:timers/promises";
import type { FieldType, MilvusClient } from "@zilliz/milvus2-sdk-node";
import { readConfig } from "../../../inference/config.ts";
import { EmbeddedGalleries } from "../../../inference/engine/gallery/embedded.ts";
import type { GalleryEngine } from "../../../inference/engine/gallery/engine.ts";
import { ServedGalleries } from "../../../inference/engine/gallery/served.ts";
import type { GalleryRequest, Position } from "../../../inference/gallery/messages.ts";
import type { MilvusSettings } from "../../../inference/gallery/milvus/connection.ts";
import { median } from "../../../inference/statistics.ts";
import { isMilvusInstalled, type Milvus, startMilvus } from "../../../test/harness/inference/milvus.ts";
import { TOKEN } from "../../../test/harness/inference/serving.ts";
import { crowd, crowdOf, secondCaptures } from "../../material/faces/faces-in-a-crowd.ts";
import { residentMegabytes } from "../edge/rig.ts";
import type { Figure } from "../figure.ts";
import { compare, DIMENSIONS, idOf, type Probe, probesOf } from "./probes.ts";

const FACES = Number(process.env.FACES ?? 1_000_000);
const SEED = 11;
const PAGE = 1_000;
const PROBES = 100;
const ROUNDS = 31;
const AT_ONCE = 8;
const PATIENCE_MS = 300_000;
/** Milliseconds between two ticks of the server's clock, for which a search waits. */
const TICK_MS = 50;
/** Pages that Milvus's own client is told, as many as say how fast it is. */
const BARE_PAGES = 20;
const GALLERY = "bench/live/1";

const request = (more: Partial<GalleryRequest>): GalleryRequest => ({
  ...{ gallery: GALLERY, discard: undefined, base: undefined, changes: [], probe: undefined, limit: 1 },
  ...more,
});
const asking = (vector: Float32Array) => request({ probe: vector.slice() });
const COLLECTION = `selfsame_faces_1_${DIMENSIONS}`;
/** It takes ten minutes and more with a million faces. */
const tell = (step: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${step}`);

/**
 * A million faces on a real Milvus server of this machine, by our engine and by Milvus's own client, in
 * turns, and in memory by the embedded engine: filling, searches, exactness, memory, restarts of either side.
 */
export async function benchServed(): Promise<Figure[]> {
  if (!isMilvusInstalled) throw new Error("no Milvus here: tools/milvus/install.sh");
  const milvus = await startMilvus();
  const { galleryServer } = readConfig({ INFERENCE_TOKEN: TOKEN, ...milvus.environment });
  const served = new ServedGalleries(galleryServer!, () => {});
  const embedded = new EmbeddedGalleries({ maxBytes: 8 * 2 ** 30, snapshots: null }, () => {});
  try {
    await untilAnswered(served, asking(crowdOf(1, SEED, DIMENSIONS)[0]!));
    const probes = probesOf(PROBES, SEED);
    tell("filling memory, and comparing by brute force");
    const inMemory = await fill(embedded, (vector, id) => compare(probes, vector, id));
    tell("filling Milvus");
    const onServer = await fill(served);
    const client = await milvus.connect();
    const bare = await fillBare(client);
    tell("waiting until its segments are sealed");
    const sealing = await untilSealed(client);
    const resident = await residentMegabytes(milvus.pid);
    tell("searching");
    const times = await race(client, served, embedded);
    const recall = { served: await recallOf(served, probes), embedded: await recallOf(embedded, probes) };
    client.closeConnection();
    tell("restarting");
    const service = await restartedService(galleryServer!);
    const server = await restarted(milvus, served);
    const all = `${FACES.toLocaleString("en")} × ${DIMENSIONS}`;
    return [
      { name: `${all}: faces a second told to Milvus`, value: FACES / onServer, unit: "/s" },
      { name: "faces a second by Milvus's own client", value: bare, unit: "/s" },
      { name: "faces a second told to memory", value: FACES / inMemory, unit: "/s" },
      { name: "until all of Milvus's segments are sealed", value: sealing, unit: "s" },
      { name: "1 search on Milvus, p50", value: median(times.served), unit: "ms" },
      { name: "1 search by Milvus's own client, p50", value: median(times.bare), unit: "ms" },
      beside("1 search", times.served, times.bare),
      { name: "1 search in memory, p50", value: median(times.embedded), unit: "ms" },
      { name: "8 at once on Milvus, all of them, p50", value: median(times.served8), unit: "ms" },
      { name: "8 at once by Milvus's own client, p50", value: median(times.bare8), unit: "ms" },
      beside("8 at once", times.served8, times.bare8),
      { name: "8 at once in memory, all of them, p50", value: median(times.embedded8), unit: "ms" },
      { name: `recall@1 of ${PROBES} on Milvus, scores equal`, value: recall.served, unit: "", aim: ">= 1" },
      {
        name: `recall@1 of ${PROBES} in memory, scores equal`,
        value: recall.embedded,
        unit: "",
        aim: ">= 1",
      },
      { name: "a new service to its first search", value: service, unit: "s" },
      { name: "kill -9 of Milvus to the first search", value: server, unit: "s" },
      { name: "Milvus's process, resident", value: resident, unit: "MB" },
      { name: "in memory, counted", value: embedded.totals.bytes / 2 ** 20, unit: "MB" },
    ];
  } finally {
    await Promise.all([served.close(), embedded.close()]);
    await milvus.stop();
  }
}

const beside = (what: string, ours: readonly number[], bare: readonly number[]): Figure => ({
  name: `${what} beside Milvus's own client`,
  value: median(ours) / median(bare),
  unit: "×",
  aim: "<= 1.2",
});

/** Seconds until an engine was told all faces, page by page. */
async function fill(
  engine: GalleryEngine,
  onFace: (vector: Float32Array, registrationId: string) => void = () => {},
): Promise<number> {
  const people = crowd(SEED, DIMENSIONS);
  let base: Position | undefined;
  let seconds = 0;
  for (let from = 0; from < FACES; from += PAGE) {
    const changes = Array.from({ length: PAGE }, (_, i) => {
      const [seq, vector] = [from + i + 1, people.next().value];
      onFace(vector, idOf(seq));
      // A copy: the engine takes it, and the next face may be like this one.
      return { seq, registrationId: idOf(seq), vector: vector.slice() };
    });
    const since = performance.now();
    const { position } = await engine.answer(request({ base, changes }));
    seconds += (performance.now() - since) / 1_000;
    if (position?.seq !== from + PAGE) throw new Error("a page was not followed");
    base = position;
  }
  return seconds;
}

async function recallOf(engine: GalleryEngine, probes: readonly Probe[]): Promise<number> {
  let right = 0;
  for (const { vector, best } of probes) {
    const [found] = (await engine.answer(asking(vector))).candidates;
    if (found?.registrationId === best.registrationId && found.score === best.score) right++;
  }
  return right / probes.length;
}

/** Faces a second that Milvus's own client inserts, into a collection like ours that is dropped again. */
async function fillBare(client: MilvusClient): Promise<number> {
  const collection_name = "bench_bare";
  const { schema } = await client.describeCollection({ collection_name: COLLECTION });
  const fields = schema.fields.map(({ name, data_type, is_primary_key, is_partition_key, type_params }) => ({
    ...{ name, data_type, is_primary_key, is_partition_key },
    type_params: Object.fromEntries(type_params.map(({ key, value }) => [key, value])),
  }));
  await client.createCollection({ collection_name, fields: fields as FieldType[] });
  const people = crowd(SEED, DIMENSIONS);
  let seconds = 0;
  for (let page = 0; page < BARE_PAGES; page++) {
    const data = Array.from({ length: PAGE }, (_, i) => ({
      ...{ id: idOf(page * PAGE + i), generation: "bench", registration: idOf(page * PAGE + i), seq: i },
      vector: Array.from(people.next().value),
    }));
    const since = performance.now();
    const { status } = await client.insert({ collection_name, data });
    if (status.error_code !== "Success") throw new Error(status.reason);
    seconds += (performance.now() - since) / 1_000;
  }
  await client.dropCollection({ collection_name });
  return (BARE_PAGES * PAGE) / seconds;
}

/** Seconds until the server searches no rows any more that are not in a sealed segment. */
async function untilSealed(client: MilvusClient): Promise<number> {
  const since = performance.now();
  await client.flushSync({ collection_names: [COLLECTION] });
  for (;;) {
    const { infos } = await client.getQuerySegmentInfo({ collectionName: COLLECTION });
    const sealed = infos.filter(({ state }) => String(state) === "Sealed");
    if (sealed.reduce((sum, { num_rows }) => sum + Number(num_rows), 0) >= FACES) break;
    if (performance.now() - since > PATIENCE_MS) throw new Error("Milvus's segments are not sealed");
    await sleep(1_000);
  }
  return (performance.now() - since) / 1_000;
}

/**
 * Milliseconds of one search and of eight at once, by turns. Each begins at a moment of its own, so that
 * nobody begins just after the server's clock has ticked.
 */
async function race(client: MilvusClient, served: GalleryEngine, embedded: GalleryEngine) {
  const bare = await bareSearch(client);
  const times = {
    ...{ served: [] as number[], bare: [] as number[], embedded: [] as number[] },
    ...{ served8: [] as number[], bare8: [] as number[], embedded8: [] as number[] },
  };
  const probes = secondCaptures(crowdOf(AT_ONCE, SEED, DIMENSIONS), 2);
  const by: Record<"served" | "bare" | "embedded", (vector: Float32Array) => Promise<unknown>> = {
    served: (vector: Float32Array) => served.answer(asking(vector)),
    bare,
    embedded: (vector: Float32Array) => embedded.answer(asking(vector)),
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ["served", "bare", "embedded"] as const) {
      times[name].push(await timed(() => by[name](probes[round % AT_ONCE]!)));
      times[`${name}8`].push(await timed(() => Promise.all(probes.map(by[name]))));
    }
  }
  return times;
}

/** The search that ours makes first, by Milvus's own client alone. */
async function bareSearch(client: MilvusClient) {
  const collection_name = COLLECTION;
  const { data } = await client.query({
    ...{ collection_name, filter: 'id != ""', output_fields: ["generation"], limit: 1 },
  });
  const filter = `generation == "${data[0]!.generation}"`;
  return (vector: Float32Array) =>
    client.search({ collection_name, data: Array.from(vector), filter, limit: 1, output_fields: ["id"] });
}

/** Seconds from a service that knows nothing yet to a search that finds. */
async function restartedService(settings: MilvusSettings): Promise<number> {
  const since = performance.now();
  const service = new ServedGalleries(settings, () => {});
  await untilAnswered(service, asking(crowdOf(1, SEED, DIMENSIONS)[0]!));
  await service.close();
  return (performance.now() - since) / 1_000;
}

/** Seconds from the server's death, and its start right after, to a search that finds. */
async function restarted(milvus: Milvus, served: GalleryEngine): Promise<number> {
  const since = performance.now();
  await milvus.kill();
  await milvus.start();
  await untilAnswered(served, asking(crowdOf(1, SEED, DIMENSIONS)[0]!));
  return (performance.now() - since) / 1_000;
}

async function untilAnswered(engine: GalleryEngine, search: GalleryRequest): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await engine.answer(request({ probe: search.probe!.slice() }));
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(200);
    }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await sleep(Math.random() * TICK_MS);
  const since = performance.now();
  await work();
  return performance.now() - since;
}
