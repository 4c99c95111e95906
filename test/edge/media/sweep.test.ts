import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import { openMedia } from "#edge/media/media.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { eraseEndedMedia } from "#edge/operations/commit/erase-media.ts";
import { keepMedia } from "#edge/operations/keep-media.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import { commit } from "#edge/store/batch.ts";
import { forgetLapsed } from "#edge/store/erasure/lapsed.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { memoryBucket } from "../../harness/edge/memory-bucket.ts";
import { memoryVault } from "../../harness/edge/memory-vault.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

const START = Date.UTC(2026, 10, 22);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SCOPE: Scope = { tenantId: "tn_1", mode: "test" };
const JPEG = new Uint8Array([0xff, 0xd8, 0xff]);
const vault = await memoryVault();

let services: Awaited<ReturnType<typeof open>>;
let bucket: ReturnType<typeof memoryBucket>;
let now: number;

async function open() {
  bucket = memoryBucket();
  const media = await openMedia(bucket, new Uint8Array(32), "https://id.example");
  return { db: database.db, media, vault };
}

const states = async () =>
  (await database.client.execute("select result_id, state from media_objects order by result_id")).rows.map(
    ({ result_id, state }) => `${result_id} ${state}`,
  );

/** A kept image that these results show. */
async function keep(verificationId: string | null, ...resultIds: string[]) {
  const owner = { level: "evidence", verificationId, customerRef: "customer-1", now } as const;
  const image = { kind: "document", resultIds, content: JPEG } as const;
  const kept = await keepMedia(services, SCOPE, owner, [image]);
  await commit(database.db, kept.statements);
}

const verification = (id: string, status: string, decision: string | null) =>
  database.client.execute({
    sql: "insert into verifications (id, tenant_id, mode, customer_ref, status, decision, decision_reasons, policy, steps, revision, created_at, expires_at) values (?, 'tn_1', 'test', 'customer-1', ?, ?, '[]', '{}', '[]', 1, 1, 1)",
    args: [id, status, decision],
  });

const eraseAtDecision = (wanted: boolean) =>
  commit(database.db, [updateTenantSettings(database.db, "tn_1", { eraseMediaAtDecision: wanted })]);

const database = await openTestDatabase();
await database.client.execute("insert into tenants (id, name, created_at) values ('tn_1', 'Acme', 1)");
afterAll(() => database.close());
beforeEach(async () => {
  now = START;
  services = await open();
  await database.client.batch(["delete from media_objects", "delete from verifications"]);
  await eraseAtDecision(false);
});

describe("an image of a call that crashed", () => {
  it("is deleted with its row an hour after it was found to be an hour old, and not before", async () => {
    const owner = { level: "portrait", verificationId: null, customerRef: null, now } as const;
    await keepMedia(services, SCOPE, owner, [{ kind: "portrait", resultIds: ["ocr_1"], content: JPEG }]);
    now += 59 * MINUTE;
    await sweepMedia(systemContext(services, now));
    expect(await states()).toEqual(["ocr_1 pending"]);
    expect(bucket.objects.size).toBe(1);
    for (const minutes of [2, 58]) {
      now += minutes * MINUTE;
      await sweepMedia(systemContext(services, now));
      expect(await states()).toEqual(["ocr_1 pending"]);
    }
    now += 3 * MINUTE;
    await sweepMedia(systemContext(services, now));
    expect(await states()).toEqual([]);
    expect(bucket.objects.size).toBe(0);
  });

  it("is not what a call under way puts while the clock is set forward by an hour", async () => {
    const owner = { level: "portrait", verificationId: null, customerRef: null, now } as const;
    const image = { kind: "portrait", resultIds: ["ocr_1"], content: JPEG } as const;
    const kept = await keepMedia(services, SCOPE, owner, [image]);
    now += 61 * MINUTE;
    await sweepMedia(systemContext(services, now));
    await commit(database.db, kept.statements);
    now += 61 * MINUTE;
    await sweepMedia(systemContext(services, now));
    expect(await states()).toEqual(["ocr_1 kept"]);
    expect(bucket.objects.size).toBe(1);
    const [row] = (await database.client.execute("select erased_at from media_objects")).rows;
    expect(row).toEqual({ erased_at: null });
  });
});

describe("images at a decision", () => {
  const decide = () => eraseEndedMedia(services, SCOPE, "vf_1", now);

  it.each(["approved", "declined"])("are deleted when it is %s and the tenant says so", async (decision) => {
    await eraseAtDecision(true);
    await verification("vf_1", "completed", decision);
    await keep("vf_1", "ocr_1", "fc_1");
    await eraseEndedMedia(services, { ...SCOPE, mode: "live" }, "vf_1", now);
    expect(await states()).toEqual(["fc_1 kept", "ocr_1 kept"]);
    await decide();
    expect(await states()).toEqual(["fc_1 erased", "ocr_1 erased"]);
    expect(bucket.objects.size).toBe(0);
    await decide();
    expect(await states()).toEqual(["fc_1 erased", "ocr_1 erased"]);
  });

  it.each([
    ["the tenant does not ask for it", false, "completed", "approved"],
    ["a reviewer has yet to rule", true, "completed", "review"],
    ["nothing is decided yet", true, "in_progress", null],
    ["it was canceled", true, "canceled", null],
  ] as const)("stay while %s", async (_, wanted, status, decision) => {
    await eraseAtDecision(wanted);
    await verification("vf_1", status, decision);
    await keep("vf_1", "ocr_1");
    await decide();
    await sweepMedia(systemContext(services, now));
    expect(await states()).toEqual(["ocr_1 kept"]);
    expect(bucket.objects.size).toBe(1);
  });

  it("of earlier decisions are taken up by the sweep when the tenant begins to want it", async () => {
    await eraseAtDecision(true);
    await verification("vf_1", "completed", "approved");
    await verification("vf_2", "completed", "review");
    await keep("vf_1", "ocr_1");
    await keep("vf_2", "ocr_2");
    await sweepMedia(systemContext(services, now));
    expect(await states()).toEqual(["ocr_1 erased", "ocr_2 kept"]);
    expect(bucket.objects.size).toBe(1);
  });
});

it("remembers for 90 days that an image was erased", async () => {
  await eraseAtDecision(true);
  await verification("vf_1", "completed", "approved");
  await keep("vf_1", "ocr_1");
  await eraseEndedMedia(services, SCOPE, "vf_1", now);
  const forget = () => commit(database.db, forgetLapsed(database.db, now, 500));
  now += 89 * DAY;
  await forget();
  expect(await states()).toEqual(["ocr_1 erased"]);
  now += 2 * DAY;
  await forget();
  expect(await states()).toEqual([]);
});
