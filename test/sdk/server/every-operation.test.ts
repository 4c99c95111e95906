import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openApiDocument } from "#edge/reference/routes.ts";
import { isSelfsameError, Selfsame } from "#sdk/server/src/index.ts";
import { image } from "../../harness/edge/check-edge.ts";
import { frame, reading } from "../../harness/edge/inference-results.ts";
import { endInReview } from "../../harness/edge/record-step.ts";
import { useCheckEdge } from "../../harness/edge/use.ts";
import { edgeFetch } from "../edge-fetch.ts";

const BASE = "http://127.0.0.1:8787";

const edge = await useCheckEdge();
const seen: string[] = [];
const selfsame = new Selfsame({ apiKey: edge.key, baseUrl: BASE, fetch: edgeFetch(edge, seen) });

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => (isSelfsameError(error) ? error.code : error),
  );

it("a verification is created, read, listed, given a document and canceled", async () => {
  const { verifications, sessions } = selfsame;
  const created = await verifications.create({ customer_ref: "user-1", policy: { store_media: "portrait" } });
  const { id } = created.verification;
  expect(created.session_token.token).toMatch(/^svc_tok_test_/);
  const examined = await verifications.examineDocument(id, { front: image(1), back: new Blob([image(2)]) });
  expect(examined.verification.id).toBe(id);
  const session = await sessions.create({ verification_id: id, ttl_seconds: 60 });
  expect(session.verification_id).toBe(id);
  expect(await sessions.revoke(session.jti)).toBeUndefined();
  expect((await verifications.retrieve(id)).customer_ref).toBe("user-1");
  expect((await verifications.next(id)).outcome).toBe("open");
  expect((await verifications.list()).data.map((each) => each.id)).toContain(id);
  expect((await verifications.list({ customer_ref: "user-1" })).data.map((each) => each.id)).toEqual([id]);
  expect((await verifications.createLink(id)).url).toContain("/verify#svc_link_test_");
  expect(await verifications.dossier(id)).toMatchObject({ dossier_version: 1, verification: { id } });
  expect((await verifications.cancel(id)).status).toBe("canceled");
  expect(await codeOf(verifications.cancel(id))).toBe("verification_not_open");
});

it("an external check is answered once", async () => {
  const { verifications } = selfsame;
  const policy = { steps: ["liveness" as const], external_checks: [{ name: "watchlist" }] };
  const { verification, session_token } = await verifications.create({ customer_ref: "user-9", policy });
  edge.answers.frames = [frame({}, 0.9)];
  await edge.upload("/v1/liveness/check", session_token.token, { mode: "passive", image_1: image(9) });
  const passed = { outcome: "passed" } as const;
  const answered = await verifications.answerCheck(verification.id, "watchlist", passed);
  expect([answered.decision, answered.checks?.[0]?.status]).toEqual(["approved", "passed"]);
  const again = verifications.answerCheck(verification.id, "watchlist", passed);
  expect(await codeOf(again)).toBe("verification_not_open");
});

it("a document is put on a list, listed and removed", async () => {
  const { lists } = selfsame;
  const item = { kind: "document", issuing_country: "UTO", document_number: "L898902C3" } as const;
  const added = await lists.add("block", item);
  expect((await lists.items("block")).data.map(({ id }) => id)).toEqual([added.id]);
  expect(await lists.remove("block", added.id)).toBeUndefined();
  expect(await codeOf(lists.remove("block", added.id))).toBe("not_found");
});

it("a review is listed, claimed and decided", async () => {
  const { reviews } = selfsame;
  const id = await endInReview(edge, edge.tenant);
  expect((await reviews.list({ reason: "low_score" })).data.map((each) => each.verification.id)).toEqual([
    id,
  ]);
  expect((await reviews.claim(id, { acting_as: "ada" })).claimed_by).toBe("ada");
  const ruling = { ruling: "approved", reason: "identity_confirmed", acting_as: "ada" } as const;
  expect((await reviews.decide(id, ruling)).verification.decision).toBe("approved");
  expect(await codeOf(reviews.decide(id, ruling))).toBe("verification_not_open");
});

it("a document is scanned, its portrait loaded, and deleted", async () => {
  const scan = await selfsame.ocr.scan({ image: image(3), customer_ref: "user-2" });
  expect((await selfsame.ocr.retrieve(scan.ocr_id)).ocr_id).toBe(scan.ocr_id);
  const { verification } = await selfsame.verifications.create({
    customer_ref: "user-2",
    policy: { store_media: "portrait" },
  });
  const { ocr } = await selfsame.verifications.examineDocument(verification.id, { front: image(4) });
  expect(await selfsame.ocr.picture(ocr.portrait!)).toEqual(new Uint8Array(reading().portrait!.jpeg));
  await selfsame.ocr.delete(ocr.ocr_id);
  await selfsame.ocr.delete(ocr.ocr_id);
  expect(await codeOf(selfsame.ocr.picture(ocr.portrait!))).toBe("gone");
});

it("a chip is verified, read back and deleted, in a verification too", async () => {
  const { chips, verifications } = selfsame;
  const files = { sod: image(1), dg1: image(2), dg2: image(3) };
  expect((await chips.issueChallenge()).chip_challenge_id).toMatch(/^cc_/);
  const { chip_id, outcome } = await chips.verify({ ...files, customer_ref: "user-3" });
  expect(outcome).toBe("not_readable");
  expect((await chips.retrieve(chip_id)).chip_id).toBe(chip_id);
  await chips.delete(chip_id);
  expect(await codeOf(chips.retrieve(chip_id))).toBe("not_found");
  const policy = { document_evidence: ["chip" as const], liveness_mode: "challenge" as const };
  const { verification } = await verifications.create({ customer_ref: "user-3", policy });
  expect((await verifications.issueChipChallenge(verification.id)).challenge).toMatch(/^[0-9a-f]{16}$/);
  const shown = await verifications.presentChip(verification.id, files);
  expect(shown.chip.outcome).toBe("not_readable");
});

it("forgery, liveness and faces are judged, read back and deleted", async () => {
  const { fraud, liveness, face } = selfsame;
  const looked = await fraud.detect({ image: image(5), document_type: "passport" });
  expect((await fraud.retrieve(looked.fc_id)).decision).toBe(looked.decision);
  const challenge = await liveness.issueChallenge({ action_hint: "blink" });
  expect(challenge.challenge_id).toMatch(/^chl_/);
  const check = await liveness.check({ mode: "passive", frames: [image(6)] });
  expect((await liveness.retrieve(check.lc_id)).is_live).toBe(check.is_live);
  const compared = await face.verify({ image_a: image(7), image_b: image(8).buffer });
  expect(await face.retrieve(compared.id)).toMatchObject({ kind: "verify" });
  for (const [kind, id] of [
    [fraud, looked.fc_id],
    [liveness, check.lc_id],
    [face, compared.id],
  ] as const) {
    await kind.delete(id);
    await kind.delete(id);
    expect(await codeOf(kind.retrieve(id))).toBe("not_found");
  }
});

it("a credential that is not there is neither read nor deleted", async () => {
  const { credentials } = selfsame;
  const id = "cred_01JPA70M3BX4Z6C8E0G2J4K6M8";
  expect(await codeOf(credentials.retrieve(id))).toBe("not_found");
  expect(await codeOf(credentials.delete(id))).toBe("not_found");
});

it("faces are registered, listed, compared, searched for and deleted", async () => {
  const { registrations, dedupe } = selfsame.face;
  await registrations.create({ image: image(9), customer_ref: "user/3" });
  expect(await codeOf(registrations.create({ image: image(10), customer_ref: "user/3" }))).toBe(
    "registration_exists",
  );
  expect((await registrations.retrieve("user/3")).customer_ref).toBe("user/3");
  expect((await registrations.list({ limit: 1 })).data).toHaveLength(1);
  expect((await registrations.verify({ image: image(11), customer_ref: "user/3" })).match).toBe(true);
  expect((await dedupe({ image: image(12) })).match).toBe(true);
  await registrations.delete("user/3");
  expect(await codeOf(registrations.retrieve("user/3"))).toBe("registration_not_found");
});

it("events are read back, and a person is erased with a receipt", async () => {
  const newest = await selfsame.events.list({ limit: 1 });
  const [event] = newest.data;
  expect((await selfsame.events.retrieve(event!.id)).type).toBe(event!.type);
  const receipt = await selfsame.customers.erase("user-1");
  expect(receipt.erased.verifications).toBe(1);
  const { keys } = await selfsame.service.publicKeys();
  expect(keys.map(({ use }) => use)).toContain("sig");
  expect(await selfsame.service.health()).toEqual({ ready: true });
});

it("a policy is created, listed, read, given a version, replayed and archived", async () => {
  const { policies } = selfsame;
  const made = await policies.create({ name: "Standard", policy: { min_age: 18 } });
  expect(made.version).toBe(1);
  expect((await policies.list()).data.map(({ id }) => id)).toEqual([made.id]);
  expect((await policies.createVersion(made.id, { policy: { min_age: 21 } })).policy.min_age).toBe(21);
  expect((await policies.retrieve(made.id)).versions.map(({ policy }) => policy.min_age)).toEqual([18, 21]);
  const begun = await selfsame.verifications.create({ customer_ref: "user-9", policy_id: made.id });
  expect(begun.verification.policy_version).toBe(2);
  expect((await policies.replay(made.id)).examined).toBe(0);
  expect((await policies.archive(made.id)).archived_at).not.toBeNull();
});

it("a webhook endpoint is created, read, changed, tested, given a new secret and deleted", async () => {
  const { webhookEndpoints } = selfsame;
  const made = await webhookEndpoints.create({
    url: "https://example.com/hook",
    events: ["verification.completed"],
  });
  expect((await webhookEndpoints.retrieve(made.id)).url).toBe("https://example.com/hook");
  expect((await webhookEndpoints.list()).data.map(({ id }) => id)).toEqual([made.id]);
  expect((await webhookEndpoints.test(made.id)).event_id).toMatch(/^wh_evt_/);
  expect((await webhookEndpoints.rotateSecret(made.id)).secret).not.toBe(made.secret);
  expect((await webhookEndpoints.update(made.id, { enabled: false })).state).toBe("disabled");
  await webhookEndpoints.delete(made.id);
  await webhookEndpoints.delete(made.id);
  expect(await codeOf(webhookEndpoints.retrieve(made.id))).toBe("not_found");
});

it("the page of the SDKs names every call, and none that there is not", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../../sdk/README.md"), "utf8");
  const documented = [...readme.matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)].map(([, of, calls]) => ({
    of: of!,
    calls: [...calls!.replace(/\(.*?\)/g, "").matchAll(/`(\w+)`/g)].map(([, call]) => call!).sort(),
  }));
  const groups = (of: object, prefix = ""): { of: string; calls: string[] }[] =>
    Object.entries(of).flatMap(([name, inner]) =>
      typeof inner !== "object" || inner === null
        ? []
        : [{ of: prefix + name, calls: callsOf(inner) }, ...groups(inner, `${prefix}${name}.`)],
    );
  const callsOf = (group: object) =>
    Object.keys(group)
      .filter((name) => typeof Reflect.get(group, name) === "function")
      .sort();
  const byName = (a: { of: string }, b: { of: string }) => a.of.localeCompare(b.of);
  expect(documented.sort(byName)).toEqual(groups(selfsame).sort(byName));
});

it("every operation of the document that takes a secret key has a method, and was called above", () => {
  const operations = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // For routes that name a person in the path, the SDK sends a body (contract §8.5): see below.
      .filter(() => !path.includes("{customer_ref}"))
      // Wallets call these, and no tenant.
      .filter(() => !path.startsWith("/v1/wallet/"))
      // The reference is for people and generators.
      .filter(([, { tags }]) => !tags.includes("Reference"))
      .filter(([, { security = [] }]) => security.length === 0 || security.some((way) => "secretKey" in way))
      .map(([method]) => ({ method: method.toUpperCase(), path })),
  );
  const uncalled = operations.filter(({ method, path }) => {
    const pattern = new RegExp(
      `^${method} ${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/?]+")}(\\?.*)?$`,
    );
    return !seen.some((call) => pattern.test(call));
  });
  expect(operations.length).toBeGreaterThan(25);
  expect(uncalled).toEqual([]);
});

it("no call of the SDK names a person in its address, which proxies may log (M4)", () => {
  expect(seen.length).toBeGreaterThan(25);
  expect(seen.filter((call) => /user/.test(decodeURIComponent(call)))).toEqual([]);
});
