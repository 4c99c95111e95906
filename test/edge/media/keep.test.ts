import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import { type Media, openMedia } from "#edge/media/media.ts";
import { type Image, keepMedia } from "#edge/operations/keep-media.ts";
import { commit } from "#edge/store/batch.ts";
import { memoryBucket } from "../../harness/edge/memory-bucket.ts";
import { memoryVault } from "../../harness/edge/memory-vault.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

const NOW = Date.UTC(2026, 10, 22);
const SCOPE: Scope = { tenantId: "tn_1", mode: "test" };
const OWNER = { level: "evidence", verificationId: "vf_1", customerRef: "customer-1", now: NOW } as const;
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]);
const WEBP = new Uint8Array([0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50]);
const vault = await memoryVault();

const DOCUMENT: Image = { kind: "document", side: "front", resultIds: ["ocr_1", "fc_1"], content: PNG };
const PORTRAIT: Image = { kind: "portrait", resultIds: ["ocr_1"], content: JPEG };
const ORIGINAL: Image = { ...DOCUMENT, kind: "original" };
const FRAME: Image = { kind: "live_frame", resultIds: ["lc_1"], content: WEBP };
const ALL = [DOCUMENT, ORIGINAL, PORTRAIT, FRAME];

let bucket: ReturnType<typeof memoryBucket>;
let media: Media;
const services = () => ({ db: database.db, media, vault });
const rows = async () => (await database.client.execute("select * from media_objects order by id")).rows;

const database = await openTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await database.client.execute("delete from media_objects");
  bucket = memoryBucket();
  media = await openMedia(bucket, new Uint8Array(32), "https://id.example");
});

describe("a level", () => {
  it.each([
    ["none", []],
    ["portrait", ["portrait"]],
    ["evidence", ["document", "document", "original", "original", "portrait", "live_frame"]],
  ] as const)("%s keeps %j", async (level, kinds) => {
    await keepMedia(services(), SCOPE, { ...OWNER, level }, ALL);
    expect((await rows()).map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe("an image that two results show", () => {
  it("is one object with a row for each, which say whose it is, of what kind, side and format", async () => {
    await keepMedia(services(), SCOPE, OWNER, [DOCUMENT]);
    expect(bucket.objects.size).toBe(1);
    const [key] = bucket.objects.keys();
    const row = {
      ...{ object_key: key, tenant_id: "tn_1", mode: "test", kind: "document", side: "front" },
      ...{ verification_id: "vf_1", customer_ref: "customer-1", media_type: "image/png", state: "pending" },
    };
    expect(await rows()).toMatchObject([
      { ...row, result_id: "ocr_1" },
      { ...row, result_id: "fc_1" },
    ]);
  });

  it("is encrypted for its key and kind with the tenant's key", async () => {
    await keepMedia(services(), SCOPE, OWNER, [DOCUMENT]);
    const [[key, encrypted]] = [...bucket.objects] as [[string, Uint8Array]];
    expect(await vault.open(SCOPE, `document:${key}`, encrypted)).toEqual(PNG);
    for (const context of [`portrait:${key}`, "document:tn_1/md_other"]) {
      await expect(vault.open(SCOPE, context, encrypted)).rejects.toThrow("does not open");
    }
    await expect(vault.open({ tenantId: "tn_2" }, `document:${key}`, encrypted)).rejects.toThrow();
  });
});

describe("no object without a row", () => {
  it("has its row before it is put, and is kept by the result's batch alone", async () => {
    let rowsAtPut: unknown[] = [];
    const put = async () => {
      rowsAtPut = await rows();
    };
    const watched = { ...media, put };
    const kept = await keepMedia({ ...services(), media: watched }, SCOPE, OWNER, [PORTRAIT]);
    expect(rowsAtPut).toMatchObject([{ result_id: "ocr_1", state: "pending" }]);
    await commit(database.db, kept.statements);
    expect(await rows()).toMatchObject([{ state: "kept" }]);
  });

  it("goes, and its rows with it, when the result could not be written", async () => {
    const kept = await keepMedia(services(), SCOPE, OWNER, ALL);
    await kept.discard();
    expect(bucket.objects.size).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it("leaves nothing when one of several cannot be put", async () => {
    let puts = 0;
    const failing: Media = {
      ...media,
      put: (key, encrypted) => (++puts === 2 ? Promise.reject(new Error("away")) : media.put(key, encrypted)),
    };
    await expect(keepMedia({ ...services(), media: failing }, SCOPE, OWNER, ALL)).rejects.toThrow("away");
    expect(bucket.objects.size).toBe(0);
    expect(await rows()).toEqual([]);
  });

  it("keeps its row when the store fails at taking it back as well, for the sweep", async () => {
    const away = () => Promise.reject(new Error("away"));
    const failing: Media = { ...media, put: away, delete: away };
    await expect(keepMedia({ ...services(), media: failing }, SCOPE, OWNER, [FRAME])).rejects.toThrow("away");
    expect(await rows()).toMatchObject([{ result_id: "lc_1", state: "pending" }]);
  });
});
