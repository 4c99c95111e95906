import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { enforceRetention } from "#edge/operations/erasure/enforce-retention.ts";
import { sweepMedia } from "#edge/operations/media.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { image, openCheckEdge } from "../harness/edge/check-edge.ts";
import { analysis, frame, reading } from "../harness/edge/inference-results.ts";
import { noteAttempt, subscribe } from "../harness/edge/webhook-rows.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

const edge = await openCheckEdge();
await subscribe(edge);
afterAll(() => edge.close());
beforeEach(async () => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.reading = reading();
  edge.answers.faces = { image: analysis() };
  await keepFor(30);
});

const keepFor = (retentionDays: number | null) =>
  commit(edge.db, [updateTenantSettings(edge.db, edge.tenant.id, { retentionDays, storeMedia: "portrait" })]);
const system = (parts = {}) => systemContext({ ...edge.services, ...parts }, edge.services.clock());
const sweep = () => enforceRetention(system());
const read = async (path: string) => (await edge.call("GET", path, edge.key)).status;
const retained = async () =>
  (await edge.rows("audit_entries")).filter(({ action }) => action === "retention.erase");

/** One of every result, outside a verification, and a registered face. */
async function onePerson(customerRef: string) {
  const parts = { customer_ref: customerRef, image: image() };
  const scan = await edge.upload("/v1/ocr/scan", edge.key, parts);
  const fraud = await edge.upload("/v1/fraud/detect", edge.key, parts);
  const liveness = await edge.upload("/v1/liveness/check", edge.key, { mode: "passive", image_1: image() });
  await edge.upload("/v1/face/registrations", edge.key, parts);
  const match = await edge.upload("/v1/face/registrations/verify", edge.key, parts);
  return {
    registration: `/v1/face/registrations/${encodeURIComponent(customerRef)}`,
    results: [
      `/v1/ocr/${scan.body.ocr_id}`,
      `/v1/fraud/${fraud.body.fc_id}`,
      `/v1/liveness/${liveness.body.lc_id}`,
      `/v1/face/verify/${match.body.id}`,
    ],
  };
}

describe("a tenant's retention", () => {
  it("erases results, portraits, events and pending deliveries at the end of their retention", async () => {
    const { registration, results } = await onePerson("old");
    await noteAttempt(edge, String((await edge.rows("deliveries"))[0]!.event_id), "echo of old");
    const used = await edge.rows("usage");
    edge.advance(30 * DAY - MINUTE);
    await sweep();
    for (const path of results) expect(await read(path)).toBe(200);
    expect(await retained()).toEqual([]);
    edge.advance(2 * MINUTE);
    const young = await onePerson("young");
    await sweep();
    for (const path of results) expect(await read(path)).toBe(404);
    for (const path of young.results) expect(await read(path)).toBe(200);
    // An enrolment is kept until it is deleted.
    expect(await read(registration)).toBe(200);
    const shown = (await edge.rows("media_objects")).filter(({ state }) => state === "kept");
    expect(shown.map(({ result_id }) => `/v1/ocr/${result_id}`)).toEqual([young.results[0]]);
    expect([...edge.bucket.objects.keys()]).toEqual([shown[0]?.object_key]);
    const [ocr] = results;
    // As DELETE leaves it: deleting again is known to be done.
    expect((await edge.call("DELETE", ocr!, edge.key)).status).toBe(204);
    const events = (await edge.rows("events")).filter(({ customer_ref }) => customer_ref !== "young");
    expect(events.map(({ body, customer_ref }) => [body, customer_ref])).toContainEqual([null, null]);
    expect(JSON.stringify([events, await edge.rows("delivery_attempts")])).not.toContain("echo of old");
    const dead = (await edge.rows("deliveries")).filter(({ state }) => state === "dead");
    expect(dead.map(({ dead_reason }) => dead_reason)).toEqual(["erased", "erased", "erased"]);
    const [entry] = await retained();
    expect(entry).toMatchObject({ actor: "system", address: null, mode: "test", target: edge.tenant.id });
    expect(JSON.parse(String(entry?.after))).toEqual({
      ...{ ocr_results: 1, liveness_results: 1, fraud_results: 1, face_matches: 1, events: 3, media: 1 },
      older_than: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await edge.rows("usage")).slice(0, used.length)).toEqual(used);
    await sweep();
    expect(await retained()).toEqual([entry]);
  });

  it("counts a verification's data from its end, and never erases an open one", async () => {
    await keepFor(1);
    const opened = await edge.verification(
      { steps: ["liveness", "document"], expires_in_seconds: 604_800 },
      "slow",
    );
    const { body: first } = await edge.upload("/v1/ocr/scan", opened.token, { image: image() });
    edge.advance(5 * DAY);
    await sweep();
    expect(await read(`/v1/ocr/${first.ocr_id}`)).toBe(200);
    expect(await opened.read()).toMatchObject({ status: "in_progress", customer_ref: "slow" });
    const event = (await edge.rows("events")).find(({ subject_id }) => subject_id === first.ocr_id);
    expect(event?.body).toContain(first.ocr_id);
    await edge.call("POST", `/v1/verifications/${opened.id}/cancel`, edge.key);
    edge.advance(DAY - MINUTE);
    await sweep();
    expect(await opened.read()).toMatchObject({ status: "canceled", customer_ref: "slow" });
    expect(await read(`/v1/ocr/${first.ocr_id}`)).toBe(200);
    edge.advance(2 * MINUTE);
    await sweep();
    expect(await opened.read()).toMatchObject({ status: "canceled", customer_ref: null, steps: [] });
    expect(await read(`/v1/ocr/${first.ocr_id}`)).toBe(404);
  });

  it("names an image until it is gone: what the store failed at is taken up by the next sweep", async () => {
    const scanned = await edge.upload("/v1/ocr/scan", edge.key, { customer_ref: "died", image: image() });
    const row = async () =>
      (await edge.rows("media_objects")).find(({ result_id }) => result_id === scanned.body.ocr_id);
    const key = String((await row())?.object_key);
    edge.advance(31 * DAY);
    const media = { ...edge.services.media!, delete: () => Promise.reject(new Error("away")) };
    await expect(enforceRetention(system({ media }))).rejects.toThrow("away");
    expect(edge.bucket.objects.has(key)).toBe(true);
    expect(await row()).toMatchObject({ state: "erasing", object_key: key });
    await sweepMedia(system());
    expect(edge.bucket.objects.has(key)).toBe(false);
    expect(await row()).toMatchObject({ state: "erased", customer_ref: null });
  });

  it("erases nothing if images would have to go and no store is bound", async () => {
    const { results } = await onePerson("unbound");
    edge.advance(31 * DAY);
    await expect(enforceRetention(system({ media: null }))).rejects.toThrow("nothing was erased");
    expect(await read(results[0]!)).toBe(200);
    await sweep();
    expect(await read(results[0]!)).toBe(404);
  });

  it("erases in batches, so that others can write in between, and the next sweep continues", async () => {
    await edge.client.execute(
      `insert into liveness_results (id, tenant_id, mode, created_at, body, is_live) with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200) select 'lc_0' || printf('%025d', i), '${edge.tenant.id}', 'live', 1, '{}', 1 from n`,
    );
    const left = async () =>
      (await edge.client.execute("select count(*) as n from liveness_results where mode = 'live'")).rows[0]
        ?.n;
    const counts: unknown[] = [];
    for (let sweeps = 0; sweeps < 3; sweeps++) {
      await sweep();
      counts.push(await left());
    }
    expect(counts).toEqual([700, 200, 0]);
  });
});
