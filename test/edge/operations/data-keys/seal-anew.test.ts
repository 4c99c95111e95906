import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { symmetricDecrypt } from "better-auth/crypto";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accountSecrets } from "../../../../edge/accounts/account-secrets.ts";
import { type KeyRing, openKeyRing } from "../../../../edge/crypto/key-ring.ts";
import { createVault } from "../../../../edge/crypto/vault.ts";
import { type Media, openMedia } from "../../../../edge/media/media.ts";
import { operatorContext } from "../../../../edge/operations/commit/context.ts";
import { PLACES } from "../../../../edge/operations/data-keys/parts/places.ts";
import { registerDataKeys } from "../../../../edge/operations/data-keys/register.ts";
import { sealAnew } from "../../../../edge/operations/data-keys/seal-anew.ts";
import { listDataKeys } from "../../../../edge/store/data-keys/data-keys.ts";
import { SEALED_COLUMNS } from "../../../../edge/store/data-keys/sealed-columns.ts";
import { memoryBucket } from "../../../harness/edge/memory-bucket.ts";
import { fillSealed, readSealed } from "../../../harness/edge/sealed-rows.ts";
import { openTestDatabase } from "../../../harness/test-database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const [first, second] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];
const [old, turned, fresh] = (await Promise.all([[first], [second, first], [second]].map(openKeyRing))) as [
  KeyRing,
  KeyRing,
  KeyRing,
];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let media: Media;
let now: number;

beforeEach(async () => {
  database = await openTestDatabase();
  media = await openMedia(memoryBucket(), old, "https://id.example");
  now = 1_800_000_000_000;
});
afterEach(() => database.close());

/** The context of a process with these data keys. Its clock moves by `stepMs` whenever it is read. */
function contextWith(
  ring: KeyRing,
  { store = media, stepMs = 0 }: { store?: Media | null; stepMs?: number } = {},
) {
  const clock = () => (now += stepMs);
  const services = { db: database.db, vault: createVault(ring), dataKeys: ring, media: store, clock };
  return {
    ...operatorContext(services, now),
    services: { ...operatorContext(services, now).services, clock },
  };
}

const keys = async () =>
  (await listDataKeys(database.db)).map(({ id, retiredAt }) => [id, retiredAt !== null]);

async function fillAndTurn() {
  await registerDataKeys(contextWith(old));
  await sealAnew(contextWith(old));
  await fillSealed(database.client, old, media);
  now += 1_000;
  expect(await registerDataKeys(contextWith(turned))).toEqual({ missing: [] });
}

describe("a turn of the data key", () => {
  it("seals every value anew, and retires the old key once a whole pass finds nothing of it", async () => {
    await fillAndTurn();
    expect(await keys()).toEqual([
      [old.newest.id, false],
      [fresh.newest.id, false],
    ]);
    const pass = await sealAnew(contextWith(turned));
    expect(pass).toMatchObject({ turned: 10, unopened: 0 });
    expect(await keys()).toContainEqual([old.newest.id, false]);
    expect(await readSealed(database.client, fresh, media)).toHaveLength(8);
    expect(await sealAnew(contextWith(turned))).toMatchObject({ turned: 0, unopened: 0 });
    expect(await keys()).toEqual([
      [old.newest.id, true],
      [fresh.newest.id, false],
    ]);
    expect(await registerDataKeys(contextWith(fresh))).toEqual({ missing: [] });
  });

  it("encrypts second factors and their backup codes anew", async () => {
    await fillAndTurn();
    await sealAnew(contextWith(turned));
    const { rows } = await database.client.execute("select secret, backup_codes from user_second_factors");
    const { secrets } = await accountSecrets(fresh);
    const key = { keys: new Map(secrets.map(({ version, value }) => [version, value])), currentVersion: 0 };
    const read = Object.values(rows[0]!).map((data) => symmetricDecrypt({ key, data: String(data) }));
    expect(await Promise.all(read)).toEqual(["secondFactor", "backupCodes"]);
  });

  it("goes on where a process that was killed stopped, after that one's lease", async () => {
    await fillAndTurn();
    await sealAnew(contextWith(turned, { stepMs: 6_000 }));
    const stopped = (await listDataKeys(database.db)).at(-1)!;
    expect(stopped.place).toBe(PLACES[1]!.name);
    await database.client.execute(`update data_keys set lease_until = ${now + 30_000}`);
    expect(await sealAnew(contextWith(turned))).toMatchObject({ place: stopped.place });
    now += 31_000;
    expect(await sealAnew(contextWith(turned))).toMatchObject({ place: null, turned: 10 });
  });

  it("brings no picture back that was erased meanwhile", async () => {
    await fillAndTurn();
    const replace: Media["replace"] = (key, change) =>
      media.replace(key, async (sealed) => {
        const changed = await change(sealed);
        await media.delete(key);
        return changed;
      });
    await sealAnew(contextWith(turned, { store: { ...media, replace } }));
    expect(await media.get("tn_1/md_1")).toBeNull();
  });

  it("does not retire a key while a value does not open, and tries that again after an hour", async () => {
    await fillAndTurn();
    await database.client.execute("update review_notes set note = randomblob(60)");
    await sealAnew(contextWith(turned));
    expect(await sealAnew(contextWith(turned))).toMatchObject({ unopened: 1 });
    now += 60 * 60 * 1000;
    expect(await sealAnew(contextWith(turned))).toMatchObject({ turned: 0, unopened: 1 });
    expect(await keys()).toContainEqual([old.newest.id, false]);
  });

  it("stops at a store that is away, and counts none of its values as unreadable", async () => {
    await fillAndTurn();
    const away = { ...media, replace: () => Promise.reject(new Error("away")) };
    await expect(sealAnew(contextWith(turned, { store: away }))).rejects.toThrow("away");
    now += 31_000;
    await sealAnew(contextWith(turned));
    expect(await sealAnew(contextWith(turned))).toMatchObject({ turned: 0, unopened: 0 });
  });

  it("is not turned back by a slower process with the old list", async () => {
    await fillAndTurn();
    await sealAnew(contextWith(turned));
    // The step before the turn: it knows the new key, and seals with the old one.
    await sealAnew(contextWith(await openKeyRing([first, second])));
    expect(await readSealed(database.client, fresh, media)).toHaveLength(8);
  });

  it("looks for stragglers each day as long as the old key is in the list", async () => {
    await fillAndTurn();
    await sealAnew(contextWith(turned));
    await sealAnew(contextWith(turned));
    const straggler = await createVault(old).seal(
      { tenantId: "tn_1" },
      "review_note:vf_1",
      new Uint8Array([1]),
    );
    await database.client.execute({ sql: "update review_notes set note = ?", args: [straggler] });
    expect(await sealAnew(contextWith(turned))).toMatchObject({ turned: 0 });
    now += DAY_MS;
    expect(await sealAnew(contextWith(turned))).toMatchObject({ turned: 1 });
  });
});

describe("a database that was sealed by a key which is missing", () => {
  it("is named by the key's id", async () => {
    await registerDataKeys(contextWith(old));
    expect(await registerDataKeys(contextWith(fresh))).toEqual({ missing: [old.newest.id] });
    expect(await keys()).toEqual([[old.newest.id, false]]);
  });
});

const ROOT = join(import.meta.dirname, "../../../..");

describe("the sweep", () => {
  it("knows every column of bytes that is no hash and not shown to everybody, and both that better-auth encrypts", async () => {
    const folder = join(ROOT, "drizzle/schema");
    const modules = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))));
    const tables = modules
      .flatMap((module) => Object.values(module))
      .filter((each) => each instanceof SQLiteTable);
    const blobs = tables.flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns
        .filter((column) => column.getSQLType() === "blob")
        .map((column) => `${name}.${column.name}`);
    });
    const swept = Object.values(SEALED_COLUMNS).map(
      ({ table, column }) => `${getTableConfig(table).name}.${column.name}`,
    );
    const hashes = [
      "api_keys.hash",
      "fraud_results.image_fingerprint",
      "handoffs.claimed_hash",
      "idempotency_keys.fingerprint",
      "links.hash",
      // The database compares them, so that they cannot be sealed (docs/limits.md).
      ...[1, 2, 3, 4, 5].map((n) => `liveness_results.frame_hash_${n}`),
      "withdrawals.digest",
    ];
    // Every visitor of the tenant's pages is shown it.
    const open = ["capture_settings.logo"];
    const encrypted = ["user_second_factors.secret", "user_second_factors.backup_codes"];
    expect([...blobs, ...encrypted].sort()).toEqual([...swept, ...hashes, ...open].sort());
    expect(PLACES.map(({ name }) => name).sort()).toEqual([...Object.keys(SEALED_COLUMNS), "picture"].sort());
  });

  it("knows everything that seals: what else does so makes values that lapse by themselves", () => {
    const sealing = readdirSync(join(ROOT, "edge"), { recursive: true, encoding: "utf8" })
      .filter(
        (path) =>
          /\.tsx?$/.test(path) && /vault\.seal\(/.test(readFileSync(join(ROOT, "edge", path), "utf8")),
      )
      .sort();
    expect(sealing).toEqual([
      "operations/commit/pending-call.ts",
      "operations/data-keys/parts/places.ts",
      // A token that a caller holds for minutes: it opens as long as its key is in the list.
      "operations/liveness/challenge-token.ts",
      "operations/media/keep.ts",
      "operations/sealed-template.ts",
      "operations/verifications/review-note.ts",
      "webhooks/signing/secret.ts",
    ]);
  });
});
