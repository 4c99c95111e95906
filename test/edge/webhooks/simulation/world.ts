import {
  type LeaseLimits,
  SCHEDULE_LIMITS,
  type ScheduleLimits,
} from "#edge/webhooks/delivery/fair-schedule.ts";
import type { Conclusion } from "#edge/webhooks/delivery/outcome.ts";
import type { HealthLimits } from "#edge/webhooks/settings.ts";
import { pick, type Random, seededRandom } from "#lab/material/random.ts";
import { Agenda, nextMinute } from "./agenda.ts";
import { Ledger } from "./ledger.ts";
import { type DeadReason, type ModelJob, ModelStore } from "./model-store.ts";
import { RECEIVERS, type Receiver, type Reply } from "./receivers.ts";

const START = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const NARROW = { ...SCHEDULE_LIMITS, perHost: 4, leased: { perEndpoint: 2, perHost: 3 } };

/** One operation on the store and its result: `sql-replay.ts` repeats it on the real one. */
export type Operation = {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly answer: unknown;
};

/** The probability of each fault; a world draws these once. */
const FAULTS = ["after claim", "after send", "after record", "stall", "lost alarm", "lost hint"] as const;
type Fault = (typeof FAULTS)[number];

/** A sender, as far as the world knows it. */
interface Wakeable {
  wake(time: number): void;
}

/**
 * A small world of its own in virtual time: endpoints, events, senders and people, all of it from one seed.
 */
export class World {
  readonly agenda = new Agenda(START);
  readonly store = new ModelStore();
  readonly limits: HealthLimits;
  readonly schedule: ScheduleLimits;
  readonly ledger: Ledger;
  readonly trace: Operation[] = [];
  readonly #random: Random;
  readonly #isTraced: boolean;
  readonly #rates: Readonly<Record<Fault, number>>;
  readonly #receivers = new Map<string, Receiver>();
  readonly #senders: readonly Wakeable[];
  #count = 0;

  constructor(seed: number, openSender: (world: World) => Wakeable, { isTraced = false } = {}) {
    this.#random = seededRandom(seed);
    this.#isTraced = isTraced;
    const isCalm = this.#random() < 0.3;
    const rate = () => (isCalm || this.#random() < 0.5 ? 0 : this.#random() * 0.2);
    this.#rates = Object.fromEntries(FAULTS.map((fault) => [fault, rate()])) as Record<Fault, number>;
    this.limits = pick(this.#random, [
      { failures: 20, windowMs: HOUR, minEvents: 3 },
      { failures: 5, windowMs: HOUR, minEvents: 3 },
      { failures: 3, windowMs: HOUR / 12, minEvents: 2 },
    ]);
    // Some worlds are so narrow that few events reach the limits of a host.
    this.schedule = pick(this.#random, [SCHEDULE_LIMITS, NARROW]);
    this.ledger = new Ledger(this.store, this.limits);
    this.#senders = Array.from({ length: 1 + this.span(0, 1) }, () => openSender(this));
    for (let i = 0; i < this.span(1, 3); i++) this.#addEndpoint(`we_${i}`);
    for (let i = 0; i < this.span(1, 6); i++) this.#plan(() => this.#emit());
    for (let i = 0; i < this.span(0, 4); i++) this.#plan(() => this.#meddle());
  }

  /** Runs until no event is left, and checks every rule meanwhile. */
  run(): this {
    while (this.agenda.step()) this.ledger.checked();
    this.ledger.closed();
    return this;
  }

  queues(now: number, most: number) {
    return this.#traced("queues", [now, most], this.store.queues(now, most));
  }

  claim(
    quotas: ReadonlyMap<string, number>,
    lease: { now: number; leaseUntil: number; most: LeaseLimits },
  ): ModelJob[] {
    const named = { ...lease, leaseId: `lease-${++this.#count}` };
    const jobs = this.store.claim(quotas, named);
    this.#traced(
      "claim",
      [[...quotas], named],
      jobs.map(({ delivery }) => `${delivery.eventId}.${delivery.endpointId}`),
    );
    for (const job of jobs) this.ledger.claimed(job, lease.now, lease.most);
    return jobs;
  }

  reply(endpointId: string): Reply {
    return this.#receivers.get(endpointId)!(this.#random, this.agenda.now);
  }

  record(job: ModelJob, conclusion: Conclusion, stalled: boolean): void {
    const written = this.store.record(job, conclusion);
    if (!written) this.ledger.excuses++;
    this.#traced("record", [job, conclusion], null);
    this.ledger.recorded(job, conclusion, { written, stalled });
  }

  abandon(job: ModelJob, reason: DeadReason & ("endpoint_disabled" | "erased")): void {
    this.store.abandon(job, reason);
    this.ledger.released(job);
    this.#traced("abandon", [job, reason, this.agenda.now], null);
  }

  recent(endpointId: string) {
    const { failures } = this.limits;
    return this.#traced("recent", [endpointId, failures], this.store.recent(endpointId, failures));
  }

  disableFailing(endpointId: string, begunAt: number): void {
    const wasEnabled = this.store.endpoints.get(endpointId)!.state === "enabled";
    const times = { begunAt, now: this.agenda.now };
    this.store.disableFailing(endpointId, times);
    this.#traced("disableFailing", [endpointId, times], null);
    const isOff = this.store.endpoints.get(endpointId)!.state === "disabled";
    if (wasEnabled && isOff) this.#disabledNow.add(endpointId);
    if (isOff) this.ledger.switchedOff(endpointId, this.agenda.now);
  }

  readonly #disabledNow = new Set<string>();

  judged(endpointId: string, { gone, at }: { gone: boolean; at: number }): void {
    const { enabledAt } = this.store.endpoints.get(endpointId)!;
    const wasDisabled = !this.#disabledNow.delete(endpointId);
    this.ledger.judged(endpointId, wasDisabled, gone && at >= (enabledAt ?? 0));
  }

  strikes(fault: Fault): boolean {
    const rate = this.#rates[fault];
    return rate > 0 && this.#random() < rate;
  }

  /** A whole number from `low` to `high`. */
  span(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  #plan(run: () => void): void {
    // Most events close together, as in practice; some of them hours apart.
    const within = pick(this.#random, [1_000, 60_000, HOUR, 30 * HOUR]);
    this.agenda.at(START + this.span(0, within), run);
  }

  #addEndpoint(id: string): void {
    this.#receivers.set(id, pick(this.#random, RECEIVERS));
    const secrets = { secret: `${id} 0`, previousSecret: null, previousSecretUntil: null };
    const state = { state: "enabled" as const, disabledReason: null, enabledAt: null, deletedAt: null };
    const host = pick(this.#random, ["a.example", "b.example"]);
    this.store.endpoints.set(id, { id, host, ...state, createdAt: START, ...secrets });
    this.#traced("endpoint", [id, host, START], null);
  }

  #emit(): void {
    const id = `wh_evt_${++this.#count}`;
    this.store.emit(id, this.agenda.now);
    this.#traced("emit", [id, this.agenda.now], null);
    this.#hint();
  }

  #hint(): void {
    for (const sender of this.#senders) if (!this.strikes("lost hint")) sender.wake(this.agenda.now + 1);
    this.#senders[0]!.wake(nextMinute(this.agenda.now));
  }

  #meddle(): void {
    const endpoint = pick(this.#random, [...this.store.endpoints.values()]);
    const deeds = { toggle: this.#toggle, rotate: this.#rotate, replay: this.#replay, erase: this.#erase };
    pick(this.#random, Object.values(deeds)).call(this, endpoint.id);
  }

  #toggle(id: string): void {
    const now = this.agenda.now;
    this.store.switchOff(id, now);
    this.ledger.switchedOff(id, now);
    this.#traced("switchOff", [id, now], null);
    const back = now + pick(this.#random, [1, 100, 5_000, 15_000, HOUR]);
    this.agenda.at(back, () => {
      if (this.store.endpoints.get(id)!.state === "disabled") this.ledger.switchedOn(id, back);
      this.store.switchOn(id, back);
      this.#traced("switchOn", [id, back], null);
      if (this.#random() < 0.5) this.#replay(id);
    });
  }

  #rotate(id: string): void {
    const endpoint = this.store.endpoints.get(id)!;
    const { secret, previousSecret } = endpoint;
    const until = this.#random() < 0.5 ? null : this.agenda.now + this.span(0, 24 * HOUR);
    if (previousSecret !== null) this.ledger.rotated(previousSecret, this.agenda.now);
    this.ledger.rotated(secret, until ?? this.agenda.now);
    endpoint.secret = `${id} ${++this.#count}`;
    endpoint.previousSecret = until === null ? null : secret;
    endpoint.previousSecretUntil = until;
  }

  #replay(id: string): void {
    const replayed = this.store.replay(id, this.agenda.now);
    this.#traced("replay", [id, this.agenda.now], replayed.toSorted());
    for (const eventId of replayed) this.ledger.replayed(eventId, id);
    this.#hint();
  }

  #erase(): void {
    const events = [...this.store.bodies.keys()];
    if (events.length === 0) return;
    const id = pick(this.#random, events);
    this.store.erase(id);
    this.ledger.erased(id);
    this.#traced("erase", [id, this.agenda.now], null);
  }

  #traced<T>(name: string, args: readonly unknown[], answer: T): T {
    if (this.#isTraced) this.trace.push(structuredClone({ name, args, answer }));
    return answer;
  }
}
