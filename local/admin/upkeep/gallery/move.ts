import { count, isNull } from "drizzle-orm";
import { z } from "zod";
import { faceTemplates } from "../../../../drizzle/schema/results.ts";
import type { Database } from "../../../../edge/store/batch.ts";
import { EmbeddedGalleries } from "../../../../inference/engine/gallery/embedded.ts";
import type { GalleryEngine } from "../../../../inference/engine/gallery/engine.ts";
import { ServedGalleries } from "../../../../inference/engine/gallery/served.ts";
import { gallerySettings, galleryVariables } from "../../../../inference/engine/gallery/settings.ts";
import { GalleryAway, GalleryRefusal, samePosition } from "../../../../inference/gallery/messages.ts";
import { CommandError, type Commands, type OperatorDatabase, type Watch } from "../../command.ts";
import { agree, Sample, TRIES } from "./agree.ts";
import { follow, type Gallery, type Truth } from "./follow.ts";
import { agreeInParts, sampleOf } from "./parts.ts";

const PROBES = 1_000;
/** Milliseconds between two lines of progress. */
const TELL_EVERY = 5_000;

export const GALLERY_COMMANDS: Commands = {
  "gallery move": {
    needs: "database",
    summary:
      "fills the galleries of --to milvus or embedded from the database while the other engine serves, and compares both: the faces' number, and 1,000 probes a gallery. With the GALLERY_… settings of both. Then start inference with GALLERY_ENGINE of that name",
    flags: { to: "string" },
    run: move,
  },
};

async function move(database: OperatorDatabase, flags: { required(name: string): string }, watch: Watch) {
  const to = flags.required("to");
  if (to !== "milvus" && to !== "embedded") {
    throw new CommandError("invalid_parameter", "--to is milvus or embedded");
  }
  const { embedded, milvus } = openEngines(watch, to);
  const { db, context } = database;
  try {
    const moved = [];
    for (const { faces, ...gallery } of await galleriesOf(db)) {
      const truth = { db, vault: context().services.vault };
      moved.push(await moveOne(gallery, faces, truth, { embedded, milvus }, { ...watch, to }));
    }
    return moved;
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await Promise.all([embedded.close(), milvus.close()]);
  }
}

async function moveOne(
  gallery: Gallery,
  expected: number,
  truth: Truth,
  { embedded, milvus }: Record<"embedded" | "milvus", GalleryEngine>,
  { tell, to }: Pick<Watch, "tell"> & { readonly to: "milvus" | "embedded" },
) {
  const name = `${gallery.scope.tenantId} ${gallery.scope.mode} ${gallery.version}`;
  const sample = new Sample(PROBES);
  let toldAt = 0;
  const progress = (engine: string) => (told: number) => {
    if (performance.now() - toldAt < TELL_EVERY) return;
    toldAt = performance.now();
    tell(`${name}: ${engine} has followed ${told} changes, of ${expected} faces`);
  };
  const ofEmbedded = progress("embedded");
  const followed = follow(embedded, gallery, truth, (told, vectors) => {
    for (const vector of vectors) sample.add(vector);
    ofEmbedded(told);
  });
  // A server is there for what memory cannot hold.
  const isWhole = to === "embedded" ? await followed.then(() => true) : await fits(followed);
  await follow(milvus, gallery, truth, progress("milvus"));
  const probes = isWhole ? sample.probes : await sampleOf(gallery, truth, PROBES);
  if (isWhole) await agree([embedded, milvus], gallery, truth, probes);
  else {
    tell(`${name}: does not fit into GALLERY_MEMORY, so that it is compared in parts`);
    await agreeInParts(milvus, embedded, gallery, truth, probes);
  }
  const faces = await checkNumber(to === "embedded" ? embedded : milvus, gallery, truth);
  tell(`${name}: both have ${faces} faces, and ${probes.length} probes answer the same`);
  const { tenantId, mode } = gallery.scope;
  return { tenant_id: tenantId, mode, version: gallery.version, faces, probes: probes.length };
}

/** False where the memory for galleries is too small. */
async function fits(followed: Promise<unknown>): Promise<boolean> {
  try {
    await followed;
    return true;
  } catch (error) {
    if (error instanceof GalleryRefusal && error.kind === "memory") return false;
    throw error;
  }
}

/** How many faces an engine has. Throws `gallery_differs` where the database has others. */
async function checkNumber(engine: GalleryEngine, gallery: Gallery, truth: Truth): Promise<number> {
  for (let n = 0; n < TRIES; n++) {
    const before = await follow(engine, gallery, truth);
    const all = await galleriesOf(truth.db);
    const { position, faces } = await follow(engine, gallery, truth);
    if (!samePosition(before.position, position)) continue;
    const { scope, version } = gallery;
    const own = all.find(
      (each) =>
        each.scope.tenantId === scope.tenantId && each.scope.mode === scope.mode && each.version === version,
    );
    if ((own?.faces ?? 0) === faces) return faces;
    throw new CommandError("gallery_differs", `the database has ${own?.faces ?? 0} faces, and not ${faces}`);
  }
  throw new CommandError("gallery_busy", "the gallery changes faster than its faces can be counted");
}

/** Every gallery that has a face, and how many. */
async function galleriesOf(db: Database): Promise<(Gallery & { readonly faces: number })[]> {
  const { tenantId, mode, templateVersion, deletedAt } = faceTemplates;
  const rows = await db
    .select({ tenantId, mode, version: templateVersion, faces: count() })
    .from(faceTemplates)
    .where(isNull(deletedAt))
    .groupBy(tenantId, mode, templateVersion);
  return rows.map(({ version, faces, ...scope }) => ({ scope, version, faces }));
}

/** Both engines, from the settings of inference. A disk is written where galleries are to be embedded. */
function openEngines({ tell, environment }: Watch, to: "milvus" | "embedded") {
  const given = Object.entries(environment).filter(([name, value]) => name.startsWith("GALLERY_") && value);
  const of = (isWanted: (name: string) => boolean, engine: string) =>
    gallerySettings(
      z
        .object(galleryVariables)
        .parse(Object.fromEntries([...given.filter(([name]) => isWanted(name)), ["GALLERY_ENGINE", engine]])),
      environment.PLAINTEXT_BEYOND_LOOPBACK === "1",
    );
  try {
    const { galleryServer } = of((name) => name.startsWith("GALLERY_MILVUS_"), "milvus");
    const { galleryMemory, gallerySnapshots } = of((name) => !name.startsWith("GALLERY_MILVUS_"), "embedded");
    if (to === "embedded" && gallerySnapshots === null) {
      throw new Error("settings: GALLERY_DIR and GALLERY_KEY, where embedded galleries are written");
    }
    const snapshots = to === "embedded" ? gallerySnapshots : null;
    return {
      embedded: new EmbeddedGalleries({ maxBytes: galleryMemory, snapshots }, ({ event }) => {
        if (event !== "restored") tell(`embedded: a snapshot is ${event}`);
      }),
      milvus: new ServedGalleries(galleryServer!, ({ event }) => {
        if (event !== "filling") tell(`milvus: ${event}`);
      }),
    };
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError("setting_invalid", error instanceof z.ZodError ? namesOf(error) : message);
  }
}

const namesOf = ({ issues }: z.ZodError) => issues.map(({ path }) => path.join(".")).join(", ");

function refusalOf(error: unknown): unknown {
  if (error instanceof GalleryAway) return new CommandError("gallery_away", error.message);
  if (!(error instanceof GalleryRefusal)) return error;
  return error.kind === "memory"
    ? new CommandError("gallery_too_large", "a gallery, or a single face, does not fit into GALLERY_MEMORY")
    : new CommandError("gallery_differs", "templates of one version differ in length");
}
