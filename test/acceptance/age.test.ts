import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { expireOverdue } from "#edge/operations/verifications/close.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { newHash, shown } from "#test/harness/edge/hashes.ts";
import {
  face,
  forensics,
  frame,
  line,
  MRZ,
  mrzField,
  reading,
  templateScoring,
} from "#test/harness/edge/inference-results.ts";

/** The acceptance points of a check of the age alone (contract §3.20). */

const edge = await openCheckEdge();
afterAll(() => edge.close());

const AGE = { purpose: "age", min_age: 18 } as const;

/** A person whose name, numbers and places are in no other test, and in no text of the service. */
const SEEDED = [
  "QUETZALCOATL",
  "XOCHIQUETZAL",
  "X0KT8827Q",
  "Y7734Z91K",
  "1974-08-12",
  "740812",
  "Tenochtitlan",
];

const mrzWith = (changes: Readonly<Record<string, string>>) => ({
  ...MRZ,
  lines: ["P<UTOQUETZALCOATL<<XOCHIQUETZAL<<<<<<<<<<<<<<", "X0KT8827Q6UTO7408122F3204159Y7734Z91K<<<<<10"],
  fields: MRZ.fields.map((field) =>
    changes[field.name] === undefined ? field : mrzField(field.name, changes[field.name]!),
  ),
});
const HERS = {
  primary_identifier: "QUETZALCOATL",
  secondary_identifier: "XOCHIQUETZAL",
  document_number: "X0KT8827Q",
  personal_number: "Y7734Z91K",
};
const seeded = (changes: Readonly<Record<string, string>> = {}) => {
  const mrz = mrzWith({ ...HERS, ...changes });
  const printed = [line("PASSPORT", 40), line("Surname / Nom", 100), line("Quetzalcoatl", 124)];
  const place = [line("Place of birth", 300), line("Tenochtitlan", 324)];
  return reading({
    mrz,
    lines: [...printed, ...place, ...mrz.lines.map((text, i) => line(text, 740 + 40 * i, 20))],
  });
};

let references = 0;
beforeEach(() => {
  edge.answers.reading = seeded();
  edge.answers.forensics = forensics();
  edge.answers.frames = [frame({}, 0.9)];
});

async function begin(policy: object = AGE) {
  return {
    ...(await edge.verification(policy, `shopper-${++references}`)),
    customer: `shopper-${references}`,
  };
}
type Begun = Awaited<ReturnType<typeof begin>>;

let serial = 0;
const show = ({ id, token }: Begun, headers = {}) =>
  upload(`/v1/verifications/${id}/document`, token, { front: image(++serial % 250) }, headers);
const smile = ({ token }: Begun, headers = {}) =>
  upload("/v1/liveness/check", token, { mode: "passive", image_1: image(++serial % 250) }, headers);

function upload(
  path: string,
  by: string,
  parts: Record<string, string | Uint8Array<ArrayBuffer>>,
  headers = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    form.set(name, typeof value === "string" ? value : new Blob([value], { type: "image/jpeg" }));
  }
  return edge.call("POST", path, by, form, headers);
}

async function finish(begun: Begun) {
  await show(begun);
  await smile(begun);
  return begun.read();
}

const codesOf = ({ decision_reasons }: { decision_reasons: { code: string }[] }) =>
  decision_reasons.map(({ code }) => code);
const nextOf = async ({ id, token }: Begun) =>
  (await edge.call("GET", `/v1/verifications/${id}/next`, token)).body;

/** Everything in the database's file and log, in the object store, and in what was answered. */
async function everything(...answers: string[]): Promise<string> {
  const folder = dirname(edge.file);
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  const objects = [...edge.bucket.objects.values()].map((bytes) => Buffer.from(bytes).toString("latin1"));
  return [...files, ...objects, ...answers].join("\n");
}

const seedsIn = (text: string) => SEEDED.filter((seed) => text.includes(seed));

/** Columns of its results that could hold a face, a hash or an index, and rows about it. */
async function remainsOf({ id }: Begun) {
  const of = async (table: string) =>
    (await edge.rows(table)).filter(({ verification_id }) => verification_id === id);
  const columns = ["portrait_template", "frame_template", "perceptual_hash", "frame_hash_1", "fingerprint"];
  const results = [
    ...(await of("ocr_results")),
    ...(await of("liveness_results")),
    ...(await of("fraud_results")),
  ];
  const rows = await Promise.all(["search_terms", "media_objects", "trust_uses"].map(of));
  const inputs = (await of("verification_revisions")).map((row) => row.inputs);
  return {
    results: results.length,
    held: results.flatMap((row) => columns.filter((name) => row[name] !== undefined && row[name] !== null)),
    rows: rows.flat().length,
    inputs: inputs.filter((each) => each !== null).length,
  };
}
const NOTHING = { held: [], rows: 0, inputs: 0 };

describe("1. of a person whose age was checked", () => {
  it("nothing is left after an approval in database, log, store, events and kept answers, without any erasure", async () => {
    const begun = await begin();
    const key = { "idempotency-key": "shown-once" };
    const first = await show(begun, key);
    expect(first.status).toBe(200);
    serial--;
    const again = await show(begun, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const selfie = await smile(begun);
    const decided = await begun.read();
    expect([decided.decision, codesOf(decided)]).toEqual(["approved", []]);

    const results: string[] = [];
    for (const { name, result_ids } of decided.steps as { name: string; result_ids: string[] }[]) {
      for (const id of result_ids) {
        const path = { ocr: "ocr", fc: "fraud", lc: "liveness", fm: "face/verify" }[id.split("_")[0]!];
        const { status, text } = await edge.call("GET", `/v1/${path}/${id}`, edge.key);
        expect([name, status]).toEqual([name, 200]);
        results.push(text);
      }
    }
    const events = await edge.call("GET", "/v1/events?limit=100", edge.key);
    const answers = [first, again, selfie, events].map(({ text }) => text);
    expect(seedsIn(await everything(...answers, ...results, JSON.stringify(decided)))).toEqual([]);
    expect(await remainsOf(begun)).toMatchObject({ ...NOTHING, results: 3 });
    expect(edge.bucket.objects.size).toBe(0);
    const [found] = (await edge.rows("ocr_results")).filter(({ verification_id: of }) => of === begun.id);
    expect(JSON.parse(String(found!.body))).toMatchObject({
      ...{ fields: {}, mrz: null, raw_text: null, barcodes: [], issuing_country: null },
      ...{ document_type: "passport", ocr_eligible: true },
    });
  });

  it.each([
    ["too young a person", { date_of_birth: "200812" }, {}, "under_min_age"],
    ["a forged document", {}, { editingSoftware: ["Paint"] }, "fraud_suspicious"],
  ] as const)("nothing is left after a decline for %s", async (_, changes, found, code) => {
    edge.answers.reading = seeded(changes);
    edge.answers.forensics = forensics({ ...found, reading: seeded(changes) });
    const begun = await begin();
    await smile(begun);
    const { text } = await show(begun);
    const decided = await begun.read();
    expect([decided.decision, codesOf(decided)]).toEqual(["declined", [code]]);
    expect(seedsIn(await everything(text))).toEqual([]);
    expect(await remainsOf(begun)).toMatchObject(NOTHING);
  });

  it("nothing is left of an expired document, a canceled and an expired verification, and faces are left only until then", async () => {
    edge.answers.reading = seeded({ date_of_expiry: "200415" });
    const old = await begin();
    const { body, text } = await show(old);
    expect(body.ocr.eligibility_reason).toBe("document_expired");
    expect(`${text}${JSON.stringify(await edge.rows("ocr_results"))}`).not.toContain("2020-04-15");

    edge.answers.reading = seeded();
    const [canceled, overdue] = [await begin(), await begin()];
    for (const open of [canceled, overdue]) {
      await show(open);
      expect((await remainsOf(open)).held).toEqual(["portrait_template"]);
    }
    await edge.call("POST", `/v1/verifications/${canceled.id}/cancel`, edge.key);
    edge.advance(901_000);
    await expireOverdue(systemContext(edge.services, edge.services.clock()));
    expect((await overdue.read()).status).toBe("expired");
    for (const ended of [old, canceled, overdue]) expect(await remainsOf(ended)).toMatchObject(NOTHING);
    expect(seedsIn(await everything())).toEqual([]);
  });

  it("an identity verification beside it is found by the same search", async () => {
    const begun = await begin({ min_age: 18 });
    await show(begun);
    expect(seedsIn(await everything())).not.toEqual([]);
    expect((await remainsOf(begun)).rows).toBeGreaterThan(0);
    await edge.call("DELETE", `/v1/customers/${begun.customer}`, edge.key);
  });

  it("what an identity verification sends to review declines, if it stands against the person", async () => {
    const { live } = edge.tenant.keys;
    for (const [policy, decision] of [
      [{}, "review"],
      [AGE, "declined"],
    ] as const) {
      const customer = `copy-${decision}`;
      const copied = { ...(await edge.verification(policy, customer, live)), customer };
      const photo = shown(newHash(), 0);
      const portrait = { ...seeded().portrait!, face: face({ landmarks: [], template: photo }) };
      edge.answers.forensics = forensics();
      // In live mode a document of the specimens' state is suspicious.
      edge.answers.reading = { ...seeded({ issuing_state: "NLD", nationality: "NLD" }), portrait };
      await show(copied);
      edge.answers.frames = [frame({ template: shown(photo.hashes[0]!, 0) }, 0.9)];
      await smile(copied);
      const decided = await copied.read();
      expect([decided.decision, codesOf(decided)]).toEqual([decision, ["portrait_copied"]]);
    }
    await edge.call("DELETE", "/v1/customers/copy-review", live);
  });

  it("what cannot be determined uses up an attempt, and ends as insufficient_evidence", async () => {
    edge.answers.reading = seeded({ date_of_birth: "" });
    const begun = await begin({ ...AGE, max_attempts: 2 });
    await show(begun);
    expect(await begun.read()).toMatchObject({
      decision: null,
      steps: [
        { name: "document", status: "retry_required", attempts: 1, reason: "insufficient_evidence" },
        {},
        {},
      ],
    });
    expect((await nextOf(begun)).action).toMatchObject({ type: "document", retry_reason: "not_accepted" });
    await show(begun);
    const decided = await begun.read();
    expect(decided).toMatchObject({ decision: "declined", age: null });
    expect(decided.decision_reasons).toMatchObject([
      {
        ...{ code: "insufficient_evidence", step: "document", source: "document" },
        message: "The age could not be determined.",
        action: "Ask the person to try again with better photos, or with another document.",
      },
    ]);
  });

  it("two faces that are neither alike nor different need another selfie, for as long as there is an attempt", async () => {
    const alike = frame({ template: templateScoring(0.4) }, 0.9);
    const [lucky, unlucky] = [await begin(), await begin({ ...AGE, max_attempts: 2 })];
    edge.answers.frames = [alike];
    for (const each of [lucky, unlucky]) await finish(each);
    const { action, outcome } = await nextOf(lucky);
    expect([outcome, action.type, action.retry_reason]).toEqual(["open", "liveness", "not_accepted"]);
    expect((await lucky.read()).next_action).toEqual({ type: "liveness_check" });
    await smile(unlucky);
    expect(await unlucky.read()).toMatchObject({
      decision: "declined",
      decision_reasons: [{ code: "insufficient_evidence", step: "face_match", source: "face" }],
    });
    edge.answers.frames = [frame({}, 0.9)];
    await smile(lucky);
    expect((await lucky.read()).decision).toBe("approved");
  });
});

describe("2. the minimum age", () => {
  /** The clock of the service at this time, which is later than now. */
  const at = (time: string) => edge.advance(Date.parse(time) - edge.services.clock());
  const zone = process.env.TZ;
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  it.each([
    ["2028-02-29T00:00:01Z", "Pacific/Kiritimati", -840, { "100228": true, "100301": false }],
    ["2029-02-28T23:59:00Z", "Etc/GMT+12", 720, { "110228": true, "110301": false }],
    ["2030-02-28T23:59:00Z", "Pacific/Kiritimati", -840, { "120228": true, "120229": false }],
    ["2030-03-01T00:00:01Z", "Etc/GMT+12", 720, { "120229": true, "120302": false }],
  ] as const)("is decided by the day in UTC, wherever the service runs: at %s in %s", async (...row) => {
    const [time, tz, minutes, births] = row;
    process.env.TZ = tz;
    expect(new Date().getTimezoneOffset()).toBe(minutes);
    for (const [born, isOver] of Object.entries(births)) {
      at(time);
      edge.answers.reading = seeded({ date_of_birth: born });
      const begun = await begin({ ...AGE, steps: ["document"] });
      await show(begun);
      const { decision, age } = await begun.read();
      expect([born, decision, age]).toEqual([
        born,
        isOver ? "approved" : "declined",
        { over: 18, satisfied: isOver, method: "document", at: expect.stringContaining(time.slice(0, 13)) },
      ]);
    }
  });
});

describe("4. the statement", () => {
  const keysOf = async () =>
    createLocalJWKSet((await edge.call("GET", "/.well-known/jwks.json", undefined)).body);

  it("is valid for the tenant, the verification and a day only, and names neither reference nor birth date", async () => {
    const begun = await begin();
    const { age, age_statement, completed_at } = await finish(begun);
    const keys = await keysOf();
    const audience = edge.tenant.id;
    const currentDate = new Date(edge.services.clock());
    const options = { audience, subject: begun.id, typ: "svc-age+jws", currentDate };
    const { payload } = await jwtVerify(age_statement, keys, options);
    const iat = Math.floor(Date.parse(completed_at) / 1000);
    expect(payload).toEqual({
      ...{ aud: audience, sub: begun.id, iat, exp: iat + 86_400 },
      ...{ mode: "test", over: 18, method: "document", kept: [] },
    });
    expect(age).toEqual({ over: 18, satisfied: true, method: "document", at: completed_at });
    for (const wrong of [
      { audience: "ten_other" },
      { subject: "vf_other" },
      { typ: "svc-receipt+jws" },
      { currentDate: new Date((iat + 86_401) * 1000) },
    ]) {
      await expect(jwtVerify(age_statement, keys, { ...options, ...wrong })).rejects.toThrow();
    }
    const [head, , signature] = age_statement.split(".");
    const other = Buffer.from(JSON.stringify({ ...decodeJwt(age_statement), over: 21 })).toString(
      "base64url",
    );
    await expect(jwtVerify(`${head}.${other}.${signature}`, keys, options)).rejects.toThrow();
    expect((await begun.read()).age_statement).toBe(age_statement);
    edge.advance(86_400_000);
    const later = await begun.read();
    expect([later.age, "age_statement" in later]).toEqual([age, false]);
  });

  it("is read by the tenant's server alone: no device, list or event has it, and no device learns the age", async () => {
    const begun = await begin();
    const { body: answer } = await show(begun);
    await smile(begun);
    const read = await edge.call("GET", `/v1/verifications/${begun.id}`, begun.token);
    const next = await nextOf(begun);
    expect(next.outcome).toBe("done");
    for (const seen of [answer, read.body, next]) {
      expect(JSON.stringify(seen)).not.toMatch(/"age|statement|min_age|purpose/);
    }
    const list = await edge.call("GET", "/v1/verifications?limit=1", edge.key);
    const events = (await edge.call("GET", "/v1/events?limit=100", edge.key)).text;
    expect(list.body.data[0].age).toMatchObject({ satisfied: true });
    expect(`${list.text}${events}`).not.toContain("age_statement");
    const completed = await edge.call("GET", "/v1/events?type=verification.completed&limit=1", edge.key);
    expect(completed.body.data[0].data.age).toMatchObject({ over: 18, satisfied: true });
  });

  it("is not made of a decline, and the device of a person who is too young learns only that it was not accepted", async () => {
    edge.answers.reading = seeded({ date_of_birth: "200812" });
    const begun = await begin();
    const { body } = await show(begun);
    const declined = await begun.read();
    expect(declined).toMatchObject({ decision: "declined", age: { satisfied: false } });
    expect(declined).not.toHaveProperty("age_statement");
    expect((await nextOf(begun)).outcome).toBe("unsuccessful");
    expect(body.verification.decision_reasons).toMatchObject([{ code: "not_accepted" }]);
    expect(JSON.stringify(body)).not.toContain("under_min_age");
  });

  it("has no dossier beside it, and a replay leaves the verification out", async () => {
    const begun = await begin();
    await finish(begun);
    const dossier = await edge.call("GET", `/v1/verifications/${begun.id}/dossier`, edge.key);
    expect([dossier.status, dossier.body.error.code]).toEqual([404, "not_found"]);
    expect(dossier.body.error.message).toContain("purpose: age");
    const policy = (await edge.call("POST", "/v1/policies", edge.key, { name: "Of age", policy: AGE })).body;
    const created = await edge.call("POST", "/v1/verifications", edge.key, {
      ...{ customer_ref: "named", policy_id: policy.id },
    });
    const { verification, session_token } = created.body;
    await finish({ ...begun, id: verification.id, token: session_token.token });
    const replay = await edge.call("POST", `/v1/policies/${policy.id}/replay`, edge.key, {});
    expect(replay.body).toMatchObject({
      ...{ examined: 1, replayed: 0 },
      left_out: [{ why: "not_recorded", count: 1 }],
    });
  });
});

describe("5. the policy", () => {
  it("of an identity verification, and its answers, are as they were", async () => {
    const begun = await begin({ min_age: 18 });
    const decided = await finish(begun);
    for (const member of ["age", "age_statement"]) expect(decided).not.toHaveProperty(member);
    expect(decided.policy).not.toHaveProperty("purpose");
    expect(decided.policy).toMatchObject({ on_fraud_suspicious: "review", expires_in_seconds: 86_400 });
    expect(decided.verified_data.full_name.value).toBe("XOCHIQUETZAL QUETZALCOATL");
    const named = await finish(await begin({ purpose: "identity", min_age: 18 }));
    expect(named.policy.purpose).toBe("identity");
    expect(named).not.toHaveProperty("age");
  });

  it("of an age has its own defaults, and needs no more than a minimum age", async () => {
    const { policy, verified_data } = await finish(await begin());
    expect(policy).toMatchObject({
      ...AGE,
      ...{ on_fraud_suspicious: "decline", expires_in_seconds: 900, store_media: "none", dedupe: "off" },
    });
    expect(verified_data).toBeNull();
  });

  it.each([
    ["min_age", { min_age: null }],
    ["steps", { steps: ["liveness"] }],
    ["on_fraud_suspicious", { on_fraud_suspicious: "review" }],
    ["expires_in_seconds", { expires_in_seconds: 901 }],
    ["store_media", { store_media: "portrait" }],
    ["dedupe", { dedupe: "review" }],
    ["register_on_approval", { register_on_approval: "create" }],
    ["match_registered", { match_registered: "require" }],
    ["external_checks", { external_checks: [{ name: "watchlist" }] }],
    ["repeat", { repeat: "decline" }],
    ["block_list", { block_list: "decline" }],
    ["contest", { contest: "on" }],
  ])("of an age is rejected by name with another %s", async (field, changes) => {
    const body = { customer_ref: "x", policy: { ...AGE, ...changes } };
    const { status, body: answer } = await edge.call("POST", "/v1/verifications", edge.key, body);
    expect([status, answer.error.code, answer.error.param]).toEqual([
      400,
      "invalid_parameter",
      `policy.${field}`,
    ]);
    expect(answer.error.message).toContain("purpose: age");
  });

  it("of an age takes no expected details, also by its name", async () => {
    const policy = (await edge.call("POST", "/v1/policies", edge.key, { name: "Shop", policy: AGE })).body;
    for (const given of [{ policy: AGE }, { policy_id: policy.id }]) {
      const body = { customer_ref: "x", expected: { last_name: "Quetzalcoatl" }, ...given };
      const { status, body: answer } = await edge.call("POST", "/v1/verifications", edge.key, body);
      expect([status, answer.error.code, answer.error.param]).toEqual([400, "invalid_parameter", "expected"]);
    }
  });

  it("of an age is on the page: what it keeps, by a text with a version of its own", async () => {
    const begun = await begin();
    const { body } = await edge.call("GET", "/v1/capture/page?locale=de", begun.token);
    expect(body.age_only).toBe(true);
    expect(body.consent_text).toMatchObject({ version: "selfsame-age-1", locale: "de" });
    expect(body.consent_text.text).toContain("höchstens 15 Minuten");
    const identity = await edge.call("GET", "/v1/capture/page", (await begin({})).token);
    expect(identity.body).not.toHaveProperty("age_only");
    expect(identity.body.consent_text.version).toBe("selfsame-4");
  });
});
