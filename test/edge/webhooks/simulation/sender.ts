import { refusalToSend, secretsInForce } from "#edge/webhooks/delivery/admission.ts";
import {
  type ActiveSend,
  nextConcurrency,
  planSends,
  SCHEDULE_LIMITS,
} from "#edge/webhooks/delivery/fair-schedule.ts";
import { type AttemptResult, conclude, isFailing } from "#edge/webhooks/delivery/outcome.ts";
import { nextMinute } from "./agenda.ts";
import type { ModelJob } from "./model-store.ts";
import type { World } from "./world.ts";

interface DeliveryResult {
  readonly job: ModelJob;
  readonly result: AttemptResult;
  readonly at: number;
  readonly now: number;
  readonly stalled: boolean;
}

/**
 * A dispatcher in virtual time: the decisions are the product's, and it may die or stall at any of its steps.
 */
export class Sender {
  readonly #world: World;
  readonly #leaseMs: number;
  #life = 0;
  #isDown = false;
  #activeSends: ActiveSend[] = [];
  #concurrency = new Map<string, number>();
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(world: World, leaseMs: number) {
    this.#world = world;
    this.#leaseMs = leaseMs;
  }

  wake(time: number): void {
    if (time >= this.#wakeAt) return;
    this.#wakeAt = time;
    this.#world.agenda.at(time, () => {
      if (this.#wakeAt !== time) return;
      this.#wakeAt = Number.POSITIVE_INFINITY;
      if (!this.#isDown) this.#look();
    });
  }

  #look(): void {
    const world = this.#world;
    const { now } = world.agenda;
    const { queues, nextDueAt } = world.queues(now, world.schedule.perEndpoint);
    const sending = { activeSends: this.#activeSends, concurrency: this.#concurrency };
    const quotas = planSends(queues, sending, now, world.schedule);
    if (quotas.size > 0) {
      const jobs = world.claim(quotas, {
        now,
        leaseUntil: now + this.#leaseMs,
        most: world.schedule.leased,
      });
      if (world.strikes("after claim")) {
        this.#die();
        return;
      }
      for (const job of jobs) this.#begin(job);
    }
    if (this.#activeSends.length > 0) this.wake(now + SCHEDULE_LIMITS.slowMs);
    if (nextDueAt !== null) this.wake(world.strikes("lost alarm") ? nextMinute(nextDueAt) : nextDueAt);
  }

  #begin(job: ModelJob): void {
    const world = this.#world;
    const { now } = world.agenda;
    const refusal = refusalToSend(job, now);
    if (refusal !== null) {
      world.abandon(job, refusal);
      this.wake(now);
      return;
    }
    world.ledger.sent(job, secretsInForce(job.endpoint, now), now);
    const { result, tookMs } = world.reply(job.delivery.endpointId);
    const activeSend = { endpointId: job.delivery.endpointId, host: job.endpoint.host, since: now };
    this.#activeSends.push(activeSend);
    const life = this.#life;
    const stall = world.strikes("stall") ? world.span(1_000, 3 * this.#leaseMs) : 0;
    world.agenda.at(now + tookMs, () => {
      const succeeded = result.status !== null && result.status >= 200 && result.status < 300;
      world.ledger.received(job, succeeded);
      if (life !== this.#life) return;
      if (world.strikes("after send")) return this.#die();
      const sent = { job, result, at: now, now: now + tookMs, stalled: stall > 0 };
      world.agenda.at(now + tookMs + stall, () => {
        if (life !== this.#life) return;
        this.#activeSends = this.#activeSends.filter((each) => each !== activeSend);
        this.#record(sent);
      });
    });
  }

  #record({ job, result, at, now, stalled }: DeliveryResult): void {
    const world = this.#world;
    const { endpointId } = job.delivery;
    const conclusion = conclude(job.delivery, result, { at, now }, 1);
    const { succeeded, attempt, outcome } = conclusion;
    const concurrency = nextConcurrency(this.#concurrency.get(endpointId), {
      succeeded,
      tookMs: attempt.latencyMs,
    });
    this.#concurrency.set(endpointId, concurrency);
    world.record(job, conclusion, stalled);
    if (world.strikes("after record")) {
      this.#die();
      return;
    }
    if (!succeeded) {
      const gone = outcome.state === "dead" && outcome.reason === "gone";
      const failing = isFailing(world.recent(endpointId), world.limits);
      if (gone || failing) world.disableFailing(endpointId, at);
      world.judged(endpointId, { gone: attempt.status === 410, at });
    }
    this.wake(world.agenda.now);
  }

  /** A kill: all that it had under way is forgotten, and it is started again some time later. */
  #die(): void {
    this.#world.ledger.excuses += this.#activeSends.length + 1;
    this.#life++;
    this.#isDown = true;
    this.#activeSends = [];
    this.#concurrency = new Map();
    const back = this.#world.agenda.now + this.#world.span(100, 30_000);
    this.#world.agenda.at(back, () => {
      this.#isDown = false;
      this.wake(back);
    });
  }
}
