import { describe, expect, it } from "vitest";
import { listAudit, verifyAudit } from "#edge/store/audit/audit.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { analysis, NO_FACE } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";

const PATH = "/v1/face/registrations";
const FACE = { box: [0, 0, 300, 300], confidence: 0.9 } as const;

const edge = await useGenuineEdge();

const register = (customer_ref: string, fields: Record<string, string> = {}, key = edge.key) =>
  edge.upload(PATH, key, { image: image(), customer_ref, ...fields });
const pathOf = (customerRef: string) => `${PATH}/${encodeURIComponent(customerRef)}`;
const templates = async (customerRef: string) =>
  (await edge.rows("face_templates")).filter(({ customer_ref }) => customer_ref === customerRef);
const entriesOf = (target: string) =>
  listAudit(edge.db, edge.tenant.id, { limit: 100, before: null }, { target });
describe("registering", () => {
  it("answers 201 with the registration, and reads the same back", async () => {
    const { status, body } = await register("user 1");
    expect(status).toBe(201);
    expect(body).toEqual({
      registration_id: expect.stringMatching(/^fr_/),
      customer_ref: "user 1",
      status: "active",
      origin: "upload",
      quality: expect.objectContaining({ acceptable: true, issues: [], score: 0.9 }),
      model_version: "test-model@1",
      mode: "test",
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await edge.call("GET", pathOf("user 1"), edge.key)).toMatchObject({ status: 200, body });
  });

  it("counts as one use and emits no event", async () => {
    const events = (await edge.rows("events")).length;
    const used = Number((await edge.rows("usage"))[0]?.used);
    await register("counted");
    expect((await edge.rows("events")).length).toBe(events);
    expect(Number((await edge.rows("usage"))[0]?.used)).toBe(used + 1);
  });

  it("keeps the template encrypted, bound to its registration and version", async () => {
    await register("encrypted");
    const [row] = await templates("encrypted");
    const encrypted = new Uint8Array(row?.template as ArrayBuffer);
    expect(encrypted.length).toBe(1 + 12 + 2 * 4 + 1 + 16);
    const { vault } = edge.services;
    const scope = edge.tenant.scope("test");
    const context = `face_template:${row?.registration_id}:test-model@1`;
    expect((await vault.open(scope, context, encrypted)).length).toBe(9);
    await expect(vault.open(scope, "face_template:fr_other:test-model@1", encrypted)).rejects.toThrow();
  });

  it("rejects the same customer_ref again, before any work, and changes nothing", async () => {
    const { body } = await register("twice");
    const calls = edge.calls.length;
    for (const fields of [{}, { replace: "false" }])
      expect(outcome(await register("twice", fields))).toBe("409 registration_exists");
    expect(edge.calls.length).toBe(calls);
    expect(await edge.call("GET", pathOf("twice"), edge.key)).toMatchObject({ body });
  });

  it("lets one of two at once win", async () => {
    const answers = await Promise.all([register("race"), register("race")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await templates("race")).length).toBe(1);
  });

  it("replaces with replace=true: every change has a row, the old template is gone, the audit log says so", async () => {
    const first = (await register("replaced", { replace: "true" })).body;
    const second = await register("replaced", { replace: "true" });
    expect(second.status).toBe(201);
    expect(second.body.registration_id).not.toBe(first.registration_id);
    const rows = await templates("replaced");
    expect(rows.map((row) => [row.registration_id, row.template === null, row.deleted_at === null])).toEqual([
      [first.registration_id, true, false],
      [first.registration_id, true, false],
      [second.body.registration_id, false, true],
    ]);
    expect(await edge.call("GET", pathOf("replaced"), edge.key)).toMatchObject({ body: second.body });
    const entry = { action: "registration.delete", after: '{"status":"replaced"}' };
    expect(await entriesOf(first.registration_id)).toMatchObject([
      { ...entry, actor: edge.tenant.keyIds.test },
    ]);
  });

  it("serialises concurrent replacements, and each entry names the replaced one", async () => {
    await register("crowded");
    const all = await Promise.all(Array.from({ length: 4 }, () => register("crowded", { replace: "true" })));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const gone = (await templates("crowded")).filter(({ deleted_at }) => deleted_at !== null);
    for (const id of new Set(gone.map(({ registration_id }) => String(registration_id)))) {
      expect(await entriesOf(id)).toHaveLength(1);
    }
  });

  it.each([
    ["no_face_detected", NO_FACE, /image/],
    [
      "multiple_faces_detected",
      { ...analysis(), faces: [FACE, { ...FACE, box: [400, 0, 300, 300] }] },
      /image/,
    ],
    [
      "face_quality_too_low",
      analysis({ native: { meanLuma: 20 }, components: { sharpness: 0.01 } }),
      /too_blurry, too_dark\. Hold the camera still.*Find more light\./,
    ],
  ] as const)("rejects with %s, and the present registration stays", async (code, face, message) => {
    const { body } = await register(code);
    edge.answers.faces.image = face;
    const refused = await register(code, { replace: "true" });
    expect(refused).toMatchObject({ status: 400, body: { error: { code, param: "image" } } });
    expect(refused.body.error.message).toMatch(message);
    expect(await edge.call("GET", pathOf(code), edge.key)).toMatchObject({ status: 200, body });
  });

  it("names the issues of a poor capture for a program", async () => {
    edge.answers.faces.image = analysis({ native: { interEyeDistance: 10, meanLuma: 20 } });
    const issues = ["face_too_small", "too_dark"];
    expect(await register("poor")).toMatchObject({ body: { error: { issues } } });
    edge.answers.faces.image = NO_FACE;
    expect((await register("poor")).body.error).not.toHaveProperty("issues");
    expect(await templates("poor")).toEqual([]);
  });

  it.each([
    [{ customer_ref: "a" }, "missing_parameter", "image"],
    [{ image: image() }, "missing_parameter", "customer_ref"],
    [{ image: image(), customer_ref: "" }, "invalid_parameter", "customer_ref"],
    [{ image: image(), customer_ref: "a\nb" }, "invalid_parameter", "customer_ref"],
    [{ image: image(), customer_ref: "a", replace: "yes" }, "invalid_parameter", "replace"],
    [{ image: image(), customer_ref: "a", level: "x" }, "unknown_parameter", "level"],
  ])("rejects %j with %s", async (parts, code, param) => {
    const answer = await edge.upload(PATH, edge.key, parts);
    expect([outcome(answer), answer.body.error.param]).toEqual([`400 ${code}`, param]);
  });

  it("does what a test-mode reference asks for, in every operation that takes one", async () => {
    for (const [ref, status] of [
      ["test_error_500", 500],
      ["test_usage_cap", 402],
    ] as const) {
      expect((await register(ref)).status).toBe(status);
      expect((await edge.call("GET", pathOf(ref), edge.key)).status).toBe(status);
      expect((await register(ref, {}, edge.tenant.keys.live)).status).toBe(201);
    }
    const verify = { image: image(), customer_ref: "test_error_500" };
    expect((await edge.upload(`${PATH}/verify`, edge.key, verify)).status).toBe(500);
  });
});

describe("the list", () => {
  it("is newest first, by pages, and narrowed by customer_ref", async () => {
    const key = (await edge.newTenant()).keys.live;
    for (const ref of ["a", "b", "c", "d"]) await register(ref, {}, key);
    await edge.call("DELETE", pathOf("b"), key);
    await register("a", { replace: "true" }, key);
    const list = async (query: string) => (await edge.call("GET", `${PATH}?${query}`, key)).body;
    const refs = (page: { data: { customer_ref: string }[] }) =>
      page.data.map(({ customer_ref }) => customer_ref);

    const first = await list("limit=2");
    expect([refs(first), first.has_more]).toEqual([["a", "d"], true]);
    // The cursor's registration may be deleted meanwhile.
    await edge.call("DELETE", pathOf("d"), key);
    const second = await list(`limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect([refs(second), second.has_more, second.next_cursor]).toEqual([["c"], false, null]);
    expect(refs(await list("customer_ref=c"))).toEqual(["c"]);
    for (const ref of ["b", "unknown"]) expect(refs(await list(`customer_ref=${ref}`))).toEqual([]);
  });

  it.each([
    ["limit=0", "limit_out_of_range"],
    ["limit=101", "limit_out_of_range"],
    ["cursor=x", "invalid_cursor"],
    [`cursor=${btoa("test vf_1")}`, "invalid_cursor"],
    ["page=2", "unknown_parameter"],
  ])("rejects ?%s with %s", async (query, code) => {
    expect(outcome(await edge.call("GET", `${PATH}?${query}`, edge.key))).toBe(`400 ${code}`);
  });
});

describe("deleting", () => {
  it("answers 204, and 204 again; the template is gone, and the customer may be registered again", async () => {
    const ref = "user/42 é%";
    const call = async (method: string) => outcome(await edge.call(method, pathOf(ref), edge.key));
    expect(await call("DELETE")).toBe("404 registration_not_found");
    const { body } = await register(ref);
    expect([await call("DELETE"), await call("DELETE")]).toEqual(["204", "204"]);
    expect(await call("GET")).toBe("404 registration_not_found");
    const gone = { registration_id: body.registration_id, template: null, quality: null };
    expect(await templates(ref)).toMatchObject([gone, gone]);
    expect((await register(ref)).status).toBe(201);
  });

  it("is in the audit log once: by the key and the registration, and not by the person", async () => {
    const { body } = await register("deleted once");
    await Promise.all([1, 2, 3].map(() => edge.call("DELETE", pathOf("deleted once"), edge.key)));
    const entries = await entriesOf(body.registration_id);
    expect(entries).toMatchObject([
      {
        action: "registration.delete",
        actor: edge.tenant.keyIds.test,
        mode: "test",
        before: '{"model_version":"test-model@1","status":"active"}',
        after: '{"status":"deleted"}',
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("deleted once");
    expect((await verifyAudit(edge.db, edge.tenant.id, null)).fault).toBeNull();
  });
});
