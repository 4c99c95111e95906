import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit, verifyAudit } from "#edge/store/audit/audit.ts";
import { type CheckEdge, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { analysis, NO_FACE } from "#test/harness/edge/inference-results.ts";

const PATH = "/v1/face/registrations";

let edge: CheckEdge;
beforeAll(async () => {
  edge = await openCheckEdge();
});
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.faces = {};
});

const register = (customer_ref: string, fields: Record<string, string> = {}, key = edge.key) =>
  edge.upload(PATH, key, { image: image(), customer_ref, ...fields });
const of = (customerRef: string) => `${PATH}/${encodeURIComponent(customerRef)}`;
const templates = async (customerRef: string) =>
  (await edge.rows("face_templates")).filter(({ customer_ref }) => customer_ref === customerRef);
const entriesOf = (target: string) =>
  listAudit(edge.db, edge.tenant.id, { limit: 100, before: null }, { target });
/** An answer without what differs from one call to the next. */
const told = ({ status, body }: { status: number; body: { error: { request_id: string } } }) => ({
  status,
  text: JSON.stringify(body).replace(body.error.request_id, ""),
});

describe("registering", () => {
  it("answers 201 with the registration, and reads the same back", async () => {
    const { status, body } = await register("user 1");
    expect(status).toBe(201);
    expect(body).toEqual({
      registration_id: expect.stringMatching(/^fr_/),
      customer_ref: "user 1",
      status: "active",
      quality: expect.objectContaining({ acceptable: true, issues: [], score: 0.9 }),
      model_version: "test-net@1",
      mode: "test",
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await edge.call("GET", of("user 1"), edge.key)).toMatchObject({ status: 200, body });
  });

  it("counts as one use and emits no event", async () => {
    const events = (await edge.rows("events")).length;
    const used = Number((await edge.rows("usage"))[0]?.used);
    await register("counted");
    expect((await edge.rows("events")).length).toBe(events);
    expect(Number((await edge.rows("usage"))[0]?.used)).toBe(used + 1);
  });

  it("keeps the template sealed, bound to its registration and version", async () => {
    await register("sealed");
    const [row] = await templates("sealed");
    const sealed = new Uint8Array(row?.template as ArrayBuffer);
    expect(sealed.length).toBe(1 + 12 + 2 * 4 + 1 + 16);
    const { vault } = edge.services;
    const scope = edge.tenant.scope("test");
    const context = `face_template:${row?.registration_id}:test-net@1`;
    expect((await vault.open(scope, context, sealed)).length).toBe(9);
    await expect(vault.open(scope, "face_template:fr_other:test-net@1", sealed)).rejects.toThrow();
  });

  it("refuses the same customer_ref again, before any work, and changes nothing", async () => {
    const { body } = await register("twice");
    const calls = edge.calls.length;
    expect(await register("twice")).toMatchObject({
      status: 409,
      body: { error: { code: "registration_exists" } },
    });
    expect(await register("twice", { replace: "false" })).toMatchObject({ status: 409 });
    expect(edge.calls.length).toBe(calls);
    expect(await edge.call("GET", of("twice"), edge.key)).toMatchObject({ body });
  });

  it("lets one of two at once win", async () => {
    const answers = await Promise.all([register("race"), register("race")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await templates("race")).length).toBe(1);
  });

  it("replaces with replace=true: every change a row of its own, the old template gone", async () => {
    const first = (await register("replaced")).body;
    const second = await register("replaced", { replace: "true" });
    expect(second.status).toBe(201);
    expect(second.body.registration_id).not.toBe(first.registration_id);
    const rows = await templates("replaced");
    expect(rows.map((row) => [row.registration_id, row.template === null, row.deleted_at === null])).toEqual([
      [first.registration_id, true, false],
      [first.registration_id, true, false],
      [second.body.registration_id, false, true],
    ]);
    expect(await edge.call("GET", of("replaced"), edge.key)).toMatchObject({ body: second.body });
  });

  it("tells the audit log of the registration that is replaced, and of none where there was none", async () => {
    const first = (await register("audited", { replace: "true" })).body;
    expect(await entriesOf(first.registration_id)).toEqual([]);
    await register("audited", { replace: "true" });
    expect(await entriesOf(first.registration_id)).toMatchObject([
      { action: "registration.delete", actor: edge.tenant.keyIds.test, after: '{"status":"replaced"}' },
    ]);
  });

  it("replaces one after the other where many do so at once, and each entry names the one that has gone", async () => {
    await register("crowded");
    const all = await Promise.all(Array.from({ length: 4 }, () => register("crowded", { replace: "true" })));
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const gone = (await templates("crowded")).filter(({ deleted_at }) => deleted_at !== null);
    for (const id of new Set(gone.map(({ registration_id }) => String(registration_id)))) {
      expect(await entriesOf(id)).toHaveLength(1);
    }
  });

  it("takes replace=true for somebody who was not registered", async () => {
    expect((await register("new", { replace: "true" })).status).toBe(201);
    expect((await templates("new")).length).toBe(1);
  });

  it.each([
    ["no_face_detected", NO_FACE, /image/],
    [
      "multiple_faces_detected",
      {
        ...analysis(),
        faces: [0, 1].map((i) => ({ box: [i * 400, 0, 300, 300] as const, confidence: 0.9 })),
      },
      /image/,
    ],
    [
      "face_quality_too_low",
      analysis({ native: { meanLuma: 20 }, components: { sharpness: 0.01 } }),
      /too_blurry, too_dark\. Hold still.*Find more light\./,
    ],
  ] as const)("refuses with %s and leaves nothing behind", async (code, face, message) => {
    edge.answers.faces.image = face;
    const refused = await register("poor");
    expect(refused).toMatchObject({ status: 400, body: { error: { code, param: "image" } } });
    expect(refused.body.error.message).toMatch(message);
    expect(await templates("poor")).toEqual([]);
  });

  it("names the issues of a poor capture for a program", async () => {
    edge.answers.faces.image = analysis({ native: { interEyeDistance: 10, meanLuma: 20 } });
    const issues = ["face_too_small", "too_dark"];
    expect(await register("poor")).toMatchObject({ body: { error: { issues } } });
    edge.answers.faces.image = NO_FACE;
    expect((await register("poor")).body.error).not.toHaveProperty("issues");
  });

  it("keeps the present registration when its replacement is refused", async () => {
    const { body } = await register("kept");
    edge.answers.faces.image = NO_FACE;
    expect((await register("kept", { replace: "true" })).status).toBe(400);
    expect(await edge.call("GET", of("kept"), edge.key)).toMatchObject({ status: 200, body });
  });

  it.each([
    [{ customer_ref: "a" }, "missing_parameter", "image"],
    [{ image: image() }, "missing_parameter", "customer_ref"],
    [{ image: image(), customer_ref: "" }, "invalid_parameter", "customer_ref"],
    [{ image: image(), customer_ref: "a\nb" }, "invalid_parameter", "customer_ref"],
    [{ image: image(), customer_ref: "a", replace: "yes" }, "invalid_parameter", "replace"],
    [{ image: image(), customer_ref: "a", level: "x" }, "unknown_parameter", "level"],
  ])("refuses %j with %s", async (parts, code, param) => {
    expect(await edge.upload(PATH, edge.key, parts)).toMatchObject({
      status: 400,
      body: { error: { code, param } },
    });
  });

  it("does what a test-mode reference asks for, in every operation that takes one", async () => {
    for (const [ref, status] of [
      ["test_error_500", 500],
      ["test_usage_cap", 402],
    ] as const) {
      expect((await register(ref)).status).toBe(status);
      expect((await edge.call("GET", of(ref), edge.key)).status).toBe(status);
      expect((await register(ref, {}, edge.tenant.keys.live)).status).toBe(201);
    }
    const verify = { image: image(), customer_ref: "test_error_500" };
    expect((await edge.upload(`${PATH}/verify`, edge.key, verify)).status).toBe(500);
  });

  it("runs once under an Idempotency-Key", async () => {
    const form = () => {
      const data = new FormData();
      data.set("image", new Blob([image()]), "a.jpg");
      data.set("customer_ref", "keyed");
      return data;
    };
    const header = { "idempotency-key": "register-1" };
    const first = await edge.call("POST", PATH, edge.key, form(), header);
    const again = await edge.call("POST", PATH, edge.key, form(), header);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });
});

describe("the list", () => {
  it("is newest first, by pages, and narrowed by customer_ref", async () => {
    const tenant = await edge.newTenant();
    const key = tenant.keys.live;
    for (const ref of ["a", "b", "c", "d"]) await register(ref, {}, key);
    await edge.call("DELETE", of("b"), key);
    await register("a", { replace: "true" }, key);
    const list = async (query: string) => (await edge.call("GET", `${PATH}?${query}`, key)).body;
    const refs = (page: { data: { customer_ref: string }[] }) =>
      page.data.map(({ customer_ref }) => customer_ref);

    const first = await list("limit=2");
    expect([refs(first), first.has_more]).toEqual([["a", "d"], true]);
    const second = await list(`limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
    expect([refs(second), second.has_more, second.next_cursor]).toEqual([["c"], false, null]);
    expect(refs(await list("customer_ref=d"))).toEqual(["d"]);
    expect(refs(await list("customer_ref=b"))).toEqual([]);
    expect(refs(await list("customer_ref=nobody"))).toEqual([]);
  });

  it("goes on where it was although the cursor's registration was deleted meanwhile", async () => {
    const tenant = await edge.newTenant();
    const key = tenant.keys.test;
    for (const ref of ["a", "b", "c"]) await register(ref, {}, key);
    const { next_cursor } = (await edge.call("GET", `${PATH}?limit=2`, key)).body;
    await edge.call("DELETE", of("b"), key);
    const rest = await edge.call("GET", `${PATH}?cursor=${encodeURIComponent(next_cursor)}`, key);
    expect(rest.body.data.map(({ customer_ref }: { customer_ref: string }) => customer_ref)).toEqual(["a"]);
  });

  it("takes another tenant's cursor for one that leads nowhere", async () => {
    const [mine, other] = [await edge.newTenant(), await edge.newTenant()];
    for (const ref of ["a", "b"]) {
      await register(ref, {}, mine.keys.test);
      await register(ref, {}, other.keys.test);
    }
    const { next_cursor } = (await edge.call("GET", `${PATH}?limit=1`, other.keys.test)).body;
    for (const cursor of [next_cursor, btoa("fr_nowhere")]) {
      const page = await edge.call("GET", `${PATH}?cursor=${encodeURIComponent(cursor)}`, mine.keys.test);
      expect(page).toMatchObject({ status: 200, body: { data: [], has_more: false } });
    }
  });

  it.each([
    ["limit=0", "limit_out_of_range"],
    ["limit=101", "limit_out_of_range"],
    ["cursor=x", "invalid_cursor"],
    [`cursor=${btoa("vf_1")}`, "invalid_cursor"],
    ["page=2", "unknown_parameter"],
  ])("refuses ?%s with %s", async (query, code) => {
    expect(await edge.call("GET", `${PATH}?${query}`, edge.key)).toMatchObject({
      status: 400,
      body: { error: { code } },
    });
  });
});

describe("deleting", () => {
  it("answers 204, and 204 again; the template is gone and the customer may be registered anew", async () => {
    const ref = "user/42 é%";
    const { body } = await register(ref);
    expect((await edge.call("DELETE", of(ref), edge.key)).status).toBe(204);
    expect((await edge.call("DELETE", of(ref), edge.key)).status).toBe(204);
    expect((await edge.call("GET", of(ref), edge.key)).body.error.code).toBe("registration_not_found");
    const rows = await templates(ref);
    expect(
      rows.map(({ registration_id, template, quality }) => [registration_id, template, quality]),
    ).toEqual([
      [body.registration_id, null, null],
      [body.registration_id, null, null],
    ]);
    expect((await register(ref)).status).toBe(201);
  });

  it("is told to the audit log once: by the key and the registration, and not by the person", async () => {
    const { body } = await register("told of");
    const calls = Array.from({ length: 3 }, () => edge.call("DELETE", of("told of"), edge.key));
    await Promise.all(calls);
    await edge.call("DELETE", of("told of"), edge.key);
    const entries = await entriesOf(body.registration_id);
    expect(entries).toMatchObject([
      {
        action: "registration.delete",
        actor: edge.tenant.keyIds.test,
        mode: "test",
        before: '{"model_version":"test-net@1","status":"active"}',
        after: '{"status":"deleted"}',
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain("told of");
    expect((await verifyAudit(edge.db, edge.tenant.id, null)).fault).toBeNull();
  });

  it("answers 404 for a customer that was never registered", async () => {
    expect(await edge.call("DELETE", of("nobody"), edge.key)).toMatchObject({
      status: 404,
      body: { error: { code: "registration_not_found" } },
    });
  });
});

describe("of another mode or tenant", () => {
  it.each(["GET", "DELETE"])("answers %s exactly as what does not exist", async (method) => {
    await register(`theirs ${method}`);
    const other = await edge.newTenant();
    for (const key of [edge.tenant.keys.live, other.keys.test]) {
      const [foreign, missing] = [
        await edge.call(method, of(`theirs ${method}`), key),
        await edge.call(method, of("nobody at all"), key),
      ];
      expect(told(foreign)).toEqual(told(missing));
      expect(foreign.status).toBe(404);
    }
    expect((await edge.call("GET", of(`theirs ${method}`), edge.key)).status).toBe(200);
  });

  it("lists nothing, replaces nothing, and is in nobody's way", async () => {
    const { body } = await register("shared");
    const other = await edge.newTenant();
    for (const key of [edge.tenant.keys.live, other.keys.test]) {
      expect((await edge.call("GET", `${PATH}?customer_ref=shared`, key)).body.data).toEqual([]);
      expect((await register("shared", { replace: "true" }, key)).status).toBe(201);
    }
    expect(await edge.call("GET", of("shared"), edge.key)).toMatchObject({ status: 200, body });
  });

  it("is not for session tokens", async () => {
    const { token } = await edge.verification();
    const forbidden = { status: 403, body: { error: { code: "token_scope_insufficient" } } };
    expect(await register("a", {}, token)).toMatchObject(forbidden);
    for (const [method, path] of [
      ["GET", PATH],
      ["GET", of("a")],
      ["DELETE", of("a")],
    ] as const) {
      expect(await edge.call(method, path, token)).toMatchObject(forbidden);
    }
  });
});
