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
  story.line(`the tenant opens ${id}`, opened.elapsedMs);
  const device = tenant.client.as(opened.body.session_token.token);

  const isOpen = await showDocument(story, device, tenant.client, visit.card);
  if (isOpen) await showFace(story, device, visit.subject);

  const read = await tenant.client.get(`/v1/verifications/${id}`);
  ok(read, 200);
  const reasons = read.body.decision_reasons.map((reason: { code: string }) => reason.code).join(", ");
  story.line(`decision: ${read.body.decision}${reasons && ` (${reasons})`}`, read.elapsedMs);
  expectThat(read.body.decision === visit.expect, `the decision should be ${visit.expect}`);

  const started = performance.now();
  const webhook = await tenant.decisionWebhook(id);
  story.line(`signed webhook ${webhook.id}: ${webhook.decision}`, performance.now() - started);
  expectThat(webhook.decision === visit.expect, "the webhook tells the same decision");
  story.line(`${tenant.verifyAll()} webhooks so far, every signature holds`, 0);
}

/** Reads the card and assesses forgery; returns whether the verification is still open. */
async function showDocument(
  story: Story,
  device: ApiClient,
  server: ApiClient,
  card: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const scan = await device.upload("/v1/ocr/scan", { image: card });
  ok(scan, 200);
  const { fields, mrz, eligibility_reason: eligibility } = scan.body;
  const name = fields.full_name?.value ?? "no name";
  story.line(
    `the device scans the card: ${eligibility}, ${mrz?.format ?? "no MRZ"}, ${name}`,
    scan.elapsedMs,
  );
  const fraud = await device.upload("/v1/fraud/detect", { image: card });
  ok(fraud, 200);
  // The device does not receive the reason; the tenant does.
  const read = await server.get(`/v1/fraud/${fraud.body.fc_id}`);
  ok(read, 200);
  const failed = read.body.deterministic_checks.filter(
    (check: { status: string }) => check.status === "fail",
  );
  const why = failed.map((check: { name: string }) => check.name).join(", ");
  story.line(`fraud: ${read.body.decision}${why && ` (${why})`}`, fraud.elapsedMs);
  return read.body.decision !== "fraudulent";
}

/** A selfie, and the challenge that the policy requires next. */
async function showFace(story: Story, device: ApiClient, subject: Person): Promise<void> {
  const passive = await device.upload("/v1/liveness/check", { mode: "passive", image_1: subject.selfie });
  ok(passive, 200);
  story.line(`a selfie: ${passive.body.reason}`, passive.elapsedMs);
  if (passive.body.is_live) return;
  expectThat(passive.body.reason === "step_up_required", "without a PAD model a selfie is stepped up");

  const challenge = await device.post("/v1/liveness/challenges", {});
  ok(challenge, 201);
  story.line(`the service asks: ${challenge.body.action}`, challenge.elapsedMs);
  const frames = await subject.perform(challenge.body.action);
  const images = Object.fromEntries(frames.map((frame, index) => [`image_${index + 1}`, frame]));
  const check = await device.upload("/v1/liveness/check", {
    mode: "challenge",
    challenge_token: challenge.body.challenge_token,
    ...images,
  });
  ok(check, 200);
  story.line(`${frames.length} frames of it: ${check.body.reason}`, check.elapsedMs);
  expectThat(check.body.is_live, "a person who does as asked is live");
}

function ok(answer: Answer, status: number): void {
  const said = answer.body.error?.message ?? JSON.stringify(answer.body).slice(0, 300);
  expectThat(answer.status === status, `${answer.status} instead of ${status}: ${said}`);
}
