import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit, verifyAudit } from "#edge/store/audit/audit.ts";
import { commit } from "#edge/store/batch.ts";
import { updateTenantSettings } from "#edge/store/tenancy/tenants.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading } from "#test/harness/edge/inference-results.ts";

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
  await commit(edge.db, [updateTenantSettings(edge.db, edge.tenant.id, { storeMedia: "evidence" })]);
  edge.advance(1_000);
});
afterAll(() => edge.close());
beforeEach(() => {
  Object.assign(edge.answers, { reading: reading(), forensics: forensics(), frames: [frame({}, 0.9)] });
});

/** Each kind of result: the call that makes one of nobody's, where it is read, and its rows. */
const KINDS = [
  {
    kind: "ocr",
    at: "/v1/ocr",
    make: "/v1/ocr/scan",
    form: () => ({ image: image() }),
    table: "ocr_results",
  },
  {
    kind: "fraud",
    at: "/v1/fraud",
    make: "/v1/fraud/detect",
    form: () => ({ image: image() }),
    table: "fraud_results",
  },
  {
    kind: "liveness",
    at: "/v1/liveness",
    make: "/v1/liveness/check",
    form: () => ({ mode: "passive", image_1: image() }),
    table: "liveness_results",
  },
  {
    kind: "face",
    at: "/v1/face/verify",
    make: "/v1/face/verify",
    form: () => ({ image_a: image(1), image_b: image(2) }),
    table: "face_matches",
  },
] as const;

describe.each(KINDS)("deleting a result of $kind", ({ kind, at, make, form, table }) => {
  const made = async (): Promise<string> => {
    const { status, body } = await edge.upload(make, edge.key, form());
    expect(status).toBe(200);
    return String(body.ocr_id ?? body.fc_id ?? body.lc_id ?? body.id);
  };
  const call = async (method: string, id: string, credential = edge.key) =>
    (await edge.call(method, `${at}/${id}`, credential)).status;

  it("answers 204, and 204 again, and takes what was found, pictures and the event's words away", async () => {
    const id = await made();
    expect(await call("GET", id)).toBe(200);
    expect([await call("DELETE", id), await call("DELETE", id)]).toEqual([204, 204]);
    expect(await call("GET", id)).toBe(404);
    const rows = (await edge.rows(table)).filter((row) => row.id === id);
    for (const row of rows) expect(row).toMatchObject({ body: "{}", customer_ref: null });
    const events = (await edge.rows("events")).filter(({ subject_id }) => subject_id === id);
    for (const event of events) expect(event).toMatchObject({ body: null, customer_ref: null });
    const pictures = (await edge.rows("media_objects")).filter(({ result_id }) => result_id === id);
    for (const picture of pictures) expect(picture.state).toBe("erased");
  });

  it("is told to the audit log once: by the key and the result, with nothing of what was found", async () => {
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

  it("answers 404 for what this tenant and mode never had, deleted or not, and harms nobody else's", async () => {
    const [id, deleted] = [await made(), await made()];
    await call("DELETE", deleted);
    const other = await edge.newTenant();
    for (const key of [other.keys.test, edge.tenant.keys.live]) {
      expect([await call("DELETE", id, key), await call("DELETE", deleted, key)]).toEqual([404, 404]);
    }
    expect(await call("GET", id)).toBe(200);
    expect(await call("DELETE", "nothing")).toBe(404);
  });

  it("answers 404 for an id of another kind", async () => {
    const id = await made();
    for (const other of KINDS.filter((each) => each.kind !== kind)) {
      expect((await edge.call("DELETE", `${other.at}/${id}`, edge.key)).status).toBe(404);
    }
    expect(await call("GET", id)).toBe(200);
  });

  it("is not for session tokens", async () => {
    const { token } = await edge.verification();
    expect(await call("DELETE", await made(), token)).toBe(403);
  });
});
