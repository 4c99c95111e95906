import type { Vault } from "../../crypto/vault.ts";
import { disableForFailures } from "../../operations/endpoints/create.ts";
import type { Egress } from "../../ports/egress.ts";
import { commit, type Database, type Statement } from "../../store/batch.ts";
import { abandon, claimTurns, type Job, readQueues, recordAttempt } from "../../store/webhooks/delivery-claims.ts";
import { recentAttempts } from "../../store/webhooks/delivery-log.ts";
import type { WebhookSettings } from "../settings.ts";
import { openSecret } from "../signing/secret.ts";
import { signatureHeader } from "../signing/signature.ts";
import { refusalToSend, secretsInForce } from "./admission.ts";
import { type SentAttempt, sendAttempt } from "./attempt.ts";
import { isFailing } from "./endpoint-health.ts";
import { type Flight, nextAllowance, planTurns, TURN_LIMITS } from "./fair-schedule.ts";
import { conclude } from "./outcome.ts";
import { Bell } from "./signal.ts";

export interface Dispatch {
  readonly db: Database;
  readonly vault: Vault;
  readonly egress: Egress;
  readonly settings: WebhookSettings;
  clock(): number;
}

/** Over the 10 s that an attempt takes at most, and the time to write it down. */
export const LEASE_MS = 20_000;
/** No delivery is begun after this; the next sweep goes on. */
export const SWEEP_MS = 20_000;

/** So long an endpoint keeps its place after a failure. */
const AFTER_FAILURE_MS = 100;

/** What has come of a claim, to be written down. */
interface Landed {
  readonly statements: readonly Statement[];
  /** An attempt that failed: its endpoint's health is to be looked at. */
  readonly failed?: { readonly endpoint: Job["endpoint"]; readonly at: number; readonly gone: boolean };
}

/**
 * Sends what is due, many at a time and each endpoint in its turn (`turns.ts`). Any number of dispatchers may run at once:
 * each delivery is claimed under a lease before it is sent, and what came of it is written only while that lease is held.
 * Delivery is at-least-once: a claim whose process died is sent again when its lease has ended.
 */
export class Dispatcher {
  readonly #dispatch: Dispatch;
  readonly #flights = new Set<Flight>();
  readonly #allowances = new Map<string, number>();
  readonly #bell = new Bell();
  #landed: Landed[] = [];
  #broken: unknown[] = [];

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
  }

  /** Something may have become due: a running `run` looks at once. */
  hint(): void {
    this.#bell.ring();
  }

  /**
   * Sends until nothing is due and nothing under way, or until `until`; only what has been due for `patienceMs`. Returns
   * when the next delivery will be due, null when none waits. What is still under way then goes on: the next `run`, or
   * `settle`, writes it down. Throws when single deliveries could not be tried at all.
   */
  async run(until: number, patienceMs = 0): Promise<number | null> {
    const { db, clock } = this.#dispatch;
    for (;;) {
      await this.#record();
      const now = clock();
      if (now >= until) return this.#ended(now);
      const { queues, nextDueAt } = await readQueues(db, {
        now: now - patienceMs,
        most: TURN_LIMITS.perEndpoint,
      });
      const sending = { flights: [...this.#flights], allowances: this.#allowances };
      const begun = await this.#begin(planTurns(queues, sending, now), now);
      if (begun === 0 && this.#flights.size === 0 && this.#landed.length === 0) return this.#ended(nextDueAt);
      const pause = Math.min(TURN_LIMITS.slowMs, until - now, (nextDueAt ?? until) + patienceMs - now);
      await this.#bell.sleep(pause);
    }
  }

  /** Waits for what is under way and writes it down. */
  async settle(): Promise<void> {
    while (this.#flights.size > 0 || this.#landed.length > 0) {
      await this.#record();
      if (this.#flights.size > 0) await this.#bell.sleep(TURN_LIMITS.slowMs);
    }
    this.#ended(null);
  }

  #ended<T>(value: T): T {
    const broken = this.#broken;
    this.#broken = [];
    if (broken.length > 0) throw new AggregateError(broken);
    return value;
  }

  async #begin(turns: ReadonlyMap<string, number>, now: number): Promise<number> {
    if (turns.size === 0) return 0;
    const lease = { leaseId: crypto.randomUUID(), now, leaseUntil: now + LEASE_MS };
    const jobs = await claimTurns(this.#dispatch.db, turns, {
      ...lease,
      perEndpoint: TURN_LIMITS.leased,
    });
    for (const job of jobs) {
      const flight = { endpointId: job.endpoint.id, since: now };
      this.#flights.add(flight);
      // A delivery that cannot be tried at all, as when its secret does not open, waits for its lease to end.
      void this.#deliver(job)
        .then(
          (landed) => {
            this.#landed.push(landed);
            // One that fails at once would otherwise cost a round of the database each time.
            if (landed.failed !== undefined) return new Promise((over) => setTimeout(over, AFTER_FAILURE_MS));
          },
          (error: unknown) => void this.#broken.push(error),
        )
        .finally(() => {
          this.#flights.delete(flight);
          this.#bell.ring();
        });
    }
    return jobs.length;
  }

  async #deliver({ claim, delivery, event, endpoint }: Job): Promise<Landed> {
    const { db, settings, clock } = this.#dispatch;
    const at = clock();
    const refusal = refusalToSend({ ...delivery, body: event.body, endpoint });
    if (refusal !== null || event.body === null) {
      return { statements: [abandon(db, claim, refusal ?? "erased", at)] };
    }
    const n = delivery.attempts + 1;
    const sent = await send(this.#dispatch, { event: { id: event.id, body: event.body }, endpoint, n, at });
    const now = clock();
    const { attempt, outcome, succeeded } = conclude(delivery, sent.result, { at, now }, settings.timeScale);
    this.#trust(endpoint.id, succeeded, attempt.latencyMs);
    const row = { ...attempt, responseExcerpt: sent.excerpt };
    const statements = recordAttempt(db, claim, row, outcome, now);
    const gone = outcome.state === "dead" && outcome.reason === "gone";
    return succeeded ? { statements } : { statements, failed: { endpoint, at, gone } };
  }

  #trust(endpointId: string, succeeded: boolean, tookMs: number): void {
    const allowance = nextAllowance(this.#allowances.get(endpointId), { succeeded, tookMs });
    this.#allowances.set(endpointId, allowance);
  }

  /** All that has landed since is written in one batch; then each endpoint that failed is looked at. */
  async #record(): Promise<void> {
    const landed = this.#landed;
    this.#landed = [];
    await commit(
      this.#dispatch.db,
      landed.flatMap(({ statements }) => statements),
    );
    const failures = landed.flatMap(({ failed }) => (failed === undefined ? [] : [failed]));
    const byEndpoint = Map.groupBy(failures, ({ endpoint }) => endpoint.id);
    await Promise.all([...byEndpoint.values()].map((ofOne) => this.#judgeHealth(ofOne)));
  }

  async #judgeHealth(failures: readonly NonNullable<Landed["failed"]>[]): Promise<void> {
    const { db, settings } = this.#dispatch;
    const { endpoint } = failures[0]!;
    const gone = failures.filter((failure) => failure.gone);
    const recent = () => recentAttempts(db, endpoint, endpoint.id, settings.health.failures);
    if (gone.length === 0 && !isFailing(await recent(), settings.health)) return;
    const begunAt = Math.max(...(gone.length > 0 ? gone : failures).map(({ at }) => at));
    const cause = gone.length > 0 ? "410 Gone" : `${settings.health.failures} failures in a row`;
    await disableForFailures(this.#dispatch, endpoint, { begunAt, cause });
  }
}

/** One sweep from beginning to end, by a dispatcher of its own, of what has been due for `patienceMs`. */
export async function sweep(dispatch: Dispatch, patienceMs = 0): Promise<void> {
  const dispatcher = new Dispatcher(dispatch);
  await dispatcher.run(dispatch.clock() + SWEEP_MS, patienceMs);
  await dispatcher.settle();
}

async function send(
  { vault, egress, settings }: Dispatch,
  delivery: { event: { id: string; body: string }; endpoint: Job["endpoint"]; n: number; at: number },
): Promise<SentAttempt> {
  const { event, endpoint, n, at } = delivery;
  const sealed = secretsInForce(endpoint, at);
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
