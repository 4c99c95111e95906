import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { image } from "#test/harness/edge/check-edge.ts";
import { flipBits } from "#test/harness/edge/hashes.ts";
import { forensics, MRZ, reading } from "#test/harness/edge/inference-results.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { front } from "../verifications/two-sided.ts";

const edge = await useGenuineEdge();

const detect = (credential = edge.key, fields: Record<string, string> = {}) =>
  edge.upload("/v1/fraud/detect", credential, { image: image(), ...fields });
const named = (all: readonly { name: string; status: string }[], name: string) =>
  all.find((each) => each.name === name);
const forged = () => {
  const checks = MRZ.checks.map((check) => ({ ...check, valid: check.name !== "composite" }));
  return forensics({ reading: reading({ mrz: { ...MRZ, checks } }) });
};

it("answers the persisted result, and reads the same back", async () => {
  const answer = await detect(edge.key, { document_type: "passport", customer_ref: "user 42" });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    ...{ decision: "clean", is_fraudulent: false, document_type: "passport", record_kind: "canonical" },
    ...{ quality_gate: { passed: true, issues: [] }, customer_ref: "user 42", mode: "test" },
  });
  expect(answer.body.fc_id).toMatch(/^fc_/);
  expect(answer.body.overall_score).toBeLessThan(answer.body.thresholds.suspicious);
  expect(answer.body.signals[0]).toHaveProperty("model_version");
  expect(answer.body.deterministic_checks[0]).toHaveProperty("required");
  for (const finding of [...answer.body.signals, ...answer.body.deterministic_checks]) {
    expect(finding.explanation).toMatch(/\.$/);
  }
  expect((await edge.call("GET", `/v1/fraud/${answer.body.fc_id}`, edge.key)).body).toEqual(answer.body);
});

it("M1: calls the front of a card alone inconclusive and says why, in row, answer and event", async () => {
  edge.answers.forensics = front();
  const { body } = await detect();
  expect(body).toMatchObject({
    ...{ decision: "inconclusive", authenticity_missing: true },
    quality_gate: { passed: true, issues: [] },
  });
  const row = (await edge.rows("fraud_results")).find(({ id }) => id === body.fc_id);
  expect(row).toMatchObject({ decision: "inconclusive", authenticity_missing: 1 });
  const event = (await edge.rows("events")).find(({ subject_id }) => subject_id === body.fc_id);
  expect(JSON.parse(String(event?.body)).data).toMatchObject({ authenticity_missing: true });
});

it("calls a failed checksum fraudulent, in row, answer and event", async () => {
  edge.answers.forensics = forged();
  const { body } = await detect();
  expect(body).toMatchObject({ decision: "fraudulent", is_fraudulent: true });
  const row = (await edge.rows("fraud_results")).find(({ id }) => id === body.fc_id);
  expect(row).toMatchObject({ decision: "fraudulent", is_fraudulent: 1, critical_failed: 1 });
  const event = (await edge.rows("events")).find(({ subject_id }) => subject_id === body.fc_id);
  expect(JSON.parse(String(event?.body))).toMatchObject({
    type: "fraud.signal_detected",
    data: { fc_id: body.fc_id, decision: "fraudulent" },
  });
});

it("calls Utopia's specimen suspicious in live mode; in test mode the signal is shown and does not count", async () => {
  const [live, test] = [await detect(edge.tenant.keys.live), await detect(edge.tenant.keys.test)];
  for (const { body } of [live, test])
    expect(named(body.signals, "specimen_document")).toMatchObject({ triggered: true });
  expect([live.body.decision, test.body.decision]).toEqual(["suspicious", "clean"]);
});

it("rejects an unknown document type, listing those it knows", async () => {
  const { status, body } = await detect(edge.key, { document_type: "library_card" });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: "unsupported_document_type", param: "document_type" });
  expect(body.error.message).toContain("residence_permit");
});

describe("duplicate_of_known_image", () => {
  /** Of a state that is not the specimens'. */
  const fields = MRZ.fields.map((field) => (field.value === "UTO" ? { ...field, value: "NLD" } : field));
  const send = async (hash: Uint8Array, customer_ref: string | null, key: string = edge.tenant.keys.live) => {
    const page = reading({ mrz: { ...MRZ, fields } });
    edge.answers.forensics = forensics({ perceptualHash: hash, reading: page });
    const { body } = await detect(key, customer_ref === null ? {} : { customer_ref });
    const found = named(body.deterministic_checks, "duplicate_of_known_image");
    return { body, found };
  };
  let known: Uint8Array;
  beforeEach(async () => {
    known = new Uint8Array(randomBytes(128));
    expect((await send(known, "first")).found?.status).toBe("pass");
  });

  it("fails, and makes it suspicious, when another customer has sent the same image but for 48 bits", async () => {
    expect((await send(known, "first")).found?.status).toBe("pass");
    expect((await send(flipBits(known, 49), "second")).found?.status).toBe("pass");
    const { body, found } = await send(flipBits(known, 48), "second");
    expect(found).toMatchObject({ status: "fail", severity: "major" });
    expect(JSON.stringify(found)).not.toContain("first");
    expect(body.decision).toBe("suspicious");
    expect(named(body.signals, "duplicate_image")).toMatchObject({ score: 0.5, triggered: true });
  });

  it("is reported in test mode and changes nothing there: the same card comes under a second reference", async () => {
    const key = edge.tenant.keys.test;
    await send(known, "first", key);
    const { body, found } = await send(known, "second", key);
    expect(found).toMatchObject({ status: "not_applicable", detail: expect.stringContaining("live mode") });
    expect(named(body.signals, "duplicate_image")).toMatchObject({ triggered: true, score: 1 });
    expect(body.decision).toBe("clean");
    expect(body.overall_score).toBeCloseTo(0.8 * 0.05);
  });

  it("blames the later of two senders alone: the first may send the image again, and so after a third", async () => {
    for (const later of ["second", "third"]) {
      expect((await send(flipBits(known, 8), later)).found?.status).toBe("fail");
      const { body, found } = await send(flipBits(known, 2), "first");
      expect([found?.status, body.decision]).toEqual(["pass", "clean"]);
      expect(named(body.signals, "duplicate_image")).toMatchObject({ triggered: false, score: 0 });
    }
    // A sender who was found to be the later one stays that, also with the image sent once more.
    expect((await send(flipBits(known, 8), "second")).found?.status).toBe("fail");
  });

  it("blames an end user who sent another image first for one that somebody else had sent", async () => {
    expect((await send(new Uint8Array(randomBytes(128)), "second")).found?.status).toBe("pass");
    expect((await send(known, "second")).found?.status).toBe("fail");
  });

  it("keeps for reviewers alone whose result it was, the nearest one's", async () => {
    const nearest = await send(flipBits(known, 8), "nearest");
    const { body } = await send(flipBits(known, 9), "second");
    const other = await send(new Uint8Array(randomBytes(128)), "third");
    const rows = new Map((await edge.rows("fraud_results")).map((row) => [row.id, row]));
    expect(rows.get(body.fc_id)?.duplicate_of).toBe(nearest.body.fc_id);
    expect(rows.get(other.body.fc_id)?.duplicate_of).toBeNull();
    const read = await edge.call("GET", `/v1/fraud/${body.fc_id}`, edge.key);
    const event = (await edge.rows("events")).find(({ subject_id }) => subject_id === body.fc_id);
    expect(JSON.stringify([body, read.body, event])).not.toContain(nearest.body.fc_id);
  });

  it("is not evaluated without a customer", async () => {
    expect((await send(known, null)).found?.status).toBe("not_evaluated");
    const [row] = (await edge.rows("fraud_results")).slice(-1);
    expect(row).toMatchObject({ customer_ref: null, image_fingerprint: null });
  });

  it("blames one of two senders whose calls run at the same time, and the other keeps their decision", async () => {
    known = new Uint8Array(randomBytes(128));
    const sent = await Promise.all(["second", "third"].map((customer) => send(known, customer)));
    expect(sent.map(({ found }) => found?.status).sort()).toEqual(["fail", "pass"]);
    const own = await Promise.all(
      [1, 2].map(() => send(new Uint8Array(known.map((byte) => ~byte)), "fourth")),
    );
    expect(own.map(({ found }) => found?.status)).toEqual(["pass", "pass"]);
  });

  it("knows nothing of another tenant's or mode's images", async () => {
    const other = await edge.newTenant();
    expect((await send(known, "second", other.keys.live)).found?.status).toBe("pass");
    expect((await send(known, "second", edge.tenant.keys.test)).found?.status).toBe("pass");
  });

  it("forgets the images of a customer who was erased", async () => {
    await edge.call("DELETE", "/v1/customers/first", edge.tenant.keys.live);
    expect((await send(known, "second")).found?.status).toBe("pass");
  });

  it("leaves the images of test references aside", async () => {
    const hash = new Uint8Array(randomBytes(128));
    const key = edge.tenant.keys.test;
    expect((await send(hash, "test_approve", key)).found?.status).toBe("not_evaluated");
    expect((await send(hash, "second", key)).found?.status).toBe("pass");
  });
});
