import type { LeaseLimits } from "#edge/webhooks/delivery/fair-schedule.ts";
import type { Conclusion } from "#edge/webhooks/delivery/outcome.ts";
import type { HealthLimits } from "#edge/webhooks/settings.ts";
import type { ModelJob, ModelStore } from "./model-store.ts";

/** The numbers of contract §11.3 and contract §11.5. */
const DELAYS_SECONDS = [30, 2 * 60, 10 * 60, 60 * 60, 6 * 60 * 60, 24 * 60 * 60];
const MOST_ATTEMPTS = 7;

interface Kept {
  readonly at: number;
  readonly n: number;
  readonly runStartedAfter: number;
  readonly outcome: Conclusion["outcome"];
}

interface Tally {
  /** Since the delivery was last made due: duplicates are counted from here. */
  delivered: number;
  last: Kept | undefined;
  heldUntil: number;
}

/**
 * The records of a receiver and an auditor; it throws if a rule of delivery is broken, naming
 * the rule.
 */
export class Ledger {
  readonly #store: ModelStore;
  readonly #limits: HealthLimits;
  readonly #tallies = new Map<string, Tally>();
  readonly #offSince = new Map<string, number>();
  readonly #onSince = new Map<string, number>();
  readonly #voided = new Map<string, number>();
  readonly #erased = new Set<string>();
  /** Senders that died or lost their lease with something sent: the only cause of a second delivery. */
  excuses = 0;
  duplicates = 0;
  sends = 0;

  constructor(store: ModelStore, limits: HealthLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  claimed(job: ModelJob, now: number, most: LeaseLimits): void {
    const tally = this.#tally(job);
    rule("no two senders hold one lease", tally.heldUntil <= now);
    tally.heldUntil = job.delivery.leaseUntil!;
    const { endpointId } = job.delivery;
    const leased = this.#store.leased(now);
    const ofEndpoint = leased.filter((each) => each.endpointId === endpointId);
    rule("an endpoint has at most its cap under way", ofEndpoint.length <= most.perEndpoint);
    const hosts = leased.map((each) => this.#store.endpoints.get(each.endpointId)!.host);
    const ofHost = hosts.filter((host) => host === job.endpoint.host);
    rule("a host has at most its cap under way, over all endpoints", ofHost.length <= most.perHost);
  }

  sent({ delivery, endpoint }: ModelJob, secrets: readonly string[], now: number): void {
    const { endpointId, eventId, queuedAt } = delivery;
    this.sends++;
    rule("nothing is sent to an endpoint that is switched off", !this.#offSince.has(endpointId));
    rule("what was dropped stays dropped", queuedAt >= (this.#onSince.get(endpointId) ?? 0));
    rule("nothing is sent of what was erased", !this.#erased.has(eventId));
    rule("the secret in force signs first", secrets[0] === endpoint.secret);
    for (const secret of secrets) {
      rule("no void secret signs", (this.#voided.get(secret) ?? Number.POSITIVE_INFINITY) > now);
    }
    const { last } = this.#tally({ delivery });
    const due = last?.outcome.state === "pending" && delivery.replayedAfter === last.runStartedAfter;
    if (due) {
      const delay = DELAYS_SECONDS[last.n - last.runStartedAfter - 1]! * 1_000;
      rule("the schedule holds to the second", delivery.nextAttemptAt === last.at + delay);
      rule("nothing is sent before it is due", now >= last.at + delay);
    }
    rule("at most seven attempts", delivery.attempts - delivery.replayedAfter < MOST_ATTEMPTS);
  }

  received({ delivery }: ModelJob, succeeded: boolean): void {
    const tally = this.#tally({ delivery });
    if (!succeeded) return;
    tally.delivered++;
    if (tally.delivered > 1) this.duplicates++;
  }

  recorded(job: ModelJob, conclusion: Conclusion, was: { written: boolean; stalled: boolean }): void {
    const tally = this.#tally(job);
    if (!was.written) {
      const excused = was.stalled || this.#erased.has(job.delivery.eventId);
      rule("a sender that lives and does not stall keeps its lease", excused);
      return;
    }
    const { attempt, outcome } = conclusion;
    rule("2xx is delivered, and nothing else", isSuccess(attempt.status) === (outcome.state === "delivered"));
    const made = attempt.n - job.delivery.replayedAfter;
    const exhausted = outcome.state === "dead" && outcome.reason === "exhausted";
    rule(
      "a delivery is given up after its seventh attempt",
      exhausted === (made === MOST_ATTEMPTS && failed(attempt.status)),
    );
    rule("attempts are numbered without a gap", attempt.n === (tally.last?.n ?? 0) + 1);
    tally.last = { at: attempt.at, n: attempt.n, runStartedAfter: job.delivery.replayedAfter, outcome };
    tally.heldUntil = 0;
  }

  released({ delivery }: ModelJob): void {
    this.#tally({ delivery }).heldUntil = 0;
  }

  replayed(eventId: string, endpointId: string): void {
    this.#tally({ delivery: { eventId, endpointId } }).delivered = 0;
  }

  switchedOff(endpointId: string, now: number): void {
    this.#offSince.set(endpointId, now);
    const waits = this.#store.deliveries.some(
      (each) => each.endpointId === endpointId && each.state === "pending" && (each.leaseUntil ?? 0) <= now,
    );
    rule("what waits for an endpoint is dropped when it is switched off", !waits);
  }

  switchedOn(endpointId: string, now: number): void {
    this.#offSince.delete(endpointId);
    this.#onSince.set(endpointId, now);
  }

  rotated(old: string, voidAt: number): void {
    this.#voided.set(old, voidAt);
  }

  erased(eventId: string): void {
    this.#erased.add(eventId);
    for (const each of this.#store.deliveries) {
      if (each.eventId === eventId) this.#tally({ delivery: each }).heldUntil = 0;
    }
  }

  /** After a failed attempt: the endpoint is disabled exactly when the rule says so. */
  judged(endpointId: string, wasDisabled: boolean, gone: boolean): void {
    const isDisabled = this.#store.endpoints.get(endpointId)!.state === "disabled";
    const broken = this.#failsByTheRule(endpointId);
    if (broken || gone) rule("an endpoint that fails as the rule says is disabled", isDisabled);
    if (isDisabled && !wasDisabled) rule("no other endpoint is disabled", broken || gone);
  }

  /**
   * The rule of contract §11.2 in other words: the length of the run of failures that ends now.
   */
  #failsByTheRule(endpointId: string): boolean {
    const since = this.#store.endpoints.get(endpointId)!;
    let run: { at: number; eventId: string }[] = [];
    const log = this.#store.log
      .filter((each) => each.endpointId === endpointId && each.at >= (since.enabledAt ?? since.createdAt))
      .sort((a, b) => a.at - b.at || a.n - b.n || (a.eventId < b.eventId ? -1 : 1));
    for (const { at, eventId, status, ofReplay } of log) {
      if (isSuccess(status)) run = [];
      else if (!ofReplay) run.push({ at, eventId });
    }
    const { failures, windowMs, minEvents } = this.#limits;
    const tail = run.slice(-failures);
    if (tail.length < failures) return false;
    return (
      tail.at(-1)!.at - tail[0]!.at <= windowMs && new Set(tail.map((each) => each.eventId)).size >= minEvents
    );
  }

  /** When all is quiet. */
  closed(): void {
    for (const { state, deadReason } of this.#store.deliveries) {
      rule("every event is delivered or a dead letter", state !== "pending");
      rule("every dead letter says why", (state === "dead") === (deadReason !== null));
    }
    rule("a second delivery has a dead sender behind it", this.duplicates <= this.excuses);
  }

  /** At any moment. */
  checked(): void {
    for (const { state, nextAttemptAt } of this.#store.deliveries) {
      rule("what is pending has a due time", (state === "pending") === (nextAttemptAt !== null));
    }
  }

  #tally({ delivery }: { delivery: { eventId: string; endpointId: string } }): Tally {
    const key = `${delivery.eventId}.${delivery.endpointId}`;
    const tally = this.#tallies.get(key) ?? { delivered: 0, last: undefined, heldUntil: 0 };
    this.#tallies.set(key, tally);
    return tally;
  }
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300;
const failed = (status: number | null) => !isSuccess(status) && status !== 410;

function rule(name: string, holds: boolean): void {
  if (!holds) throw new Error(`broken: ${name}`);
}
