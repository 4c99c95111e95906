import type { Answer, ApiClient } from "../../test/harness/stack/api-client.ts";
import type { Tenant } from "../../test/harness/stack/tenant.ts";
import type { Person } from "../material/person.ts";
import { expectThat, type Story } from "./story.ts";

interface Visit {
  readonly customerRef: string;
  readonly card: Uint8Array<ArrayBuffer>;
  /** The person in front of the camera. */
  readonly subject: Person;
  readonly expect: "approved" | "declined";
}

/** One verification from the tenant's request to the signed webhook, as callers see it. */
export async function walkThrough(story: Story, tenant: Tenant, visit: Visit): Promise<void> {
  const opened = await tenant.client.post("/v1/verifications", { customer_ref: visit.customerRef });
  ok(opened, 201);
  const { id } = opened.body.verification;
  story.line(`server: creates ${id}`, opened.elapsedMs);
  const device = tenant.client.as(opened.body.session_token.token);

  const isOpen = await sendDocument(story, device, { id, card: visit.card });
  if (isOpen) await sendFace(story, device, visit.subject);

  const read = await tenant.client.get(`/v1/verifications/${id}`);
  ok(read, 200);
  story.line(`server: reads the decision: ${read.body.decision}`, read.elapsedMs);
  await explain(story, tenant.client, read.body);
  expectThat(read.body.decision === visit.expect, `the decision should be ${visit.expect}`);

  const started = performance.now();
  const webhook = await tenant.decisionWebhook(id);
  story.line(`server: receives verification.completed: ${webhook.decision}`, performance.now() - started);
  expectThat(webhook.decision === visit.expect, "the webhook and the API have different decisions");
}

/** Sends the card; returns whether the verification is still open. */
async function sendDocument(
  story: Story,
  device: ApiClient,
  { id, card }: { readonly id: string; readonly card: Uint8Array<ArrayBuffer> },
): Promise<boolean> {
  const sent = await device.upload(`/v1/verifications/${id}/document`, { front: card });
  ok(sent, 200);
  const { ocr, fraud, verification } = sent.body;
  story.line(
    `device: sends the card: ${ocr.eligibility_reason}, fraud check ${fraud.decision}`,
    sent.elapsedMs,
  );
  story.note(`name ${ocr.fields.full_name?.value ?? "not read"}, MRZ ${ocr.mrz?.format ?? "not found"}`);
  return verification.status !== "completed";
}

/** A selfie, and the challenge that the policy then asks for. */
async function sendFace(story: Story, device: ApiClient, subject: Person): Promise<void> {
  const passive = await device.upload("/v1/liveness/check", { mode: "passive", image_1: subject.selfie });
  ok(passive, 200);
  story.line(`device: sends a selfie: ${passive.body.reason}`, passive.elapsedMs);
  if (passive.body.is_live) return;
  expectThat(passive.body.reason === "step_up_required", "without a PAD model a challenge should follow");

  const challenge = await device.post("/v1/liveness/challenges", {});
  ok(challenge, 201);
  story.line(`device: gets a challenge: ${challenge.body.action}`, challenge.elapsedMs);
  const frames = await subject.perform(challenge.body.action);
  const images = Object.fromEntries(frames.map((frame, index) => [`image_${index + 1}`, frame]));
  const check = await device.upload("/v1/liveness/check", {
    mode: "challenge",
    challenge_token: challenge.body.challenge_token,
    ...images,
  });
  ok(check, 200);
  story.line(`device: sends ${frames.length} frames: ${check.body.reason}`, check.elapsedMs);
  expectThat(check.body.is_live, "the frames should pass the challenge");
}

interface Decided {
  readonly decision_reasons: readonly {
    readonly step: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly steps: readonly { readonly result_ids: readonly string[] }[];
}

/** The similarity of the faces, each reason, and the checks of the document that failed. */
async function explain(story: Story, server: ApiClient, { decision_reasons, steps }: Decided): Promise<void> {
  const ids = steps.flatMap(({ result_ids }) => result_ids);
  const faces = ids.findLast((id) => id.startsWith("fm_"));
  if (faces !== undefined) {
    const { similarity, threshold } = (await server.get(`/v1/face/verify/${faces}`)).body;
    story.note(`similarity of card and selfie ${similarity.toFixed(3)}, threshold ${threshold.toFixed(3)}`);
  }
  for (const { step, code, message } of decision_reasons) story.note(`reason ${step}/${code}: ${message}`);
  const fraud = ids.findLast((id) => id.startsWith("fc_"));
  if (fraud === undefined || decision_reasons.length === 0) return;
  const { body } = await server.get(`/v1/fraud/${fraud}`);
  const checks: readonly { name: string; status: string; explanation: string }[] = body.deterministic_checks;
  for (const { name, explanation } of checks.filter(({ status }) => status === "fail")) {
    story.note(`failed check ${name}: ${explanation}`);
  }
}

function ok(answer: Answer, status: number): void {
  const said = answer.body.error?.message ?? JSON.stringify(answer.body).slice(0, 300);
  expectThat(answer.status === status, `${answer.status} instead of ${status}: ${said}`);
}
