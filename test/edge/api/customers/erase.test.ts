import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { compactVerify, createLocalJWKSet, decodeJwt, type JSONWebKeySet } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { thumbprintOf } from "#edge/auth/device-key.ts";
import { eraseCustomer } from "#edge/operations/erasure/erase-customer.ts";
import { keepMedia } from "#edge/operations/keep-media.ts";
import { SYSTEM } from "#edge/store/audit/chain.ts";
import { commit } from "#edge/store/batch.ts";
import { formOf, image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { analysis, frame, reading } from "#test/harness/edge/inference-results.ts";
import { outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { noteAttempt, subscribe } from "#test/harness/edge/webhook-rows.ts";
import { newDevice } from "../sessions/device.ts";

const edge = await openCheckEdge();
Object.assign(edge.services, { wakeDispatcher: () => undefined });
await subscribe(edge);
afterAll(() => edge.close());
beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.reading = reading();
  edge.answers.faces = {};
  edge.answers.meanwhile = undefined;
});

const erase = (customerRef: string, key = edge.key) =>
  edge.call("DELETE", `/v1/customers/${encodeURIComponent(customerRef)}`, key);

/** An end user with one record of every kind. */
async function person(customerRef: string) {
  const opened = await edge.verification({ store_media: true, dedupe: "review" }, customerRef);
  const parts = { customer_ref: customerRef, image: image() };
  const header = { "idempotency-key": `scan of ${customerRef}` };
  const scan = await edge.call("POST", "/v1/ocr/scan", opened.token, formOf({ image: image() }), header);
  const fraud = await edge.upload("/v1/fraud/detect", opened.token, parts);
  const selfie = { mode: "passive", image_1: image() };
  const liveness = await edge.upload("/v1/liveness/check", opened.token, selfie);
  await edge.upload("/v1/face/registrations", edge.key, parts);
  const match = await edge.upload("/v1/face/registrations/verify", edge.key, parts);
  const read = {
    ocr: `/v1/ocr/${scan.body.ocr_id}`,
    fraud: `/v1/fraud/${fraud.body.fc_id}`,
    liveness: `/v1/liveness/${liveness.body.lc_id}`,
    match: `/v1/face/verify/${match.body.id}`,
    registration: `/v1/face/registrations/${encodeURIComponent(customerRef)}`,
  };
  return { ...opened, portrait: scan.body.portrait as string, read };
}

/** Every cell of every table, as text. */
async function everything(): Promise<string> {
  const tables = await edge.client.execute("select name from sqlite_master where type = 'table'");
  const rows = await Promise.all(tables.rows.map(({ name }) => edge.rows(`"${name}"`)));
  return JSON.stringify(
    rows.flat().map((row) => Object.values(row)),
    (_, value) => (value instanceof ArrayBuffer ? `blob of ${value.byteLength}` : value),
  );
}

/** A receipt's counts for that many records of each kind. */
const counts = (more: Readonly<Record<string, number>> = {}) => ({
  ...{ registrations: 0, ocr_results: 0, liveness_results: 0, fraud_results: 0, face_matches: 0 },
  ...{ deliveries: 0, delivery_excerpts: 0, events: 0, idempotent_answers: 0, review_notes: 0 },
  ...{ session_tokens: 0, verifications: 0, media: 0, credential_requests: 0 },
  ...more,
});

it("erases all that is held of a person, and answers how much it was", async () => {
  const gone = await person("erase me");
  const kept = await person("keep me");
  const [event] = (await edge.rows("events")).filter(({ customer_ref }) => customer_ref === "erase me");
  await noteAttempt(edge, String(event!.id), "echo of erase me");
  const { status, body } = await erase("erase me");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    receipt_id: expect.stringMatching(/^rcpt_/),
    customer_ref_sha256: createHash("sha256").update("erase me").digest("hex"),
    mode: "test",
    erased_at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const results = { registrations: 1, ocr_results: 1, liveness_results: 1, fraud_results: 1 };
  // The 1:1 with the registration, its own verification's search and match, and the other's search, which
  // found it.
  const matches = { face_matches: 4, session_tokens: 1, verifications: 1, media: 1 };
  const sent = { deliveries: 4, delivery_excerpts: 1, events: 4, idempotent_answers: 1 };
  expect(body.erased).toEqual(counts({ ...results, ...matches, ...sent }));
  expect(await everything()).not.toContain("erase me");
  const shown = (await edge.rows("media_objects")).filter(({ state }) => state === "kept");
  // The other's verification is in review: its images stay, too.
  const ids = [kept.read.ocr, kept.read.fraud, kept.read.liveness].map((path) => path.split("/").at(-1));
  expect(shown.map(({ result_id }) => result_id)).toEqual(expect.arrayContaining(ids));
  expect(new Set(edge.bucket.objects.keys())).toEqual(new Set(shown.map(({ object_key }) => object_key)));
  for (const path of Object.values(gone.read))
    expect((await edge.call("GET", path, edge.key)).status).toBe(404);
  for (const path of Object.values(kept.read))
    expect((await edge.call("GET", path, edge.key)).status).toBe(200);
  const { pathname, search } = new URL(gone.portrait);
  expect((await edge.browse(pathname + search)).status).toBe(410);
  expect((await erase("erase me")).body.erased).toEqual(counts());
});

it("signs the receipt, which the published keys verify; they are of receipts alone", async () => {
  const { signature, ...receipt } = (await erase("unknown")).body;
  expect(receipt.erased).toEqual(counts());
  const keys = (await (await edge.browse("/.well-known/jwks.json")).json()) as JSONWebKeySet;
  expect(keys.keys).toMatchObject([{ kid: "r1", use: "sig", alg: "EdDSA" }]);
  expect(JSON.stringify(keys)).not.toContain('"d"');
  const { payload, protectedHeader } = await compactVerify(signature, createLocalJWKSet(keys));
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual(receipt);
  expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "svc-receipt+jws" });
});

it("says in the receipt, under its signature, which places were not reached", async () => {
  const placesOf = (receipt: { not_reached: { place: string; why: string }[] }) =>
    receipt.not_reached.map(({ place, why }) => (why.length > 20 ? place : "no reason"));
  const storage = ["backups", "provider_history", "storage_device"];
  const never = [...storage, "process_memory", "proxy_logs", "deliveries"];
  expect(placesOf((await erase("unknown")).body)).toEqual(never);
  const { inference, db } = edge.services;
  const away = { ...inference, forget: () => Promise.reject(new Error("away")) };
  // Like sqld, which rejects the statement that empties the log.
  const sqld = new Proxy(db, {
    get: (target, name) =>
      name === "all"
        ? () => Promise.reject(new Error("unsupported statement"))
        : Reflect.get(target, name, target),
  });
  Object.assign(edge.services, { inference: away, db: sqld });
  const { body } = await erase("unknown");
  Object.assign(edge.services, { inference, db });
  expect(placesOf(body)).toEqual(["database_file", "inference_memory", ...never]);
  const served = { ...inference, forget: async () => ({ onGalleryServer: true }) };
  Object.assign(edge.services, { inference: served });
  expect(placesOf((await erase("unknown")).body)).toEqual(["gallery_server", ...never]);
  Object.assign(edge.services, { inference });
  expect(decodeJwt(body.signature).not_reached).toEqual(body.not_reached);
});

it("leaves nothing of the person in the database's file and its log", async () => {
  const databaseText = () => ["", "-wal"].map((part) => readFileSync(edge.file + part, "latin1")).join("");
  await person("CANARY-4711");
  expect(databaseText()).toContain("CANARY-4711");
  expect((await erase("CANARY-4711")).status).toBe(200);
  expect(databaseText()).not.toContain("CANARY-4711");
});

it("leaves no name of the devices on which the person was verified, of a token that was revoked before, too", async () => {
  const asked = { customer_ref: "customer-devices" };
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, asked);
  const opened = async () => {
    const device = await newDevice(edge);
    await device.open(secretOf(body.url), { take_over: true });
    return thumbprintOf(device.key);
  };
  const devices = [await opened(), await opened()];
  const named = async () => {
    const rows = JSON.stringify(await edge.rows("session_tokens"));
    return devices.map((device) => rows.includes(device));
  };
  expect(await named()).toEqual([true, true]);
  const [first] = (await edge.rows("session_tokens")).filter(({ device }) => device === devices[0]);
  await edge.call("DELETE", `/v1/sessions/${first!.jti}`, edge.key);
  await erase(asked.customer_ref);
  expect(await named()).toEqual([false, false]);
});

it("sends inference the erased faces at once", async () => {
  await person("sent");
  const asked = vi.spyOn(edge.services.inference, "forget");
  const { read } = await person("sent too");
  const registration = (await edge.call("GET", read.registration, edge.key)).body.registration_id;
  await erase("sent too");
  expect(asked.mock.calls.map(([faces]) => faces)).toEqual([
    [{ gallery: expect.stringContaining("/test/"), registrationId: registration }],
  ]);
  await edge.call("DELETE", `/v1/face/registrations/sent`, edge.key);
  expect(asked.mock.lastCall?.[0]).toHaveLength(1);
  asked.mockRestore();
});

it("touches no row of end users erased before, for any characters in a reference", async () => {
  await person("erased before");
  await erase("erased before");
  const revisions = () => edge.rows("verification_revisions");
  const before = await revisions();
  for (const named of ["%00", "%0a", "a%7f"]) {
    for (const path of ["/v1/customers", "/v1/face/registrations"])
      expect((await edge.call("DELETE", `${path}/${named}`, edge.key)).status).toBe(404);
  }
  const ctx = { services: edge.services, scope: edge.tenant.scope("test"), actor: SYSTEM, now: Date.now() };
  await expect(eraseCustomer(ctx, { customerRef: "" })).rejects.toMatchObject({ code: "not_found" });
  expect(await revisions()).toEqual(before);
});

it("audits the actor of an erasure, and not the end user", async () => {
  const { body } = await erase("audited");
  expect((await edge.rows("audit_entries")).at(-1)).toMatchObject({
    ...{ action: "customer.erase", target: body.receipt_id, actor: edge.tenant.keyIds.test },
    ...{ mode: "test", before: null },
    after: JSON.stringify({ customer_ref_sha256: body.customer_ref_sha256 }),
  });
});

describe("a verification of the person", () => {
  it("keeps id, status and decision when it was decided", async () => {
    const { id } = await edge.verification({ steps: ["liveness"] }, "decided");
    await edge.verification({}, "decided");
    const { token } = (await edge.call("POST", "/v1/sessions", edge.key, { verification_id: id })).body;
    await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() });
    expect((await erase("decided")).body.erased).toMatchObject({ verifications: 2, session_tokens: 3 });
    expect((await edge.call("GET", `/v1/verifications/${id}`, edge.key)).body).toMatchObject({
      ...{ id, status: "completed", decision: "approved" },
      ...{ customer_ref: null, decision_reasons: [], steps: [] },
    });
  });

  it("is canceled when it was open, and takes nothing more: its tokens are revoked", async () => {
    const { id, token, read } = await edge.verification({}, "open");
    await erase("open");
    expect(await read()).toMatchObject({ status: "canceled", decision: null, next_action: null });
    expect(outcome(await edge.call("GET", `/v1/verifications/${id}`, token))).toBe("401 token_revoked");
    const minted = await edge.call("POST", "/v1/sessions", edge.key, { verification_id: id });
    expect(outcome(minted)).toBe("409 verification_not_open");
  });

  it("stays expired when its time had passed", async () => {
    const { read } = await edge.verification({ expires_in_seconds: 300 }, "late");
    edge.advance(301_000);
    await erase("late");
    expect((await read()).status).toBe("expired");
  });

  it("is not restored by a check that was in progress", async () => {
    const { token } = await edge.verification({ store_media: true }, "under way");
    const objects = edge.bucket.objects.size;
    edge.answers.meanwhile = async () => {
      edge.answers.meanwhile = undefined;
      await erase("under way");
    };
    const late = await edge.upload("/v1/ocr/scan", token, { image: image() });
    expect(outcome(late)).toBe("409 verification_not_open");
    expect(await everything()).not.toContain("under way");
    expect(edge.bucket.objects.size).toBe(objects);
  });
});

describe("a person's images", () => {
  const parts = (customer_ref: string) => ({ customer_ref, image: image() });
  const objectOf = async (resultId: string) =>
    (await edge.rows("media_objects")).find(({ result_id }) => result_id === resultId)?.object_key as string;
  const storeMedia = async (kept: "evidence" | "none") => {
    await edge.client.execute({ sql: "update tenants set store_media = ?", args: [kept] });
    // A key that was read before has the old setting for a second.
    edge.advance(1_000);
  };
  beforeAll(() => storeMedia("evidence"));
  afterAll(() => storeMedia("none"));

  it("are gone only when their store says so: erasing again finishes what it cut short, and counts it", async () => {
    const { body } = await edge.upload("/v1/ocr/scan", edge.key, parts("cut short"));
    const key = await objectOf(body.ocr_id);
    const { media } = edge.services;
    const failing = { ...media, delete: () => Promise.reject(new Error("away")) };
    Object.assign(edge.services, { media: failing });
    expect((await erase("cut short")).status).toBe(500);
    Object.assign(edge.services, { media });
    expect(edge.bucket.objects.has(key)).toBe(true);
    expect((await erase("cut short")).body.erased).toMatchObject({ ocr_results: 0, media: 3 });
    expect(edge.bucket.objects.has(key)).toBe(false);
    expect(await everything()).not.toContain("cut short");
  });

  it("of a call that died lose the person's name and their object, and their row stays for the sweep", async () => {
    const { services, tenant, db } = edge;
    const owner = { level: "evidence", verificationId: null, customerRef: "died", now: Date.now() } as const;
    const photo = { kind: "document", resultIds: ["ocr_died"], content: image() } as const;
    const kept = await keepMedia(services as never, tenant.scope("test"), owner, [photo]);
    const key = await objectOf("ocr_died");
    expect(edge.bucket.objects.has(key)).toBe(true);
    expect((await erase("died")).body.erased).toMatchObject({ media: 1 });
    expect(edge.bucket.objects.has(key)).toBe(false);
    expect(await everything()).not.toContain('"died"');
    // A slow call that had not died: its image is not kept, and the sweep deletes the object.
    await commit(db, kept.statements);
    const row = (await edge.rows("media_objects")).find(({ result_id }) => result_id === "ocr_died");
    expect(row).toMatchObject({ state: "pending", customer_ref: null });
  });

  it("are not erased if no store is bound, and nothing else is erased either", async () => {
    const { body } = await edge.upload("/v1/ocr/scan", edge.key, parts("unbound"));
    const { media } = edge.services;
    Object.assign(edge.services, { media: null });
    expect(outcome(await erase("unbound"))).toBe("503 service_unavailable");
    expect((await erase("unknown")).status).toBe(200);
    Object.assign(edge.services, { media });
    expect((await edge.call("GET", `/v1/ocr/${body.ocr_id}`, edge.key)).status).toBe(200);
    expect((await erase("unbound")).body.erased).toMatchObject({ ocr_results: 1, media: 3 });
  });
});

it("forgets another's search that found the person", async () => {
  const parts = { customer_ref: "found", image: image() };
  edge.answers.faces.image = analysis();
  await erase("keep me");
  await edge.upload("/v1/face/registrations", edge.key, parts);
  const { token, read } = await edge.verification({ steps: ["liveness"], dedupe: "review" }, "finder");
  await edge.upload("/v1/liveness/check", token, { mode: "passive", image_1: image() });
  const [, found] = (await read()).steps[0].result_ids;
  expect((await edge.call("GET", `/v1/face/verify/${found}`, edge.key)).body.customer_ref).toBe("found");
  expect((await erase("found")).body.erased).toMatchObject({ face_matches: 1, registrations: 1 });
  expect((await edge.call("GET", `/v1/face/verify/${found}`, edge.key)).status).toBe(404);
});

it("a follower of the gallery learns that a registration was deleted, and not whose it was", async () => {
  const parts = { customer_ref: "followed", image: image() };
  const { body } = await edge.upload("/v1/face/registrations", edge.key, parts);
  await erase("followed");
  const { registration_id } = body;
  const rows = (await edge.rows("face_templates")).filter((row) => row.registration_id === registration_id);
  const gone = { template: null, customer_ref: "", deleted_at: expect.any(Number) };
  expect(rows).toMatchObject([gone, gone]);
  expect((await edge.upload("/v1/face/registrations", edge.key, parts)).status).toBe(201);
});
