import { describe, expect, it, vi } from "vitest";
import { outage } from "#edge/core/outage.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { reading } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import type { StoreMedia } from "#vocabulary/enumerations.ts";

const edge = await useGenuineEdge();

const scan = (credential = edge.key, fields: Record<string, string> = {}) =>
  edge.upload("/v1/ocr/scan", credential, { image: image(), ...fields });
const dark = () => reading({ quality: { ...reading().quality, meanLuma: 10 } });
async function storeMedia(kept: StoreMedia) {
  await commit(edge.db, [updateTenantSettings(edge.db, edge.tenant.id, { storeMedia: kept })]);
  // A key that was read before has the old setting for a second.
  edge.advance(1_000);
}

it("answers fields, MRZ and text of an eligible document, and reads the same back", async () => {
  const answer = await scan(edge.key, { document_type: "passport", customer_ref: "user 42" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    ...{ document_type: "passport", detected_document_type: "passport", issuing_country: "UTO" },
    ...{ ocr_eligible: true, eligibility_reason: "ok", gate_rejections: [] },
    fields: {
      last_name: { value: "Eriksson", source: "both" },
      date_of_birth: { value: "1974-08-12", source: "mrz" },
    },
    mrz: { format: "TD3", valid: true },
    quality: { width: 1200, document_long_side: 1100 },
    customer_ref: "user 42",
    mode: "test",
  });
  expect(answer.body.ocr_id).toMatch(/^ocr_/);
  expect(answer.body).not.toHaveProperty("portrait");
  expect((await edge.call("GET", `/v1/ocr/${answer.body.ocr_id}`, edge.key)).body).toEqual(answer.body);
});

it("answers 200 to a document that cannot be used, with the gates and no field", async () => {
  edge.answers.reading = dark();
  const { status, body } = await scan();
  const gate_rejections = [{ gate: "darkness", value: 10, threshold: 45, retryable: true }];
  const refused = { ocr_eligible: false, eligibility_reason: "image_too_dark", gate_rejections };
  expect(status).toBe(200);
  expect(body).toMatchObject({ ...refused, raw_text: null, mrz: null });
  expect(body.fields).toEqual({});
});

it.each([
  ["missing_parameter", {}],
  ["unsupported_document_type", { image: image(), document_type: "library_card" }],
  ["unknown_parameter", { image: image(), kind: "passport" }],
] as const)("rejects with %s before anything is computed", async (code, parts) => {
  const calls = edge.calls.length;
  expect(outcome(await edge.upload("/v1/ocr/scan", edge.key, parts))).toBe(`400 ${code}`);
  expect(edge.calls.length).toBe(calls);
});

it("takes the contract's aliases of document types", async () => {
  expect((await scan(edge.key, { document_type: "national_id" })).body).toMatchObject({
    document_type: "cid",
    eligibility_reason: "document_type_mismatch",
  });
});

it("returns to a token what to correct, and not by how much", async () => {
  const { token } = await edge.verification();
  edge.answers.reading = dark();
  const [rejection] = (await scan(token)).body.gate_rejections;
  const message = "The image is too dark.";
  expect(rejection).toEqual({ code: "image_too_dark", message, retryable: true });
});

it("keeps a template encrypted, and none at all outside a verification", async () => {
  const { token } = await edge.verification();
  const inside = (await scan(token)).body.ocr_id;
  const outside = (await scan()).body.ocr_id;
  const rows = await edge.rows("ocr_results");
  const encrypted = new Uint8Array(rows.find(({ id }) => id === inside)?.portrait_template as ArrayBuffer);
  expect(encrypted[0]).toBe(1);
  expect(encrypted.length).toBe(1 + 12 + 2 * 4 + 1 + 16);
  expect(rows.find(({ id }) => id === outside)?.portrait_template).toBeNull();
});

describe("portrait", () => {
  const portraitOf = async (url: string) => {
    const { pathname, search } = new URL(url);
    return edge.browse(pathname + search);
  };

  it("is kept if the tenant's policy says so, served by its URL only, which is new at every read, and gone for good once deleted", async () => {
    await storeMedia("portrait");
    const { body } = await scan();
    const shown = await portraitOf(body.portrait);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    expect(shown.headers.get("content-type")).toBe("image/jpeg");
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(reading().portrait?.jpeg);
    expect(Date.parse(body.portrait_expires_at) - Date.parse(body.created_at)).toBeCloseTo(15 * 60_000, -4);

    edge.advance(60_000);
    const again = (await edge.call("GET", `/v1/ocr/${body.ocr_id}`, edge.key)).body;
    expect(again.portrait).not.toBe(body.portrait);
    expect((await edge.call("DELETE", `/v1/ocr/${body.ocr_id}`, edge.key)).status).toBe(204);
    expect((await portraitOf(body.portrait)).status).toBe(410);
    await storeMedia("none");
  });

  it("follows the policy inside a verification, not the tenant", async () => {
    await storeMedia("portrait");
    const [kept, not] = [await edge.verification({ store_media: true }), await edge.verification()];
    expect((await scan(kept.token)).body.portrait).toMatch(/^http/);
    expect((await scan(not.token)).body).not.toHaveProperty("portrait");
    await storeMedia("none");
  });

  it("stays when it is uncertain whether the result was written: the result may show it", async () => {
    const { token } = await edge.verification({ store_media: true });
    const before = edge.bucket.objects.size;
    const { db } = edge.services;
    const batch = db.batch.bind(db);
    const cut = vi.spyOn(db, "batch").mockImplementation((async (items: Parameters<typeof batch>[0]) => {
      const answer = await batch(items);
      if (items.length > 3) throw outage("database", "cut", { message: "No answer.", isUncertain: true });
      return answer;
    }) as unknown as typeof db.batch);
    const { status } = await scan(token);
    cut.mockRestore();
    expect(status).toBe(503);
    expect(edge.bucket.objects.size).toBeGreaterThan(before);
  });

  it("is not kept of a document that was rejected, though its fields are returned", async () => {
    await storeMedia("portrait");
    edge.answers.reading = dark();
    expect((await scan()).body).not.toHaveProperty("portrait");
    edge.answers.reading = reading();
    const objects = edge.bucket.objects.size;
    const { body } = await scan(edge.key, { document_type: "cid" });
    expect(body).toMatchObject({
      ocr_eligible: false,
      eligibility_reason: "document_type_mismatch",
      fields: { last_name: { value: "Eriksson" } },
      mrz: { format: "TD3" },
    });
    expect(body).not.toHaveProperty("portrait");
    expect(edge.bucket.objects.size).toBe(objects);
    await storeMedia("none");
  });
});
