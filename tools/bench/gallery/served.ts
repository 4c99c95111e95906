import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "../../../inference/config.ts";
import { EmbeddedGalleries } from "../../../inference/engine/gallery/embedded.ts";
import type { GalleryEngine } from "../../../inference/engine/gallery/engine.ts";
import { ServedGalleries } from "../../../inference/engine/gallery/served.ts";
import type { GalleryRequest, Position } from "../../../inference/gallery/messages.ts";
import { median } from "../../../inference/statistics.ts";
import { isMilvusInstalled, type Milvus, startMilvus } from "../../../test/harness/inference/milvus.ts";
import { TOKEN } from "../../../test/harness/inference/serving.ts";
import { crowd, crowdOf, secondCaptures } from "../../../test/material/faces/faces-in-a-crowd.ts";
import { residentMegabytes } from "../edge/rig.ts";
import type { Figure } from "../figure.ts";

const FACES = Number(process.env.FACES ?? 1_000_000);
const DIMENSIONS = 256;
const SEED = 11;
const PAGE = 1_000;
const PROBES = 100;
const ROUNDS = 31;
const AT_ONCE = 8;
const PATIENCE_MS = 300_000;
const GALLERY = "bench/live/1";

const idOf = (seq: number) => `fr_${String(seq).padStart(26, "0")}`;
const request = (more: Partial<GalleryRequest>): GalleryRequest => ({
  ...{ gallery: GALLERY, discard: undefined, base: undefined, changes: [], probe: undefined, limit: 1 },
  ...more,
});
const asking = (vector: Float32Array) => request({ probe: vector.slice() });

/**
 * A million faces on a real Milvus server of this machine, by our engine and by Milvus's own client, in
 * turns, and in memory by the embedded engine: filling, searches, exactness, memory, a restart of the server.
 */
export async function benchServed(): Promise<Figure[]> {
  if (!isMilvusInstalled) throw new Error("no Milvus here: tools/milvus/install.sh");
  const milvus = await startMilvus();
  const { galleryServer } = readConfig({ INFERENCE_TOKEN: TOKEN, ...milvus.environment });
  const served = new ServedGalleries(galleryServer!, () => {});
  const embedded = new EmbeddedGalleries({ maxBytes: 8 * 2 ** 30, snapshots: null }, () => {});
  try {
    await untilAnswered(served, asking(crowdOf(1, SEED, DIMENSIONS)[0]!));
    const probes = probesOf();
    const inMemory = await fill(embedded, (vector, id) => compare(probes, vector, id));
    const onServer = await fill(served);
    const resident = await residentMegabytes(milvus.pid);
    const times = await race(milvus, served, embedded);
    const recall = { served: await recallOf(served, probes), embedded: await recallOf(embedded, probes) };
    const restart = await restarted(milvus, served);
    const all = `${FACES.toLocaleString("en")} × ${DIMENSIONS}`;
    return [
      { name: `${all}: faces a second told to Milvus`, value: FACES / onServer, unit: "/s" },
      { name: "faces a second told to memory", value: FACES / inMemory, unit: "/s" },
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
      { name: "kill -9 of Milvus to the first search", value: restart, unit: "s" },
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

interface Probe {
  readonly vector: Float32Array;
  best: { readonly registrationId: string; readonly score: number };
}

/** Half of them of somebody enrolled. */
function probesOf(): Probe[] {
  const mated = secondCaptures(crowdOf(PROBES / 2, SEED, DIMENSIONS), 12);
  return [...mated, ...crowdOf(PROBES / 2, 13, DIMENSIONS)].map((vector) => ({
    vector,
    best: { registrationId: "", score: Number.NEGATIVE_INFINITY },
  }));
}

function compare(probes: readonly Probe[], vector: Float32Array, registrationId: string): void {
  for (const probe of probes) {
    let score = 0;
    for (let i = 0; i < vector.length; i++) score += probe.vector[i]! * vector[i]!;
    if (score > probe.best.score) probe.best = { registrationId, score };
  }
}

async function recallOf(engine: GalleryEngine, probes: readonly Probe[]): Promise<number> {
  let right = 0;
  for (const { vector, best } of probes) {
    const [found] = (await engine.answer(asking(vector))).candidates;
    if (found?.registrationId === best.registrationId && found.score === best.score) right++;
  }
  return right / probes.length;
}

/** Milliseconds of one search and of eight at once, by turns. */
async function race(milvus: Milvus, served: GalleryEngine, embedded: GalleryEngine) {
  const bare = await bareSearch(milvus);
  const times = {
    ...{ served: [] as number[], bare: [] as number[], embedded: [] as number[] },
    ...{ served8: [] as number[], bare8: [] as number[], embedded8: [] as number[] },
  };
  const probes = secondCaptures(crowdOf(AT_ONCE, SEED, DIMENSIONS), 2);
  const by: Record<"served" | "bare" | "embedded", (vector: Float32Array) => Promise<unknown>> = {
    served: (vector: Float32Array) => served.answer(asking(vector)),
    bare: bare.search,
    embedded: (vector: Float32Array) => embedded.answer(asking(vector)),
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ["served", "bare", "embedded"] as const) {
      times[name].push(await timed(() => by[name](probes[round % AT_ONCE]!)));
      times[`${name}8`].push(await timed(() => Promise.all(probes.map(by[name]))));
    }
  }
  bare.close();
  return times;
}

/** The search that ours makes first, by Milvus's own client alone. */
async function bareSearch(milvus: Milvus) {
  const client = await milvus.connect();
  const collection_name = `selfsame_faces_1_${DIMENSIONS}`;
  const { data } = await client.query({
    ...{ collection_name, filter: 'id != ""', output_fields: ["generation"], limit: 1 },
  });
  const filter = `generation == "${data[0]!.generation}"`;
  return {
    search: (vector: Float32Array) =>
      client.search({ collection_name, data: Array.from(vector), filter, limit: 1, output_fields: ["id"] }),
    close: () => void client.closeConnection(),
  };
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
  const since = performance.now();
  await work();
  return performance.now() - since;
}
