import type { Database } from "../store/batch.ts";
import { commit } from "../store/batch.ts";
import { abandon, claimDue, type Job, recordAttempt } from "../store/deliveries.ts";
import { recentAttempts } from "../store/delivery-log.ts";
import { disableEndpoint } from "../store/endpoints.ts";
import type { Vault } from "../vault.ts";
import { type Egress, type SentAttempt, sendAttempt } from "./attempt.ts";
import { isFailing } from "./endpoint-health.ts";
import { isSuccess, judge } from "./outcome.ts";
import { openSecret } from "./secret.ts";
import type { WebhookSettings } from "./settings.ts";
import { signatureHeader } from "./signature.ts";

export interface Dispatch {
  readonly db: Database;
  readonly vault: Vault;
  readonly egress: Egress;
  readonly settings: WebhookSettings;
  clock(): number;
}

/** Deliveries under way at once in one sweep. */
const LANES = 10;
/** Of one endpoint, over all sweeps. */
const PER_ENDPOINT = 4;
/** Well over the 10 s that an attempt takes, so that a claim outlives its own sending. */
const LEASE_MS = 60_000;
/** No delivery is begun after this; the next sweep goes on. */
const SWEEP_MS = 20_000;

/**
 * Sends every delivery that is due. Safe to run any number of times at once: each delivery is claimed under a lease
 * before it is sent, and what came of it is written only while that lease is held. Delivery is at-least-once: a claim
 * whose process died is sent again when its lease has ended.
 */
export async function sweep(dispatch: Dispatch): Promise<void> {
  const until = dispatch.clock() + SWEEP_MS;
  const lanes = Array.from({ length: LANES }, () => drain(dispatch, until));
  const failed = (await Promise.allSettled(lanes)).filter((lane) => lane.status === "rejected");
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason));
}

async function drain(dispatch: Dispatch, until: number): Promise<void> {
  while (dispatch.clock() < until) {
    const now = dispatch.clock();
    const leaseId = crypto.randomUUID();
    const job = await claimDue(dispatch.db, {
      leaseId,
      now,
      leaseUntil: now + LEASE_MS,
      perEndpoint: PER_ENDPOINT,
    });
    if (job === null) return;
    await deliver(dispatch, job);
  }
}

async function deliver(dispatch: Dispatch, { claim, delivery, event, endpoint }: Job): Promise<void> {
  const { db, settings } = dispatch;
  const at = dispatch.clock();
  if (event.body === null) return abandon(db, claim, "erased", at);
  if (endpoint.state !== "enabled" || endpoint.deletedAt !== null) {
    return abandon(db, claim, "endpoint_disabled", at);
  }
  const n = delivery.attempts + 1;
  const sent = await send(dispatch, { event: { id: event.id, body: event.body }, endpoint, n, at });
  const now = dispatch.clock();
  const outcome = judge(sent.result, { n: n - delivery.replayedAfter, attemptedAt: at }, settings.timeScale);
  const attempt = { n, at, ...sent.result, latencyMs: now - at, responseExcerpt: sent.excerpt };
  await recordAttempt(db, claim, attempt, outcome, now);
  if (isSuccess(sent.result.status)) return;
  const gone = outcome.state === "dead" && outcome.reason === "gone";
  if (gone || (await hasFailed(dispatch, endpoint))) {
    await commit(db, disableEndpoint(db, endpoint, endpoint.id, "delivery_failures", now));
  }
}

async function send(
  { vault, egress, settings }: Dispatch,
  delivery: { event: { id: string; body: string }; endpoint: Job["endpoint"]; n: number; at: number },
): Promise<SentAttempt> {
  const { event, endpoint, n, at } = delivery;
  const sealed = [endpoint.secret];
  if (endpoint.previousSecret !== null && (endpoint.previousSecretUntil ?? 0) > at) {
    sealed.push(endpoint.previousSecret);
  }
  const secrets = await Promise.all(sealed.map((secret) => openSecret(vault, endpoint, endpoint.id, secret)));
  const timestamp = Math.floor(at / 1_000);
  return sendAttempt(egress, {
    url: endpoint.url,
    body: event.body,
    allowLocal: settings.allowLocal,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "Selfsame-Webhooks/1",
      "Service-Webhook-Id": event.id,
      "Service-Webhook-Timestamp": `${timestamp}`,
      "Service-Webhook-Signature": await signatureHeader(secrets, timestamp, event.body),
      "Service-Webhook-Attempt": `${n}`,
    },
  });
}

async function hasFailed({ db, settings }: Dispatch, endpoint: Job["endpoint"]): Promise<boolean> {
  const recent = await recentAttempts(db, endpoint, endpoint.id, {
    since: endpoint.enabledAt ?? endpoint.createdAt,
    limit: settings.health.failures,
  });
  return isFailing(recent, settings.health);
}
