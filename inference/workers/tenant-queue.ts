import { type Overload, WorkerFailure } from "./failure.ts";
import type { Job, Priority } from "./job.ts";

export interface QueueSettings {
  /** Bytes of the jobs that may wait. */
  readonly queueMemory: number;
  /** Milliseconds that a job may have to wait. */
  readonly maxWait: number;
}

type AnyJob = Pick<Job<unknown, unknown>, "call" | "kind" | "size" | "settled" | "fail" | "expire">;
type Place = Pick<AnyJob["call"], "tenant" | "priority">;

/** Milliseconds of work of a kind that was never done. */
const UNKNOWN = 250;
/** Milliseconds in which a server comes back that has died. */
const SERVER_START = 3_000;
/**
 * A job does not start if less than this share of its expected cost is left of its deadline while others
 * wait: it would occupy a worker for nothing. Costs vary, so a job may succeed with less than the mean.
 */
const LEAST_TIME = 0.5;
/** Weight of the newest cost in a moving mean. */
const NEWEST = 0.2;

const MESSAGES: Readonly<Record<Overload, string>> = {
  full: "too much work waits",
  deadline: "the queue is too long for the deadline",
  tenant: "too much work of the same tenant waits",
};

/**
 * Jobs that wait for a worker. Tenants are served round-robin, one job each, and those with the fewest
 * running jobs first. A tenant's own jobs keep their order. Background jobs come after all others.
 *
 * A job may wait if it is expected to start within `maxWait` and to end before its deadline, by the mean cost
 * of its kind. Its tenant's waiting bytes must also not exceed the free bytes (dynamic thresholds, Choudhury
 * and Hahne, 1998): one tenant gets half of the memory, two get a third each, and a new tenant finds room.
 *
 * It has no clock: each call passes the time, in milliseconds of `performance.now()`.
 */
export class TenantQueue<Queued extends AnyJob> {
  readonly #settings: QueueSettings;
  /** Jobs by tenant; tenants in the order of their turns. */
  readonly #lines: Readonly<Record<Priority, Map<string, Queued[]>>> = {
    interactive: new Map(),
    background: new Map(),
  };
  /** Jobs that were taken, and when. */
  readonly #running = new Map<Queued, number>();
  /** Mean milliseconds of each kind. */
  readonly #costs = new Map<string, number>();
  #bytes = 0;

  constructor(settings: QueueSettings) {
    this.#settings = settings;
  }

  /** All jobs that wait. */
  get waiting(): Queued[] {
    return Object.values(this.#lines).flatMap((lines) => [...lines.values()].flat());
  }

  /** Tenants with a job that waits. */
  get tenants(): number {
    return new Set(Object.values(this.#lines).flatMap((lines) => [...lines.keys()])).size;
  }

  /**
   * Queues a job for one of `servers` workers, or fails it. A job that finds an idle worker is never
   * rejected.
   */
  add(job: Queued, now: number, servers: number): void {
    if (job.call.deadline <= now) job.expire();
    if (job.settled) return;
    const refusal = this.#refusalOf(job, now, Math.max(1, servers));
    if (refusal !== undefined) job.fail(refusal);
    else this.#line(job.call).push(this.#counted(job, 1));
  }

  /**
   * Takes out the next job, which counts as running until it is done, dropped or put back. Expires those
   * whose deadline is past or, while others wait, too near.
   */
  take(now: number): Queued | undefined {
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      const least = this.#isEmpty ? 0 : LEAST_TIME * this.#expected(job.kind);
      if (job.call.deadline - now <= least) job.expire();
      else {
        this.#running.set(job, now);
        return job;
      }
    }
    return undefined;
  }

  /** A running job has a result. Later jobs of its kind are expected to cost as much. */
  done(job: Queued, now: number): void {
    const since = this.#running.get(job);
    if (since === undefined) return;
    this.#running.delete(job);
    const cost = now - since;
    const mean = this.#costs.get(job.kind) ?? cost;
    this.#costs.set(job.kind, mean + NEWEST * (cost - mean));
  }

  /** A job that was taken has no result. */
  drop(job: Queued): void {
    this.#running.delete(job);
  }

  /** A job that was taken has to be done again: it waits before its tenant's other jobs. */
  putBack(job: Queued): void {
    this.drop(job);
    this.#line(job.call).unshift(this.#counted(job, 1));
  }

  /** Takes out a job that waits; one that runs goes on. */
  remove(job: Queued): void {
    const { tenant, priority } = job.call;
    const line = this.#lines[priority].get(tenant);
    const at = line?.indexOf(job) ?? -1;
    if (line === undefined || at < 0) return;
    line.splice(at, 1);
    this.#counted(job, -1);
    if (line.length === 0) this.#lines[priority].delete(tenant);
  }

  /** The expected wait for all that is there as a share of the longest wait: from 1 on jobs are rejected. */
  saturation(now: number, servers: number): number {
    const all = this.#left(now) + this.#costOf(this.waiting);
    return all / Math.max(1, servers) / this.#settings.maxWait;
  }

  #refusalOf(job: Queued, now: number, servers: number): WorkerFailure | undefined {
    const { call, kind, size } = job;
    if (this.#running.size < servers && this.#isEmpty) return undefined;
    const free = this.#settings.queueMemory - this.#bytes;
    if (this.#queuedBytes(call) + size > free)
      return refusal(size > free ? "full" : "tenant", this.#untilFree(now));
    const late = this.#lateness(call, kind, now, servers);
    if (late.any <= 0) return undefined;
    const ofNewcomer = this.#lateness({ ...call, tenant: NEWCOMER }, kind, now, servers);
    return refusal(ofNewcomer.any <= 0 ? "tenant" : late.begun > 0 ? "full" : "deadline", late.any);
  }

  /** Milliseconds by which a further job would begin too late, and by which it would be late in any way. */
  #lateness(call: Place & { readonly deadline: number }, kind: string, now: number, servers: number) {
    const wait = this.#ahead(call, now) / servers;
    const begun = wait - this.#settings.maxWait;
    return { begun, any: Math.max(begun, now + wait + this.#expected(kind) - call.deadline) };
  }

  /** Expected milliseconds of work that goes before a tenant's next job. */
  #ahead({ tenant, priority }: Place, now: number): number {
    const { interactive } = this.#lines;
    let ahead = priority === "background" ? this.#costOf([...interactive.values()].flat()) : 0;
    const own = this.#lines[priority].get(tenant)?.length ?? 0;
    for (const [other, line] of this.#lines[priority]) {
      ahead += this.#costOf(line.slice(0, own + (other === tenant ? 0 : 1)));
    }
    return this.#left(now) + ahead;
  }

  get #isEmpty(): boolean {
    return this.#lines.interactive.size === 0 && this.#lines.background.size === 0;
  }

  #queuedBytes({ tenant }: Place): number {
    const lines = Object.values(this.#lines).flatMap((each) => each.get(tenant) ?? []);
    return lines.reduce((sum, { size }) => sum + size, 0);
  }

  #expected(kind: string): number {
    return this.#costs.get(kind) ?? UNKNOWN;
  }

  #costOf(jobs: readonly Queued[]): number {
    return jobs.reduce((sum, { kind }) => sum + this.#expected(kind), 0);
  }

  /** The expected remaining cost of each running job. */
  #lefts(now: number): number[] {
    return [...this.#running].map(([{ kind }, since]) => Math.max(0, this.#expected(kind) - (now - since)));
  }

  #left(now: number): number {
    return this.#lefts(now).reduce((sum, left) => sum + left, 0);
  }

  /** Until the next job is expected to be taken. */
  #untilFree(now: number): number {
    return this.#running.size === 0 ? SERVER_START : Math.min(...this.#lefts(now));
  }

  #line({ tenant, priority }: Place): Queued[] {
    const lines = this.#lines[priority];
    const line = lines.get(tenant) ?? [];
    lines.set(tenant, line);
    return line;
  }

  /** Takes out the first job of the tenant whose turn it is: of those with the fewest that run, the first. */
  #next(): Queued | undefined {
    const { interactive, background } = this.#lines;
    const lines = interactive.size > 0 ? interactive : background;
    const [tenant] = [...lines.keys()].toSorted((a, b) => this.#runningOf(a) - this.#runningOf(b));
    if (tenant === undefined) return undefined;
    const [job, ...others] = lines.get(tenant)!;
    lines.delete(tenant);
    if (others.length > 0) lines.set(tenant, others);
    return this.#counted(job!, -1);
  }

  #runningOf(tenant: string): number {
    return [...this.#running.keys()].filter(({ call }) => call.tenant === tenant).length;
  }

  #counted(job: Queued, sign: 1 | -1): Queued {
    this.#bytes += sign * job.size;
    return job;
  }
}

/** A tenant that no header can name. */
const NEWCOMER = "\n";

function refusal(reason: Overload, retryAfter: number): WorkerFailure {
  return new WorkerFailure("overloaded", MESSAGES[reason], { retryAfter: Math.max(1, retryAfter), reason });
}
