import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit, verifyAudit } from "#edge/store/audit/audit.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";

const edge = await openCheckEdge();
await commit(edge.db, [updateTenantSettings(edge.db, edge.tenant.id, { storeMedia: "evidence" })]);
edge.advance(1_000);
afterAll(() => edge.close());
beforeEach(() => {
  Object.assign(edge.answers, { reading: reading(), forensics: forensics(), frames: [frame({}, 0.9)] });
});

const document = { image: image() };
const selfie = { mode: "passive", image_1: image() };
const faces = { image_a: image(1), image_b: image(2) };

/** Each kind of result: its path, the call that creates one without a customer, and its rows. */
const KINDS = [
  { kind: "ocr", at: "/v1/ocr", make: "/v1/ocr/scan", form: document, table: "ocr_results" },
  { kind: "fraud", at: "/v1/fraud", make: "/v1/fraud/detect", form: document, table: "fraud_results" },
  {
    kind: "liveness",
    at: "/v1/liveness",
    make: "/v1/liveness/check",
    form: selfie,
    table: "liveness_results",
  },
  { kind: "face", at: "/v1/face/verify", make: "/v1/face/verify", form: faces, table: "face_matches" },
] as const;

describe.each(KINDS)("deleting a result of $kind", ({ kind, at, make, form, table }) => {
  const made = async (): Promise<string> => {
    const { status, body } = await edge.upload(make, edge.key, form);
    expect(status).toBe(200);
    return String(body.ocr_id ?? body.fc_id ?? body.lc_id ?? body.id);
  };
  const call = async (method: string, id: string) =>
    (await edge.call(method, `${at}/${id}`, edge.key)).status;

  it("answers 204, and 204 again, and takes what was found, images and the event's words away", async () => {
    const id = await made();
    expect(await call("GET", id)).toBe(200);
    expect([await call("DELETE", id), await call("DELETE", id)]).toEqual([204, 204]);
    expect(await call("GET", id)).toBe(404);
    const rows = (await edge.rows(table)).filter((row) => row.id === id);
    for (const row of rows) expect(row).toMatchObject({ body: "{}", customer_ref: null });
    const events = (await edge.rows("events")).filter(({ subject_id }) => subject_id === id);
    for (const event of events) expect(event).toMatchObject({ body: null, customer_ref: null });
    const images = (await edge.rows("media_objects")).filter(({ result_id }) => result_id === id);
    for (const image of images) expect(image.state).toBe("erased");
  });

  it("is in the audit log once: by the key and the result, with nothing of what was found", async () => {
    const id = await made();
    await Promise.all([1, 2, 3].map(() => call("DELETE", id)));
    await call("DELETE", id);
    const entries = await listAudit(edge.db, edge.tenant.id, { limit: 100, before: null }, { target: id });
    expect(entries).toMatchObject([
      {
        action: `${kind}.delete`,
        actor: edge.tenant.keyIds.test,
        mode: "test",
        before: '{"status":"active"}',
        after: '{"status":"deleted"}',
      },
    ]);
    expect((await verifyAudit(edge.db, edge.tenant.id, null)).fault).toBeNull();
  });

  it("answers 404 for an id of another kind, and for what never was", async () => {
    const id = await made();
    for (const other of KINDS.filter((each) => each.kind !== kind)) {
      expect((await edge.call("DELETE", `${other.at}/${id}`, edge.key)).status).toBe(404);
    }
    expect([await call("GET", id), await call("DELETE", "nothing")]).toEqual([200, 404]);
  });
});
