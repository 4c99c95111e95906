import { decodeProtectedHeader } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#edge/store/audit/audit.ts";
import type { WrittenInputs } from "#edge/verdicts/dossier/dossier.ts";
import { dossierFaults } from "#edge/verdicts/dossier/replay.ts";
import { replayFailure } from "#test/edge/evidence/model/recorded.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, reading, templateAt } from "#test/harness/edge/inference-results.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { checkDossier } from "#tools/dossier/check.ts";

const edge = await useCheckEdge();
const model = { name: "seams", version: "1" };
const tampered = forensics({ signals: [{ name: "splicing", score: 0.6, region: [1, 2, 3, 4], model }] });

beforeEach(() => {
  edge.answers.frames = [frame({}, 0.9)];
  edge.answers.reading = reading();
  edge.answers.forensics = forensics();
});

let persons = 0;
async function decided(policy: object = {}) {
  const made = await edge.verification(policy, `proven-${++persons}`);
  await edge.upload(`/v1/verifications/${made.id}/document`, made.token, { front: image() });
  await edge.upload("/v1/liveness/check", made.token, { mode: "passive", image_1: image(2) });
  return made;
}

const dossierFor = (id: string, query = "") =>
  edge.call("GET", `/v1/verifications/${id}/dossier${query}`, edge.key);
const keys = async () => (await edge.call("GET", "/.well-known/jwks.json", "")).body;
const rule = (id: string, acting_as: string, judged: object) =>
  edge.call("POST", `/v1/verifications/${id}/review`, edge.key, { acting_as, ...judged });

const CLEAN = {
  quality_gate: { passed: true },
  required_missing: false,
  signals: [],
  deterministic_checks: [],
};

/** A change of one part of what a call measured, if it measured the part. */
const measuredOf = (part: string, change: object) => (measured: Readonly<Record<string, unknown>>) =>
  measured[part] === undefined
    ? measured
    : { ...measured, [part]: { ...(measured[part] as object), ...change } };

describe("a dossier", () => {
  it.each([
    ["an approval", "approved", async () => decided()],
    [
      "a decline",
      "declined",
      async () => {
        edge.answers.frames = [frame({ template: templateAt(80) }, 0.9)];
        return decided();
      },
    ],
    [
      "a review",
      "review",
      async () => {
        edge.answers.forensics = tampered;
        return decided();
      },
    ],
    [
      "a reviewer's ruling",
      "declined",
      async () => {
        edge.answers.forensics = tampered;
        const made = await decided();
        await rule(made.id, "ada", { ruling: "declined", reason: "document_forged" });
        return made;
      },
    ],
    [
      "a contest that a reviewer has decided",
      "approved",
      async () => {
        edge.answers.frames = [frame({ template: templateAt(80) }, 0.9)];
        const made = await decided({ contest: "on" });
        await edge.call("POST", `/v1/verifications/${made.id}/contest`, made.token, {
          statement: "It is me.",
        });
        const note = "Seen on a call.";
        await rule(made.id, "ada", { ruling: "approved", reason: "identity_confirmed", note });
        return made;
      },
    ],
    ["a verification without a decision", null, async () => edge.verification({}, `proven-${++persons}`)],
  ])("of %s is signed, and the rules reach its decision", async (_, decision, make) => {
    const { id } = await make();
    const { status, text, body } = await dossierFor(id);
    expect(status).toBe(200);
    expect(checkDossier(text, await keys())).toEqual({ faults: [], id, decision });
    expect(decodeProtectedHeader(body.signature)).toMatchObject({ alg: "EdDSA", typ: "svc-dossier+jws" });
    expect(text).not.toContain("It is me.");
  });

  it("names the first place that differs from what was signed", async () => {
    const { text } = await dossierFor((await decided()).id);
    for (const [was, is, place] of [
      [`"decision":"approved"`, `"decision":"declined"`, "dossier.verification.decision"],
      [`"score":0.9`, `"score":0.8`, "dossier.results."],
    ] as const) {
      const { faults } = checkDossier(text.replace(was, is), await keys());
      expect(faults[0]).toContain(place);
    }
  });

  it("fails with every byte of its signature flipped, and with other keys", async () => {
    const { text, body } = await dossierFor((await decided()).id);
    const jwks = await keys();
    const signature: string = body.signature;
    for (let at = 0; at < signature.length; at += 97) {
      const letter = signature[at] === "A" ? "B" : "A";
      const forged = signature.slice(0, at) + letter + signature.slice(at + 1);
      expect(checkDossier(text.replace(signature, forged), jwks).faults.length, `${at}`).toBeGreaterThan(0);
    }
    expect(checkDossier(text, { keys: [] }).faults[0]).toMatch(
      /^signature: its key .* is not in the key set$/,
    );
  });

  it.each<[string, (body: Record<string, never>) => object, RegExp]>([
    ["fc_", (body) => ({ ...body, overall_score: 0.9 }), /its signals give the score/],
    ["fc_", (body) => ({ ...body, decision: "suspicious" }), /its checks and score give clean/],
    ["lc_", (body) => ({ ...body, score: 0.01 }), /its score 0.01 of .* it says live/],
    ["fm_", (body) => ({ ...body, similarity: 0.2 }), /contradicts match true/],
    ["ocr_", (body) => ({ ...body, gate_rejections: [{}] }), /its gates contradict/],
  ])("with a changed measurement of %s fails by the result's name", async (prefix, change, fault) => {
    const { body } = await dossierFor((await decided()).id);
    const results = body.results.map((each: { id: string; body: Record<string, never> }) =>
      each.id.startsWith(prefix) ? { ...each, body: change(each.body) } : each,
    );
    const [first] = dossierFaults({ ...body, results });
    expect(first).toMatch(fault);
    expect(first).toMatch(new RegExp(`^results\\.${prefix}`));
  });

  it.each<[string, (measured: Readonly<Record<string, unknown>>) => object, RegExp]>([
    [
      "verdict on an image",
      measuredOf("fraud", { images: [{ ...CLEAN, decision: "suspicious" }] }),
      /^results\.fc_/,
    ],
    ["birth date", measuredOf("reading", { birth_date: "2001-02-03" }), /^results\.ocr_/],
    ["liveness outcome", measuredOf("liveness", { outcome: "retry", reason: "low_score" }), /^results\.lc_/],
    ["score", measuredOf("comparison", { score: 0.1 }), /^results\.fm_/],
    ["link of two sides", measuredOf("reading", { link: "not_linked" }), /^verification\.decision/],
  ])(
    "with another %s in the record of a call fails by the result, or by the decision",
    async (_, change, fault) => {
      const { body } = await dossierFor((await decided()).id);
      const changes = body.changes.map((each: { inputs: WrittenInputs | null }) =>
        each.inputs !== null && "measured" in each.inputs
          ? { ...each, inputs: { ...each.inputs, measured: change(each.inputs.measured) } }
          : each,
      );
      expect(dossierFaults({ ...body, changes })[0]).toMatch(fault);
    },
  );

  it("proves no decision after a reading was deleted, and names the first call", async () => {
    const { id } = await decided();
    const { body } = await dossierFor(id);
    const reading = body.results.find(({ id: each }: { id: string }) => each.startsWith("ocr_"));
    await edge.call("DELETE", `/v1/ocr/${reading.id}`, edge.key);
    const { text } = await dossierFor(id);
    expect(checkDossier(text, await keys()).faults).toEqual([
      "changes.2: The inputs of this change (step_result) are not recorded.",
    ]);
  });

  it("with another outcome, ruling or reason fails by the decision's name", async () => {
    edge.answers.forensics = tampered;
    const { id } = await decided();
    await rule(id, "ada", { ruling: "declined", reason: "document_forged" });
    const { body } = await dossierFor(id);
    const changes = body.changes.map((each: { inputs: WrittenInputs | null }) =>
      each.inputs !== null && "ruling" in each.inputs
        ? { ...each, inputs: { ...each.inputs, ruling: "approved", reason: "document_genuine" } }
        : each,
    );
    expect(dossierFaults({ ...body, changes })).toContainEqual(
      expect.stringMatching(
        /^verification\.decision: the rules give "approved", the dossier says "declined"/,
      ),
    );
  });

  it.each(["test_approve", "test_decline_spoof", "test_decline_fraud", "test_review"])(
    "of the test reference %s proves the forced decision",
    async (customerRef) => {
      const made = await edge.verification({}, customerRef);
      await edge.upload(`/v1/verifications/${made.id}/document`, made.token, { front: image() });
      await edge.upload("/v1/liveness/check", made.token, { mode: "passive", image_1: image(2) });
      const { text, body } = await dossierFor(made.id);
      expect(body.verification.decision).not.toBeNull();
      expect(checkDossier(text, await keys()).faults).toEqual([]);
    },
  );

  it("has images only if asked, only those that the policy keeps, and each by its hash", async () => {
    const [kept, none] = [await decided({ store_media: "evidence" }), await decided()];
    expect((await dossierFor(kept.id)).body).not.toHaveProperty("image_contents");
    expect((await dossierFor(none.id, "?images=1")).body).toMatchObject({ images: [], image_contents: [] });
    const { text, body } = await dossierFor(kept.id, "?images=1");
    expect(body.images.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(["document", "live_frame", "portrait"]),
    );
    expect(checkDossier(text, await keys()).faults).toEqual([]);
    const other = { ...body, image_contents: [{ ...body.image_contents[0], base64: "AAAA" }] };
    expect(checkDossier(JSON.stringify(other), await keys()).faults).toEqual([
      expect.stringMatching(/^image_contents\.[0-9a-f]{64}: it is another image$/),
    ]);
  });

  it("has large images", async () => {
    const made = await edge.verification({ store_media: "evidence" }, `proven-${++persons}`);
    const large = new Uint8Array(2_000_000);
    large.set(image());
    await edge.upload(`/v1/verifications/${made.id}/document`, made.token, { front: large });
    const { text, body } = await dossierFor(made.id, "?images=1");
    const lengths = body.image_contents.map(({ base64 }: { base64: string }) => base64.length);
    expect(Math.max(...lengths)).toBeGreaterThan(2_600_000);
    expect(checkDossier(text, await keys()).faults.filter((fault) => fault.startsWith("image"))).toEqual([]);
  });

  it("has the images of a review until it is decided, whatever store_media says", async () => {
    edge.answers.forensics = tampered;
    const made = await decided({ store_media: "none" });
    const kinds = async () =>
      (await dossierFor(made.id, "?images=1")).body.images
        .map(({ kind }: { kind: string }) => kind)
        .toSorted();
    expect(new Set(await kinds())).toEqual(new Set(["document", "live_frame", "portrait"]));
    const ruled = await rule(made.id, "ada", { ruling: "declined", reason: "document_forged" });
    expect(outcome(ruled)).toBe("200");
    expect(await kinds()).toEqual([]);
  });

  it("is in the audit log, and 404 for an erased person and another mode", async () => {
    const made = await edge.verification({}, "erased-later");
    await dossierFor(made.id, "?images=1");
    const page = { limit: 1, before: null };
    const [entry] = await listAudit(edge.db, edge.tenant.id, page, { target: made.id });
    expect(entry).toMatchObject({ action: "verification.dossier", after: '{"images":true}' });
    const live = await edge.call("GET", `/v1/verifications/${made.id}/dossier`, edge.tenant.keys.live);
    await edge.call("DELETE", "/v1/customers/erased-later", edge.key);
    expect([outcome(live), outcome(await dossierFor(made.id))]).toEqual(["404 not_found", "404 not_found"]);
    const inputs = (await edge.rows("verification_revisions")).filter(
      ({ verification_id, inputs }) => verification_id === made.id && inputs !== null,
    );
    expect(inputs).toEqual([]);
  });
});

it("of each of 300 sequences of the evidence model gives the same decision, and no other one", () => {
  expect(replayFailure(12, 300)).toEqual([]);
});
