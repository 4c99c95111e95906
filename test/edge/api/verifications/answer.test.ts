import { expect, it } from "vitest";
import { reviewVerification } from "#edge/operations/verifications/review.ts";
import { commit } from "#edge/store/batch.ts";
import { readUsage, setUsageCap } from "#edge/store/tenancy/usage.ts";
import { type CheckEdge, image } from "#test/harness/edge/check-edge.ts";
import { forensics } from "#test/harness/edge/inference-results.ts";
import { useGenuineEdge } from "#test/harness/edge/use.ts";
import { back, front } from "./two-sided.ts";

const edge = await useGenuineEdge();

const SUSPICIOUS = forensics({ editingSoftware: ["Paint"] });
type Opened = Awaited<ReturnType<CheckEdge["verification"]>>;

async function finish(opened: Opened, parts: Record<string, Uint8Array<ArrayBuffer>> = { front: image(1) }) {
  await edge.upload(`/v1/verifications/${opened.id}/document`, opened.token, parts);
  await edge.upload("/v1/liveness/check", opened.token, { mode: "passive", image_1: image(9) });
}
const approve = (id: string) =>
  reviewVerification(
    {
      services: edge.services,
      scope: edge.tenant.scope("test"),
      actor: { kind: "staff", userId: "user_1", address: "192.0.2.7" },
      now: edge.services.clock(),
    },
    { id, ruling: "approved", reason: "document_genuine", note: "Seen on a video call." },
  );
const eventsOf = async (id: string) => {
  const { body } = await edge.call("GET", "/v1/events?limit=100", edge.key);
  return body.data.filter(({ data }: { data: { vf_id?: string } | null }) => data?.vf_id === id).reverse();
};
const used = async (tenant = edge.tenant) => {
  await edge.settled();
  return (await readUsage(edge.db, tenant.scope("test"), edge.services.clock())).used;
};

it("an approved verification has the data of its document, each with its source, and an open one has none", async () => {
  const opened = await edge.verification();
  expect((await opened.read()).verified_data).toBeNull();
  await finish(opened);
  expect((await opened.read()).verified_data).toMatchObject({
    document_type: "passport",
    full_name: { value: expect.stringMatching(/^Anna Maria Eriksson$/i) },
    date_of_birth: { value: "1974-08-12", source: "mrz" },
    document_number: { value: "L898902C3" },
    issuing_country: { value: "UTO", source: "mrz" },
    date_of_expiry: { value: "2032-04-15" },
    address: null,
  });
});

it("the data of two sides are those of both", async () => {
  edge.answers.images = { front: front(), back: back() };
  const opened = await edge.verification();
  await finish(opened, { front: image(1), back: image(2) });
  expect((await opened.read()).verified_data).toMatchObject({
    document_type: "residence_permit",
    last_name: { value: "ERIKSSON", source: "mrz" },
    nationality: { value: "UTO", source: "mrz" },
  });
});

it("the data are those of the capture that counts, not of an earlier one", async () => {
  const opened = await edge.verification();
  await edge.upload("/v1/ocr/scan", opened.token, { image: image(3) });
  edge.answers.images = { front: front(), back: back() };
  await finish(opened, { front: image(1), back: image(2) });
  expect((await opened.read()).verified_data.document_type).toBe("residence_permit");
});

it("a verification in review has no verified data until a reviewer approves it", async () => {
  const opened = await edge.verification();
  edge.answers.forensics = SUSPICIOUS;
  await finish(opened);
  expect(await opened.read()).toMatchObject({ decision: "review", verified_data: null });
  await approve(opened.id);
  expect((await opened.read()).verified_data.document_number.value).toBe("L898902C3");
});

it("the data are kept once: deleting the OCR result deletes them", async () => {
  const opened = await edge.verification();
  await finish(opened);
  const { steps } = await opened.read();
  expect((await edge.call("DELETE", `/v1/ocr/${steps[0].result_ids[0]}`, edge.key)).status).toBe(204);
  expect((await opened.read()).verified_data).toBeNull();
});

it("no list, event or token has the data", async () => {
  const opened = await edge.verification();
  await finish(opened);
  const list = await edge.call("GET", "/v1/verifications?limit=100", edge.key);
  const seen = [list.body, await eventsOf(opened.id)];
  const device = await edge.call("GET", `/v1/verifications/${opened.id}`, opened.token);
  for (const body of [...seen, device.body])
    expect(JSON.stringify(body)).not.toMatch(/verified_data|Eriksson/i);
});

it("the first read after a decision costs no unit, also at the cap; every further one does", async () => {
  const tenant = await edge.newTenant();
  const opened = await edge.verification({}, "c", tenant.keys.test);
  await opened.read();
  expect(await used(tenant)).toBe(1);
  edge.answers.forensics = SUSPICIOUS;
  await finish(opened);
  const before = await used(tenant);
  await commit(edge.db, [setUsageCap(edge.db, tenant.scope("test"), before)]);
  edge.advance(1_000);
  const path = `/v1/verifications/${opened.id}`;
  const read = async () => (await edge.call("GET", path, tenant.keys.test)).status;
  expect([await read(), await read(), await used(tenant)]).toEqual([200, 402, before]);
});

it("of many first reads at once, one is free", async () => {
  const tenant = await edge.newTenant();
  const opened = await edge.verification({}, "c", tenant.keys.test);
  await finish(opened);
  const before = await used(tenant);
  await Promise.all(Array.from({ length: 5 }, () => opened.read()));
  expect((await used(tenant)) - before).toBe(4);
});

it("a reviewer's decision can be read once without a unit, too", async () => {
  const opened = await edge.verification();
  edge.answers.forensics = SUSPICIOUS;
  await finish(opened);
  await opened.read();
  await approve(opened.id);
  const before = await used();
  await opened.read();
  expect(await used()).toBe(before);
});

it.each([
  ["approved", forensics(), [["verification.completed", true]]],
  [
    "review",
    SUSPICIOUS,
    [
      ["verification.completed", false],
      ["verification.review_required", false],
      ["verification.reviewed", true],
    ],
  ],
])(
  "a verification that ends in %s says in each of its events whether that is final",
  async (decision, found, events) => {
    const opened = await edge.verification();
    edge.answers.forensics = found;
    await finish(opened);
    expect((await opened.read()).decision).toBe(decision);
    if (decision === "review") await approve(opened.id);
    const sent = await eventsOf(opened.id);
    const seen = sent.map(({ type, data }: { type: string; data: { final: boolean } }) => [type, data.final]);
    expect(seen.toSorted()).toEqual(events.toSorted());
  },
);

it("a reason says what was found, what it rests on, what can be done, and where it is explained", async () => {
  const opened = await edge.verification({ on_fraud_suspicious: "decline" });
  edge.answers.forensics = SUSPICIOUS;
  await finish(opened);
  const [reason] = (await opened.read()).decision_reasons;
  expect(reason).toEqual({
    code: "fraud_suspicious",
    step: "document",
    message: expect.stringMatching(/^File that was saved by image editing software.*\.$/),
    source: "document",
    action: expect.stringMatching(/^Look at the marked places/),
    docs: "http://127.0.0.1:8787/docs#reason-fraud_suspicious",
  });
  const page = await (await edge.browse("/docs")).text();
  expect(page).toContain('id="reason-fraud_suspicious"');
});

it("a reviewer's reason names the reviewer as its source, and no action", async () => {
  const opened = await edge.verification();
  edge.answers.forensics = SUSPICIOUS;
  await finish(opened);
  await approve(opened.id);
  const [reason] = (await opened.read()).decision_reasons;
  expect(reason).toMatchObject({
    source: "reviewer",
    action: null,
    docs: "http://127.0.0.1:8787/docs#reason-document_genuine",
  });
});
