import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase } from "../../../edge/store/database.ts";
import { crowdOf } from "../../../lab/material/faces/faces-in-a-crowd.ts";
import { startHranaServer } from "../../../local/hrana/server.ts";
import { migrateDatabase } from "../../../local/migrate.ts";
import { newSecrets, openKeys, type StackSecrets } from "../../../local/stack/secrets.ts";
import { registrar } from "../../harness/edge/gallery-rig.ts";
import { type Milvus, startMilvus } from "../../harness/inference/milvus.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

let milvus: Milvus;
let folder: string;
let server: Awaited<ReturnType<typeof startHranaServer>>;
let secrets: StackSecrets;
let rows: ReturnType<typeof registrar>;
let live: ReturnType<typeof registrar>;
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
  [milvus, folder, secrets] = await Promise.all([
    startMilvus(),
    mkdtemp(join(tmpdir(), "selfsame-move-")),
    newSecrets(),
  ]);
  const authToken = secrets.DATABASE_AUTH_TOKEN;
  server = await startHranaServer({ file: join(folder, "selfsame.db"), port: 0, authToken });
  await migrateDatabase(server.url, authToken);
  const made = await admin(["tenants", "create", "--name", "Acme", "--owner", "owner@example.com", "--json"]);
  tenant = JSON.parse(made.out).id;
  const db = openDatabase(server.url, authToken);
  const { vault } = await openKeys(db, secrets);
  rows = registrar({ services: { db, vault } }, { tenantId: tenant, mode: "test" });
  live = registrar({ services: { db, vault } }, { tenantId: tenant, mode: "live" });
  await rows.put(faces(0, 1_200));
  await rows.remove("person-3");
});
afterAll(async () => {
  await server.close();
  await milvus.stop();
  await rm(folder, { recursive: true });
});

/** By an operator who tries again while the server makes its collections. */
async function moved(words: string[], more: NodeJS.ProcessEnv = {}) {
  for (let n = 0; ; n++) {
    const answer = await admin(words, more);
    if (answer.code === 0 || n === 10 || !answer.err.includes("gallery_away")) return answer;
  }
}

it("moves all galleries to the server while faces come and go, and back, and says what it compared", async () => {
  const words = ["gallery", "move", "--json", "--to"];
  const moving = moved([...words, "milvus"]);
  await rows.put(faces(1_200, 1_250));
  await rows.remove("person-7");
  const there = await moving;
  expect(there.err).toContain("probes answer the same");
  expect(there.code).toBe(0);
  const [first] = JSON.parse(there.out).data;
  expect(first).toMatchObject({ tenant_id: tenant, mode: "test", probes: 1_000 });
  await rows.put(faces(1_250, 1_300));
  const kept = {
    GALLERY_DIR: join(folder, "galleries"),
    GALLERY_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const back = await moved([...words, "embedded"], kept);
  expect(JSON.parse(back.out).data).toMatchObject([{ faces: 1_298, probes: 1_000 }]);
}, 240_000);

it.each([
  [["gallery", "move", "--to", "faiss"], {}, "invalid_parameter: --to is milvus or embedded"],
  [
    ["gallery", "move", "--to", "milvus"],
    { GALLERY_MILVUS_URL: "" },
    "setting_invalid: settings: GALLERY_ENGINE",
  ],
  [["gallery", "move", "--to", "embedded"], {}, "setting_invalid: settings: GALLERY_DIR and GALLERY_KEY"],
  [["gallery", "move", "--to", "milvus"], { GALLERY_MILVUS_PASSWORD: "wrong" }, "gallery_away: "],
])("refuses %o with %o by a code", async (words, settings, message) => {
  const { code, err } = await admin(words, settings);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});

/** More than a megabyte holds. */
const WIDE = crowdOf(300, 43, 1_024);

it("moves a gallery to the server that memory cannot hold, compared in parts while faces come and go", async () => {
  await live.put(Object.fromEntries(WIDE.map((face, i) => [`wide-${i}`, face])));
  const words = ["gallery", "move", "--json", "--to", "milvus"];
  const moving = moved(words, { GALLERY_MEMORY: "1" });
  await live.remove("wide-7", "wide-290");
  const { code, out, err } = await moving;
  expect([code, err]).toEqual([0, expect.stringContaining("compared in parts")]);
  const wide = JSON.parse(out).data.find(({ mode }: { mode: string }) => mode === "live");
  expect(wide).toMatchObject({ faces: 298 });
  expect(wide.probes).toBeGreaterThanOrEqual(298);
}, 240_000);

it("refuses what the memory for galleries cannot hold where it is to hold it", async () => {
  const words = ["gallery", "move", "--to", "embedded"];
  const kept = {
    GALLERY_DIR: join(folder, "small"),
    GALLERY_KEY: Buffer.alloc(32, 7).toString("base64"),
    GALLERY_MEMORY: "1",
  };
  const { code, err } = await moved(words, kept);
  expect([code, err]).toEqual([1, expect.stringContaining("gallery_too_large: ")]);
}, 120_000);
