import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { galleryKey } from "#edge/operations/commit/inference-use.ts";
import { openVault } from "#edge/operations/tenants/vault-keys.ts";
import { openDatabase } from "#edge/store/database.ts";
import { crowdOf } from "#lab/material/faces/faces-in-a-crowd.ts";
import { startHranaServer } from "#local/hrana/server.ts";
import { migrateDatabase } from "#local/migrate.ts";
import { newSecrets, ringOf, type StackSecrets } from "#local/stack/secrets.ts";
import { registrar, startGalleries } from "../../harness/edge/gallery-rig.ts";
import { CALLER, TEMPLATE_VERSION } from "../../harness/edge/inference-results.ts";
import { useFolder } from "../../harness/folder.ts";
import { type Milvus, startMilvus } from "../../harness/inference/milvus.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

let milvus: Milvus;
const folder = useFolder();
let server: Awaited<ReturnType<typeof startHranaServer>>;
let secrets: StackSecrets;
let rows: ReturnType<typeof registrar>;
let tenant: string;

const FACES = crowdOf(1_300, 41, 64);
const faces = (from: number, to: number) =>
  Object.fromEntries(FACES.slice(from, to).map((face, i) => [`person-${from + i}`, face]));

async function admin(words: string[], more: NodeJS.ProcessEnv = {}) {
  const { GALLERY_ENGINE: _, ...reached } = milvus.environment;
  return adminCommand(words, {
    DATABASE_URL: server.url,
    DATABASE_AUTH_TOKEN: secrets.DATABASE_AUTH_TOKEN,
    DATA_KEYS: secrets.DATA_KEYS,
    ...reached,
    ...more,
  });
}

beforeAll(async () => {
  [milvus, secrets] = await Promise.all([startMilvus(), newSecrets()]);
  const authToken = secrets.DATABASE_AUTH_TOKEN;
  server = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0, authToken });
  await migrateDatabase(server.url, authToken);
  const created = await admin([
    "tenants",
    "create",
    "--name",
    "Acme",
    "--owner",
    "owner@example.com",
    "--json",
  ]);
  tenant = JSON.parse(created.out).id;
  const db = openDatabase(server.url, authToken);
  const ctx = operatorContext({ db }, Date.now());
  const { vault } = await openVault(ctx, { ring: await ringOf(secrets) });
  rows = registrar({ services: { db, vault } }, { tenantId: tenant, mode: "test" });
  await rows.put(faces(0, 1_200));
  await rows.remove("person-3");
});
afterAll(async () => {
  await server.close();
  await milvus.stop();
});

/** With retries while the server creates its collections. */
async function fill() {
  for (let n = 0; ; n++) {
    const answer = await admin(["gallery", "fill", "--json"]);
    if (answer.code === 0 || n === 10 || !answer.err.includes("gallery_away")) return answer;
  }
}

it("fills the server while faces come and go, so that inference on it searches at once", async () => {
  const filling = fill();
  await rows.put(faces(1_200, 1_250));
  await rows.remove("person-7");
  expect((await filling).code).toBe(0);
  const { code, out } = await fill();
  expect(code).toBe(0);
  const [first] = JSON.parse(out).data;
  expect(first).toMatchObject({ tenant_id: tenant, mode: "test", version: TEMPLATE_VERSION, faces: 1_248 });
  const service = await startGalleries(milvus.environment);
  const probe = new Uint8Array(FACES[1_249]!.slice().buffer);
  const gallery = galleryKey({ tenantId: tenant, mode: "test" }, TEMPLATE_VERSION);
  const answer = await service.searchGallery({ gallery, page: null, probe, limit: 1 }, CALLER);
  expect(answer).toMatchObject({ faces: 1_248, candidates: [{ score: expect.closeTo(1) }] });
  await service.stop();
}, 240_000);

it("sends nothing that the server already has", async () => {
  const { out } = await fill();
  expect(JSON.parse(out).data).toMatchObject([{ faces: 1_248, changes: 0 }]);
});

it.each([
  [{ GALLERY_MILVUS_URL: "" }, "setting_missing: GALLERY_MILVUS_URL is not set"],
  [{ GALLERY_MILVUS_URL: "milvus" }, "setting_invalid: GALLERY_MILVUS_URL: must be an address such as"],
  [{ GALLERY_MILVUS_PASSWORD: "wrong" }, "gallery_away: "],
])("is rejected with %o by a code", async (settings, message) => {
  const { code, err } = await admin(["gallery", "fill"], settings);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});
