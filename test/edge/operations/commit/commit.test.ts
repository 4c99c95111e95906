import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import { openMedia } from "#edge/media/media.ts";
import { commit } from "#edge/operations/commit/commit.ts";
import { type Context, operatorContext } from "#edge/operations/commit/context.ts";
import { createEndpoint } from "#edge/operations/endpoints.ts";
import { keepMedia } from "#edge/operations/keep-media.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import { localQuotas } from "#edge/platform/quotas.ts";
import { OPERATOR } from "#edge/store/audit/chain.ts";
import { commit as store } from "#edge/store/batch.ts";
import { insertTenant } from "#edge/store/tenancy/tenants.ts";
import { beginErasure, erasableOf } from "#edge/store/verifications/media-objects.ts";
import type { Verification } from "#edge/verification/types.ts";
import { eventStatements } from "#edge/webhooks/outbox.ts";
import { localWebhookSettings } from "#edge/webhooks/settings.ts";
import { memoryBucket } from "#test/harness/edge/memory-bucket.ts";
import { memoryVault } from "#test/harness/edge/memory-vault.ts";
import { openTestDatabase } from "#test/harness/test-database.ts";

const SCOPE: Scope = { tenantId: "tn_1", mode: "test" };
const NOW = Date.UTC(2026, 10, 22);
const vault = await memoryVault();

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let bucket: ReturnType<typeof memoryBucket>;
let wakes: number;
let after: Promise<unknown>[];
beforeAll(async () => {
  database = await openTestDatabase();
  await store(database.db, [insertTenant(database.db, { id: "tn_1", name: "Acme", createdAt: 1 })]);
  const operator = operatorContext(
    { db: database.db, vault, webhooks: localWebhookSettings({}), quotas: localQuotas({}) },
    NOW,
  );
  const endpoint = { url: "https://example.com/hook", events: ["ocr.completed"] };
  await createEndpoint({ ...operator, scope: SCOPE }, endpoint);
});
afterAll(() => database.close());
beforeEach(async () => {
  bucket = memoryBucket();
  wakes = 0;
  after = [];
  await database.client.batch(["delete from media_objects", "delete from verifications"]);
});

async function context(): Promise<Context> {
  const media = await openMedia(bucket, new Uint8Array(32), "https://id.example");
  const wakeDispatcher = () => {
    wakes += 1;
  };
  const background = (work: Promise<unknown>) => void after.push(work);
  return {
    services: { db: database.db, media, wakeDispatcher, knownKeys: null, background },
    actor: OPERATOR,
    now: NOW,
  };
}

const event = (type: "ocr.completed" | "fraud.signal_detected") =>
  eventStatements(database.db, SCOPE, { type, subjectId: "ocr_1", customerRef: null, data: {}, now: NOW })
    .statements;

/** Keeps an image that a result shows. */
async function keepImage(ctx: Context, resultId: string, verificationId: string | null = null) {
  const owner = { level: "evidence", verificationId, customerRef: null, now: NOW } as const;
  const content = new Uint8Array([0xff, 0xd8, 0xff]);
  const images = [{ kind: "document", resultIds: [resultId], content }] as const;
  const kept = await keepMedia({ ...ctx.services, vault }, SCOPE, owner, images);
  await store(database.db, kept.statements);
}

/** A decided verification that shows an image. */
async function decided(ctx: Context) {
  await database.client.execute(
    "insert into verifications (id, tenant_id, mode, customer_ref, status, decision, decision_reasons, policy, steps, revision, created_at, expires_at) values ('vf_1', 'tn_1', 'test', 'c', 'completed', 'approved', '[]', '{}', '[]', 1, 1, 1)",
  );
  await keepImage(ctx, "ocr_1", "vf_1");
  const policy = { store_media: "evidence" };
  const verification = { id: "vf_1", status: "completed", policy } as unknown as Verification;
  return { scope: SCOPE, verification };
}

const states = async () =>
  (await database.client.execute("select state from media_objects")).rows.map(({ state }) => state);

describe("a commit", () => {
  it("wakes the dispatcher once if an endpoint has selected the event, and not otherwise", async () => {
    const ctx = await context();
    await commit(ctx, { statements: event("fraud.signal_detected") });
    expect(wakes).toBe(0);
    await commit(ctx, { statements: [...event("ocr.completed"), ...event("ocr.completed")] });
    expect(wakes).toBe(1);
  });

  it("works without a dispatcher, too: the scheduled sweep sends the queued events", async () => {
    const operator = operatorContext({ db: database.db }, NOW);
    await expect(commit(operator, { statements: event("ocr.completed") })).resolves.toBeDefined();
  });

  it("deletes the objects whose rows it erases, and names them", async () => {
    const ctx = await context();
    await keepImage(ctx, "ocr_1");
    const [key] = bucket.objects.keys();
    const erases = erasableOf(SCOPE, "ocr_1");
    const statements = [beginErasure(database.db, erases, NOW)];
    expect(await commit(ctx, { statements, erases })).toMatchObject({ objectKeys: [key] });
    expect(bucket.objects.size).toBe(0);
    expect(await states()).toEqual(["erased"]);
  });

  it("writes nothing if images would have to go and no store is bound", async () => {
    const ctx = await context();
    await keepImage(ctx, "ocr_1");
    const erases = erasableOf(SCOPE, "ocr_1");
    const unbound = { ...ctx, services: { ...ctx.services, media: null } };
    const statements = [beginErasure(database.db, erases, NOW)];
    await expect(commit(unbound, { statements, erases })).rejects.toMatchObject({
      code: "service_unavailable",
    });
    expect(await states()).toEqual(["kept"]);
  });

  it("hides a decided verification's images with the decision: the sweep deletes what a crash left", async () => {
    const ctx = await context();
    await database.client.execute("update tenants set erase_media_at_decision = 1");
    const changed = await decided(ctx);
    const dying = { ...ctx, services: { ...ctx.services, background: null } };
    await commit(dying, { statements: [], changed });
    expect(await states()).toEqual(["erasing"]);
    await sweepMedia({ ...ctx, now: NOW + 1 });
    expect(await states()).toEqual(["erased"]);
  });

  it.each([
    ["a decision that its tenant wants to end them", 1, ["erased"]],
    ["a decision of a tenant that keeps them", 0, ["kept"]],
  ])("erases a verification's images after %s", async (_, wanted, expected) => {
    const ctx = await context();
    await database.client.execute(`update tenants set erase_media_at_decision = ${wanted}`);
    const changed = await decided(ctx);
    await commit(ctx, { statements: [], changed });
    await Promise.all(after);
    expect(await states()).toEqual(expected);
  });
});
