import { afterAll, expect, it } from "vitest";
import { newId } from "#edge/core/ids.ts";
import { newSecretText } from "#edge/crypto/secret-text.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());

/** The rejection of a call, by a secret key unless another credential is named. */
async function errorOf(method: string, path: string, body?: unknown, credential = edge.key) {
  const { status, body: answer } = await edge.call(method, path, credential, body);
  const { param, message } = answer.error;
  return { status, param, message };
}

it("a call for a step that the policy lacks names the step, and what to do", async () => {
  const { token, id } = await edge.verification({ steps: ["liveness"] });
  const { status, body } = await edge.upload(`/v1/verifications/${id}/document`, token, { front: image() });
  expect([status, body.error.message]).toEqual([
    409,
    "This call is for the step document, and policy.steps has liveness only. Do what `next` says, or create a verification with that step.",
  ]);
});

it("evidence that the policy does not accept names the field of the policy", async () => {
  const { id } = await edge.verification();
  const error = await errorOf("POST", `/v1/verifications/${id}/chip/challenges`);
  expect(error).toMatchObject({
    status: 409,
    message: expect.stringContaining("policy.document_evidence has picture only."),
  });
});

it("an unknown external check lists the policy's own", async () => {
  const answer = { outcome: "passed" };
  for (const [policy, text] of [
    [{}, "policy.external_checks has none."],
    [{ external_checks: [{ name: "aml" }] }, "policy.external_checks has aml."],
  ] as const) {
    const { id } = await edge.verification(policy);
    const error = await errorOf("POST", `/v1/verifications/${id}/checks/pep`, answer);
    expect(error).toMatchObject({ status: 404, message: expect.stringContaining(text) });
  }
});

it.each([
  [
    { kind: "document", issuing_country: "UTO", document_number: "L1", expires_at: "2020-01-01T00:00:00Z" },
    "expires_at",
    "expires_at must be in the future.",
  ],
  [
    { kind: "document", issuing_country: "UTO", document_number: "!!" },
    "document_number",
    "document_number must have letters or digits.",
  ],
])("an item of a list is rejected by its field: %j", async (item, param, message) => {
  expect(await errorOf("POST", "/v1/lists/block/items", item)).toEqual({ status: 400, param, message });
});

it("a replay of a version that does not exist names the field", async () => {
  const { body } = await edge.call("POST", "/v1/policies", edge.key, { name: "Standard" });
  const error = await errorOf("POST", `/v1/policies/${body.id}/replay`, { version: 9 });
  expect(error).toMatchObject({
    status: 404,
    param: "version",
    message: expect.stringContaining("its last one is 1"),
  });
});

it("a challenge of another credential is answered with that credential, or a new one", async () => {
  const { token } = await edge.verification();
  const { body } = await edge.call("POST", "/v1/liveness/challenges", token, {});
  const fields = {
    mode: "challenge",
    challenge_token: body.challenge_token,
    image_1: image(1),
    image_2: image(2),
  };
  const sent = await edge.upload("/v1/liveness/check", edge.key, fields);
  expect(sent.body.error.message).toContain(
    "Send it with the credential that made it, or create a new challenge.",
  );
});

it("an unknown link or code says where the next one is", async () => {
  const read = (secret: string) => errorOf("GET", "/v1/capture/page", undefined, secret);
  expect(await read(newSecretText("svc_link_test_", 43))).toMatchObject({
    status: 401,
    message: expect.stringContaining("POST /v1/verifications/{id}/links"),
  });
  expect((await read(`svc_hand_test_${"x".repeat(20)}`)).message).toContain(
    "the one that the computer shows now",
  );
});

it("an id of the wrong kind in a body names the field, and the kind that was received", async () => {
  const error = await errorOf("POST", "/v1/sessions", { verification_id: newId("ocr", Date.now()) });
  expect([error.status, error.param]).toEqual([404, "verification_id"]);
  expect(error.message).toContain("This one is of the kind OCR result.");
});

it("a verification's id sent with a check of its own says where such checks are", async () => {
  const fields = { image_1: image(), verification_id: newId("verification", Date.now()) };
  const { body } = await edge.upload("/v1/liveness/check", edge.key, fields);
  expect(body.error.message).toContain(
    "A check belongs to the verification whose session token calls it: no field names it.",
  );
});
