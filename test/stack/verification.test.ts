import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withWrongCheckDigit } from "#lab/material/documents/mrz.ts";
import { TWO_SIDED } from "#lab/material/documents/templates.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";
import { makePerson, openTurner, type Person } from "#lab/material/person.ts";
import { readmeSnippets } from "../docs/snippets.ts";
import { useFolder } from "../harness/folder.ts";
import { ApiClient } from "../harness/stack/api-client.ts";
import { type Stack, startStack } from "../harness/stack/stack.ts";
import { Tenant } from "../harness/stack/tenant.ts";
import { startReceiver, type WebhookReceiver } from "../harness/stack/webhook-receiver.ts";

/**
 * The whole stack as a black box: real processes, real models, real database, real workerd, webhooks over
 * HTTPS.
 */
const folder = useFolder();
let stack: Stack;
let receiver: WebhookReceiver;
let tenant: Tenant;
let key: ApiClient;
let turner: Awaited<ReturnType<typeof openTurner>>;
let ada: Person;

beforeAll(async () => {
  [receiver, turner] = await Promise.all([startReceiver(), openTurner()]);
  const certificate = join(folder, "ca.pem");
  await writeFile(certificate, receiver.ca);
  stack = await startStack({ WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_EXTRA_CA: certificate });
  key = new ApiClient(stack.facts.api, stack.facts.keys.test);
  tenant = await Tenant.open(key, stack, receiver);
  ada = await makePerson(turner.turner, { face: SAMPLE_FACES[0]!, seed: 5 });
});

afterAll(async () => {
  await stack?.stop();
  await receiver?.close();
  await turner?.close();
});

async function open(body: object): Promise<{ id: string; device: ApiClient }> {
  const { status, body: answer } = await key.post("/v1/verifications", body);
  expect(status).toBe(201);
  return { id: answer.verification.id, device: key.as(answer.session_token.token) };
}

async function answerChallenge(device: ApiClient, person: Person) {
  const issued = await device.post("/v1/liveness/challenges", {});
  expect(issued.status).toBe(201);
  const frames = await person.perform(issued.body.action);
  return device.upload("/v1/liveness/check", {
    mode: "challenge",
    challenge_token: issued.body.challenge_token,
    ...Object.fromEntries(frames.map((frame, index) => [`image_${index + 1}`, frame])),
  });
}

describe("one verification, end to end", () => {
  it("approves an end user with a genuine card who completes the challenge, and sends the tenant a signed webhook", async () => {
    const { id, device } = await open({ customer_ref: "ada" });

    const scan = await device.upload("/v1/ocr/scan", { image: ada.card });
    expect(scan.body).toMatchObject({
      ocr_eligible: true,
      eligibility_reason: "ok",
      mrz: { format: "TD1", valid: true },
    });
    expect(scan.body.fields.date_of_birth.value).toMatch(/^19\d\d-\d\d-\d\d$/);
    const half = await key.get(`/v1/verifications/${id}`);
    expect(half.body).toMatchObject({ status: "in_progress", next_action: { type: "fraud_detect" } });

    const fraud = await device.upload("/v1/fraud/detect", { image: ada.card });
    expect(fraud.body).toMatchObject({ decision: "clean", quality_gate: { passed: true } });
    const selfie = await device.upload("/v1/liveness/check", { mode: "passive", image_1: ada.selfie });
    expect(selfie.body).toMatchObject({ is_live: false, reason: "step_up_required" });
    const live = await answerChallenge(device, ada);
    expect(live.body).toMatchObject({ is_live: true, reason: "live", liveness_mode: "challenge" });

    const { body } = await key.get(`/v1/verifications/${id}`);
    expect(body).toMatchObject({
      status: "completed",
      decision: "approved",
      customer_ref: "ada",
      mode: "test",
    });
    expect(body.steps.map((step: { name: string; status: string }) => [step.name, step.status])).toEqual([
      ["document", "passed"],
      ["liveness", "passed"],
      ["face_match", "passed"],
    ]);
    expect(await tenant.decisionWebhook(id)).toMatchObject({ decision: "approved" });
    expect(tenant.verifyAll()).toBeGreaterThanOrEqual(5);
  });

  it("declines an impostor with another person's card", async () => {
    const { id, device } = await open({ customer_ref: "impostor" });
    await device.upload("/v1/ocr/scan", { image: ada.card });
    await device.upload("/v1/fraud/detect", { image: ada.card });
    const impostor = await makePerson(turner.turner, { face: SAMPLE_FACES[4]!, seed: 6 });
    expect((await answerChallenge(device, impostor)).body).toMatchObject({ is_live: true });
    const { body } = await key.get(`/v1/verifications/${id}`);
    expect(body).toMatchObject({ decision: "declined", decision_reasons: [{ step: "face_match" }] });
    expect(await tenant.decisionWebhook(id)).toMatchObject({ decision: "declined" });
  });

  it("declines a card whose check digit was changed, and says which check failed", async () => {
    const { id, device } = await open({ customer_ref: "forger" });
    const alterMrz = (lines: readonly string[]) => withWrongCheckDigit(lines, "TD1", "document_number");
    const forger = await makePerson(turner.turner, { face: SAMPLE_FACES[0]!, seed: 5, forge: { alterMrz } });
    const { body: verdict } = await device.upload("/v1/fraud/detect", { image: forger.card });
    expect(verdict).toMatchObject({ decision: "fraudulent", is_fraudulent: true });
    const { body: fraud } = await key.get(`/v1/fraud/${verdict.fc_id}`);
    expect(fraud).toMatchObject({ decision: "fraudulent", is_fraudulent: true });
    const failed = fraud.deterministic_checks.filter((check: { status: string }) => check.status === "fail");
    expect(failed.map((check: { name: string }) => check.name)).toContain("mrz_document_number_checksum");
    expect((await key.get(`/v1/verifications/${id}`)).body).toMatchObject({
      status: "completed",
      decision: "declined",
    });
  });
});

it("the README's lines, pasted as they stand, make a link and read the verification", async () => {
  const lines = readmeSnippets("Verify your first user", "sh").join("\n");
  // The stack of this test has other ports and another folder.
  const script = lines.replaceAll("http://127.0.0.1:8787", stack.facts.api);
  await symlink(stack.dataFolder, join(folder, ".local"));
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { cwd: folder });
  const [url, answer] = stdout.split("\n", 2) as [string, string];
  expect((await fetch(url)).status).toBe(200);
  expect(JSON.parse(answer)).toMatchObject({ status: "created", customer_ref: "user-17" });
});

describe("a card with its MRZ on the back", () => {
  const show = (device: ApiClient, id: string, parts: Record<string, Uint8Array<ArrayBuffer>>) =>
    device.upload(`/v1/verifications/${id}/document`, parts);
  const cardOf = async (name: string, face: number, seed: number) => {
    const template = TWO_SIDED.find((each) => each.name === name)!;
    const person = await makePerson(turner.turner, { face: SAMPLE_FACES[face]!, seed, template });
    return { person, front: person.card, back: person.back! };
  };

  it.each([
    ["utopia-residence", "residence_permit", 7],
    ["ruritania-residence", "residence_permit", 8],
    ["france-card", "cid", 9],
  ])("is asked for its back, linked by what both sides show, and approved: %s", async (name, type, seed) => {
    const { person, front, back } = await cardOf(name, 0, seed);
    const { id, device } = await open({ customer_ref: name });
    const half = await show(device, id, { front });
    expect(half.body).toMatchObject({ needs_back: true, back: null, ocr: { document_type: type } });
    expect(half.body.verification.steps[0]).toMatchObject({ status: "retry_required", attempts: 0 });

    const { body: whole } = await show(device, id, { front, back });
    expect(whole).toMatchObject({
      needs_back: false,
      ocr: { ocr_eligible: true, document_type: type, mrz: null },
      fraud: { decision: "clean" },
      back: {
        ocr: { ocr_eligible: true, mrz: { format: "TD1", valid: true } },
        fraud: { decision: "clean" },
      },
    });
    expect(whole.verification.steps[0]).toMatchObject({ status: "passed", attempts: 1 });
    const selfie = await device.upload("/v1/liveness/check", { mode: "passive", image_1: person.selfie });
    expect(selfie.body.reason).toBe("step_up_required");
    expect((await answerChallenge(device, person)).body).toMatchObject({ is_live: true });
    expect((await key.get(`/v1/verifications/${id}`)).body).toMatchObject({ decision: "approved" });
  });

  it("is never approved with the back of another's", async () => {
    const [hers, another] = await Promise.all([
      cardOf("utopia-residence", 0, 7),
      cardOf("utopia-residence", 4, 10),
    ]);
    const { id, device } = await open({ customer_ref: "two cards" });
    const { body } = await show(device, id, { front: hers.front, back: another.back });
    expect(body.verification.steps[0]).toMatchObject({ status: "review" });
    await answerChallenge(device, hers.person);
    expect((await key.get(`/v1/verifications/${id}`)).body).toMatchObject({
      decision: "review",
      decision_reasons: [{ code: "sides_contradict", step: "document" }],
    });
  });
});

describe("the edge on workerd", () => {
  it("lets a client that still sends a large body read why it was rejected", async () => {
    const large = new Uint8Array(20 * 1024 * 1024);
    const stranger = key.as("svc_sk_test_nobody");
    expect((await stranger.upload("/v1/ocr/scan", { image: large })).body.error.code).toBe("invalid_api_key");
    expect((await key.upload("/v1/ocr/scan", { image: large })).body.error.code).toBe("file_too_large");
  });

  it("answers a face comparison with its similarity, threshold and model version", async () => {
    const same = await key.upload("/v1/face/verify", {
      image_a: ada.selfie,
      image_b: (await ada.perform("turn_left"))[1]!,
    });
    expect(same.body).toMatchObject({ match: true, mode: "test", model_version: expect.any(String) });
    expect(same.body.similarity).toBeGreaterThanOrEqual(same.body.threshold);
  });
});
