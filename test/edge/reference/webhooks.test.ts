import { afterAll, expect, it } from "vitest";
import { newId } from "#edge/core/ids.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { recallAnchor } from "#edge/operations/trust/recall-anchor.ts";
import { reviewVerification } from "#edge/operations/verifications/review.ts";
import { commit } from "#edge/store/batch.ts";
import { insertEvent } from "#edge/store/webhooks/events.ts";
import { envelope } from "#edge/webhooks/outbox.ts";
import { EVENT_TYPES } from "#vocabulary/events.ts";
import { image, openCheckEdge } from "../../harness/edge/check-edge.ts";
import { frame, reading, templateAt } from "../../harness/edge/inference-results.ts";
import { newIdentity } from "../../harness/trust/certificates.ts";
import { symbolOf, vds } from "../../harness/trust/seals.ts";
import { trustSigner } from "../../harness/trust/trust-signer.ts";
import { makeWallet } from "../../harness/wallet/wallet.ts";

const edge = await openCheckEdge();
edge.answers.frames = [frame({}, 0.9)];
afterAll(() => edge.close());

it("an event of every type matches the document's schema", async () => {
  const { token } = await edge.verification();
  const ofReview = await edge.verification(
    { steps: ["liveness"], external_checks: [{ name: "watchlist" }] },
    "test_review",
  );
  for (const [path, parts] of [
    ["/v1/ocr/scan", { image: image() }],
    ["/v1/fraud/detect", { image: image() }],
    ["/v1/liveness/check", { image_1: image(), mode: "passive" }],
  ] as const) {
    const within = path === "/v1/liveness/check" ? ofReview.token : token;
    expect((await edge.upload(path, within, parts)).status).toBe(200);
  }
  const answered = `/v1/verifications/${ofReview.id}/checks/watchlist`;
  expect((await edge.call("POST", answered, edge.key, { outcome: "passed" })).status).toBe(200);
  const judgement = { id: ofReview.id, ruling: "approved", reason: "identity_confirmed" } as const;
  const operator = operatorContext(edge.services, Date.now());
  await reviewVerification({ ...operator, scope: edge.tenant.scope("test") }, judgement);
  edge.answers.frames = [frame({ template: templateAt(80) }, 0.9)];
  const declined = await edge.verification({ contest: "on" }, "contesting");
  await edge.upload(`/v1/verifications/${declined.id}/document`, declined.token, { front: image() });
  await edge.upload("/v1/liveness/check", declined.token, { image_1: image(2), mode: "passive" });
  await edge.call("POST", `/v1/verifications/${declined.id}/contest`, declined.token, {});
  const signer = newIdentity({ country: "UT", commonName: "TS" });
  await trustSigner(edge, signer);
  edge.answers.reading = reading({ barcodes: [symbolOf(vds(signer, { country: "UTO" }))] });
  await edge.upload("/v1/ocr/scan", (await edge.verification()).token, { image: image() });
  await recallAnchor(operator, { mode: "test", sha256: signer.sha256 });
  await edge.upload("/v1/chip/verify", edge.key, { sod: image(), dg1: image(), dg2: image() });
  await edge.upload("/v1/face/verify", edge.key, { image_a: image(1), image_b: image(2) });
  await edge.upload("/v1/chip/verify", edge.key, { sod: image(), dg1: image(), dg2: image() });
  const holder = await edge.verification({ document_evidence: ["credential"] });
  const credentials = `/v1/verifications/${holder.id}/credentials`;
  const { request_id, requests } = (await edge.call("POST", `${credentials}/requests`, holder.token)).body;
  const { response } = await makeWallet().answer(requests[0], edge.services.env.PUBLIC_URL);
  const form = { request_id, protocol: requests[0].protocol, response: new TextEncoder().encode(response) };
  expect((await edge.upload(credentials, holder.token, form)).status).toBe(200);
  const scope = edge.tenant.scope("test");
  const now = Date.now();
  const subjectId = newId("endpoint", now);
  const data = { endpoint_id: subjectId, message: "This is a test event." };
  const test = { type: "webhook.test", subjectId, customerRef: null, data, now } as const;
  await commit(edge.services.db, [insertEvent(edge.services.db, scope, envelope(scope, test).row)]);
  // The harness holds each against the schema of its type.
  const { body } = await edge.call("GET", "/v1/events", edge.key);
  const types = body.data.map(({ type }: { type: string }) => type);
  expect([...new Set(types)].sort()).toEqual([...EVENT_TYPES, "webhook.test"].sort());
});
