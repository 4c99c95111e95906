import type { Vault } from "../../crypto/vault.ts";
import { VaultError } from "../../crypto/wrapped-key.ts";
import type { Egress } from "../../platform/ports.ts";
import { commit, type Database, type Statement } from "../../store/batch.ts";
import {
  abandon,
  claimDue,
  type Job,
  readQueues,
  recordAttempt,
} from "../../store/webhooks/delivery-claims.ts";
import { recentAttempts } from "../../store/webhooks/delivery-log.ts";
import type { WebhookSettings } from "../settings.ts";
import { deliveryHeaders, openSecret } from "../signing.ts";
import { refusalToSend, secretsInForce } from "./admission.ts";
import { type SentAttempt, sendAttempt } from "./attempt.ts";
import { type ActiveSend, nextConcurrency, planSends, SCHEDULE_LIMITS } from "./fair-schedule.ts";
import { conclude, isFailing } from "./outcome.ts";

/**
 * Lets one loop wait for a signal or a time. A signal that is raised without a waiter ends the next wait at
 * once.
 */
class Signal {
  #raised = false;
  #wake: (() => void) | undefined;

  raise(): void {
    this.#raised = true;
    this.#wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#raised && ms > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#raised = false;
  }
}

export interface Dispatch {
  readonly db: Database;
  readonly vault: Vault;
  readonly egress: Egress;
  readonly settings: WebhookSettings;
  clock(): number;
  /**
   * Disables an endpoint whose last failed attempt began at `begunAt`, unless it was enabled or disabled
   * since.
   */
  disableFailing(failing: {
    readonly endpoint: Job["endpoint"];
    readonly begunAt: number;
    readonly cause: string;
  }): Promise<void>;
}

/** Longer than an attempt (10 s at most) and the time to record it. */
export const LEASE_MS = 20_000;
/** A sweep starts no delivery after this time; the next sweep continues. */
export const SWEEP_MS = 20_000;

/** A failed delivery occupies its endpoint's slot for this much longer. */
const AFTER_FAILURE_MS = 100;

/** The result of one claimed delivery, for the next batch of writes. */
interface DeliveryResult {
  readonly statements: readonly Statement[];
  /** A failed attempt, after which the endpoint's health must be checked. */
  readonly failed?: { readonly endpoint: Job["endpoint"]; readonly at: number; readonly gone: boolean };
}

/**
 * Sends due deliveries concurrently and fairly among endpoints (`fair-schedule.ts`). Any number of
 * dispatchers may run at once: each delivery is claimed under a lease before it is sent, and its result is
 * written only under that lease. Delivery is at-least-once: after a crash a delivery is sent again when its
 * lease has expired.
 */
export class Dispatcher {
  readonly #dispatch: Dispatch;
  readonly #activeSends = new Set<ActiveSend>();
  readonly #concurrency = new Map<string, number>();
  readonly #signal = new Signal();
  #results: DeliveryResult[] = [];
  #broken: unknown[] = [];

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
  }

  /** Signals that a delivery may have become due: a running `run` checks at once. */
  hint(): void {
    this.#signal.raise();
  }

  /**
   * Sends deliveries that have been due for `patienceMs`, until no delivery is due or active, or until
   * `until`. Returns the time of the next delivery; null when no delivery waits. Sends that are still active
   * at the end continue: the next `run`, or `settle`, records them. Throws when single deliveries could not
   * be tried at all.
   */
  async run(until: number, patienceMs = 0): Promise<number | null> {
    const { db, clock } = this.#dispatch;
    for (;;) {
      await this.#record();
      const now = clock();
      if (now >= until) return this.#ended(now);
      const { queues, nextDueAt } = await readQueues(db, {
        now: now - patienceMs,
        most: SCHEDULE_LIMITS.perEndpoint,
      });
      const sending = { activeSends: [...this.#activeSends], concurrency: this.#concurrency };
      const begun = await this.#begin(planSends(queues, sending, now), now);
      if (begun === 0 && this.#activeSends.size === 0 && this.#results.length === 0)
        return this.#ended(nextDueAt);
      const pause = Math.min(SCHEDULE_LIMITS.slowMs, until - now, (nextDueAt ?? until) + patienceMs - now);
      await this.#signal.wait(pause);
    }
  }

  /** Waits for the active sends and records them. */
  async settle(): Promise<void> {
    while (this.#activeSends.size > 0 || this.#results.length > 0) {
      await this.#record();
      if (this.#activeSends.size > 0) await this.#signal.wait(SCHEDULE_LIMITS.slowMs);
    }
    this.#ended(null);
  }

  #ended<T>(value: T): T {
    const broken = this.#broken;
    this.#broken = [];
    if (broken.length > 0) throw new AggregateError(broken);
    return value;
  }

  async #begin(quotas: ReadonlyMap<string, number>, now: number): Promise<number> {
    if (quotas.size === 0) return 0;
    const lease = { leaseId: crypto.randomUUID(), now, leaseUntil: now + LEASE_MS };
    const jobs = await claimDue(this.#dispatch.db, quotas, { ...lease, most: SCHEDULE_LIMITS.leased });
    for (const job of jobs) {
      const activeSend = { endpointId: job.endpoint.id, host: job.endpoint.host, since: now };
      this.#activeSends.add(activeSend);
      // A delivery that could not be tried at all, through a defect, waits until its lease expires.
      void this.#deliver(job)
        .then(
          (result) => {
            this.#results.push(result);
            // Without this delay a send that fails at once would cost a database round trip each time.
            if (result.failed !== undefined) return new Promise((over) => setTimeout(over, AFTER_FAILURE_MS));
          },
          (error: unknown) => void this.#broken.push(error),
        )
        .finally(() => {
          this.#activeSends.delete(activeSend);
          this.#signal.raise();
        });
    }
    return jobs.length;
  }

  async #deliver({ claim, delivery, event, endpoint }: Job): Promise<DeliveryResult> {
    const { db, settings, clock } = this.#dispatch;
    const at = clock();
    const refusal = refusalToSend({ ...delivery, body: event.body, endpoint }, at);
    if (refusal !== null || event.body === null) {
      return { statements: [abandon(db, claim, refusal ?? "erased", at)] };
    }
    const n = delivery.attempts + 1;
    const sent = await send(this.#dispatch, { event: { id: event.id, body: event.body }, endpoint, n, at });
    const now = clock();
    const { attempt, outcome, succeeded } = conclude(delivery, sent.result, { at, now }, settings.timeScale);
    this.#adjust(endpoint.id, succeeded, attempt.latencyMs);
    const row = { ...attempt, responseExcerpt: sent.excerpt };
    const statements = recordAttempt(db, claim, row, outcome, now);
    const gone = outcome.state === "dead" && outcome.reason === "gone";
    return succeeded ? { statements } : { statements, failed: { endpoint, at, gone } };
  }

  #adjust(endpointId: string, succeeded: boolean, tookMs: number): void {
    const concurrency = nextConcurrency(this.#concurrency.get(endpointId), { succeeded, tookMs });
    this.#concurrency.set(endpointId, concurrency);
  }

  /** Writes all results since the last batch in one batch, then checks the health of each failed endpoint. */
  async #record(): Promise<void> {
    const results = this.#results;
    this.#results = [];
    await commit(
      this.#dispatch.db,
      results.flatMap(({ statements }) => statements),
    );
    const failures = results.flatMap(({ failed }) => (failed === undefined ? [] : [failed]));
    const byEndpoint = Map.groupBy(failures, ({ endpoint }) => endpoint.id);
    await Promise.all([...byEndpoint.values()].map((ofOne) => this.#judgeHealth(ofOne)));
  }

  async #judgeHealth(failures: readonly NonNullable<DeliveryResult["failed"]>[]): Promise<void> {
    const { db, settings } = this.#dispatch;
    const { endpoint } = failures[0]!;
    const gone = failures.filter((failure) => failure.gone);
    const recent = () => recentAttempts(db, endpoint, endpoint.id, settings.health.failures);
    if (gone.length === 0 && !isFailing(await recent(), settings.health)) return;
    const begunAt = Math.max(...(gone.length > 0 ? gone : failures).map(({ at }) => at));
    const cause = gone.length > 0 ? "410 Gone" : `${settings.health.failures} failures in a row`;
    await this.#dispatch.disableFailing({ endpoint, begunAt, cause });
  }
}

/** One sweep with a dispatcher of its own, over deliveries that have been due for `patienceMs`. */
export async function sweep(dispatch: Dispatch, patienceMs = 0): Promise<void> {
  const dispatcher = new Dispatcher(dispatch);
  await dispatcher.run(dispatch.clock() + SWEEP_MS, patienceMs);
  await dispatcher.settle();
}

/**
 * Signs and sends an event. Nothing is sent without a signature: a secret that does not open is recorded as
 * the attempt's failure, so that the endpoint's page shows it and the delivery ends.
 */
async function send(
  { vault, egress, settings }: Dispatch,
  delivery: { event: { id: string; body: string }; endpoint: Job["endpoint"]; n: number; at: number },
): Promise<SentAttempt> {
  const { event, endpoint, n, at } = delivery;
  const encrypted = secretsInForce(endpoint, at);
  const secrets = await openSecrets(vault, endpoint, encrypted);
  if (secrets === null) return { result: { status: null, error: "secret_unreadable" }, excerpt: null };
  return sendAttempt(egress, {
    url: endpoint.url,
    body: event.body,
    allowLocal: settings.allowLocal,
    headers: await deliveryHeaders(event, { secrets, at, n }),
  });
}

/** The signing secrets; null if one of them does not open. */
async function openSecrets(
  vault: Vault,
  endpoint: Job["endpoint"],
  encrypted: readonly Uint8Array[],
): Promise<string[] | null> {
  try {
    return await Promise.all(encrypted.map((secret) => openSecret(vault, endpoint, endpoint.id, secret)));
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
