import type { ClaimedDelivery } from "#edge/webhooks/delivery/admission.ts";
import type { LeaseLimits, Queue } from "#edge/webhooks/delivery/fair-schedule.ts";
import { type Conclusion, isSuccess, type RecentAttempt } from "#edge/webhooks/delivery/outcome.ts";

export type DeadReason = "exhausted" | "gone" | "endpoint_disabled" | "erased";

interface ModelEndpoint {
  readonly id: string;
  readonly host: string;
  state: "enabled" | "disabled";
  disabledReason: "delivery_failures" | "toggled_off" | null;
  readonly createdAt: number;
  enabledAt: number | null;
  readonly deletedAt: null;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: number | null;
}

export interface ModelDelivery {
  readonly eventId: string;
  readonly endpointId: string;
  state: "pending" | "delivered" | "dead";
  deadReason: DeadReason | null;
  attempts: number;
  replayedAfter: number;
  nextAttemptAt: number | null;
  leaseId: string | null;
  leaseUntil: number | null;
  queuedAt: number;
}

export interface ModelJob extends ClaimedDelivery {
  readonly delivery: Readonly<ModelDelivery>;
  readonly endpoint: Readonly<ModelEndpoint>;
  readonly leaseId: string;
}

type Logged = RecentAttempt & { readonly n: number; readonly endpointId: string; readonly ofReplay: boolean };

/**
 * A short model of the webhook tables: the simulation runs on it, and `sql-replay.ts` compares
 * the real statements of edge/store/ with it, operation by operation.
 */
export class ModelStore {
  readonly endpoints = new Map<string, ModelEndpoint>();
  readonly deliveries: ModelDelivery[] = [];
  readonly bodies = new Map<string, string | null>();
  readonly log: Logged[] = [];

  emit(eventId: string, now: number): void {
    this.bodies.set(eventId, `{"id":"${eventId}"}`);
    for (const endpoint of this.endpoints.values()) {
      if (endpoint.state !== "enabled") continue;
      const nothing = { deadReason: null, attempts: 0, replayedAfter: 0, leaseId: null, leaseUntil: null };
      const due = { state: "pending" as const, nextAttemptAt: now, queuedAt: now };
      this.deliveries.push({ eventId, endpointId: endpoint.id, ...nothing, ...due });
    }
  }

  queues(now: number, most: number): { queues: Queue[]; nextDueAt: number | null } {
    const due = Map.groupBy(
      this.deliveries.filter((delivery) => isDue(delivery, now)),
      ({ endpointId }) => endpointId,
    );
    const queues = [...due].map(([endpointId, all]) => ({
      endpointId,
      host: this.endpoints.get(endpointId)!.host,
      due: Math.min(most, all.length),
      oldestDueAt: Math.min(...all.map(({ nextAttemptAt }) => nextAttemptAt ?? Number.NaN)),
    }));
    const later = this.deliveries.flatMap(({ state, nextAttemptAt, leaseUntil }) => [
      ...(state === "pending" && (nextAttemptAt ?? 0) > now ? [nextAttemptAt ?? 0] : []),
      ...((leaseUntil ?? 0) > now ? [leaseUntil ?? 0] : []),
    ]);
    return { queues, nextDueAt: later.length === 0 ? null : Math.min(...later) };
  }

  claim(
    quotas: ReadonlyMap<string, number>,
    lease: { leaseId: string; now: number; leaseUntil: number; most: LeaseLimits },
  ): ModelJob[] {
    const { leaseId, now, leaseUntil, most } = lease;
    return [...quotas].flatMap(([endpointId, take]) => {
      const all = this.deliveries.filter((delivery) => delivery.endpointId === endpointId);
      const room = this.#roomOf(endpointId, most, now);
      const claimed = all
        .filter((delivery) => isDue(delivery, now))
        .sort((a, b) => a.nextAttemptAt! - b.nextAttemptAt! || (a.eventId < b.eventId ? -1 : 1))
        .slice(0, Math.max(0, Math.min(take, room)));
      for (const delivery of claimed) Object.assign(delivery, { leaseId, leaseUntil });
      const endpoint = { ...this.endpoints.get(endpointId)! };
      return claimed.map((delivery) => ({
        delivery: { ...delivery },
        queuedAt: delivery.queuedAt,
        body: this.bodies.get(delivery.eventId) ?? null,
        endpoint,
        leaseId,
      }));
    });
  }

  /** How many more deliveries of this endpoint may be leased. */
  #roomOf(endpointId: string, most: LeaseLimits, now: number): number {
    const { host } = this.endpoints.get(endpointId)!;
    const leased = this.leased(now);
    const ofHost = leased.filter((each) => this.endpoints.get(each.endpointId)!.host === host).length;
    const ofEndpoint = leased.filter((each) => each.endpointId === endpointId).length;
    return Math.min(most.perEndpoint - ofEndpoint, most.perHost - ofHost);
  }

  leased(now: number): ModelDelivery[] {
    return this.deliveries.filter(({ leaseUntil }) => (leaseUntil ?? 0) > now);
  }

  record({ delivery, leaseId }: ModelJob, { attempt, outcome }: Conclusion): boolean {
    const kept = this.#held(delivery, leaseId);
    if (kept === undefined) return false;
    const { eventId, endpointId } = delivery;
    const { n, at, status } = attempt;
    this.log.push({ eventId, endpointId, n, at, status, ofReplay: kept.replayedAfter > 0 });
    const dead = outcome.state === "dead" ? outcome.reason : null;
    const next = outcome.state === "pending" ? outcome.nextAttemptAt : null;
    Object.assign(kept, { state: outcome.state, nextAttemptAt: next, leaseId: null, leaseUntil: null });
    Object.assign(kept, { attempts: n, deadReason: dead });
    if (outcome.state === "pending") this.drop(endpointId, attempt.at + attempt.latencyMs);
    return true;
  }

  abandon({ delivery, leaseId }: ModelJob, reason: DeadReason): void {
    const kept = this.#held(delivery, leaseId);
    if (kept !== undefined) bury(kept, reason);
  }

  /** Moves an endpoint's unselected deliveries to the dead letters, except those claimed by a sender. */
  drop(endpointId: string, now: number): void {
    const endpoint = this.endpoints.get(endpointId)!;
    for (const delivery of this.deliveries) {
      const wanted = endpoint.state === "enabled" && delivery.queuedAt >= (endpoint.enabledAt ?? 0);
      const free = (delivery.leaseUntil ?? 0) <= now;
      if (delivery.endpointId === endpointId && delivery.state === "pending" && free && !wanted) {
        bury(delivery, "endpoint_disabled");
      }
    }
  }

  switchOff(endpointId: string, now: number): void {
    const endpoint = this.endpoints.get(endpointId)!;
    if (endpoint.state === "enabled") {
      Object.assign(endpoint, { state: "disabled", disabledReason: "toggled_off" });
    }
    this.drop(endpointId, now);
  }

  /** @param time when the attempt began that showed the failure, and now */
  disableFailing(endpointId: string, { begunAt, now }: { begunAt: number; now: number }): void {
    const endpoint = this.endpoints.get(endpointId)!;
    if (endpoint.state === "enabled" && (endpoint.enabledAt ?? 0) <= begunAt) {
      Object.assign(endpoint, { state: "disabled", disabledReason: "delivery_failures" });
    }
    this.drop(endpointId, now);
  }

  switchOn(endpointId: string, now: number): void {
    const endpoint = this.endpoints.get(endpointId)!;
    if (endpoint.state === "disabled") {
      Object.assign(endpoint, { state: "enabled", disabledReason: null, enabledAt: now });
    }
  }

  recent(endpointId: string, limit: number): RecentAttempt[] {
    const { enabledAt, createdAt } = this.endpoints.get(endpointId)!;
    return this.log
      .filter((attempt) => attempt.endpointId === endpointId && attempt.at >= (enabledAt ?? createdAt))
      .filter(({ ofReplay, status }) => !ofReplay || isSuccess(status))
      .sort((a, b) => b.at - a.at || b.n - a.n || (a.eventId < b.eventId ? 1 : -1))
      .slice(0, limit)
      .map(({ eventId, at, status }) => ({ eventId, at, status }));
  }

  replay(endpointId: string, now: number): string[] {
    if (this.endpoints.get(endpointId)!.state !== "enabled") return [];
    const dead = this.deliveries.filter(
      (delivery) =>
        delivery.endpointId === endpointId && delivery.state === "dead" && delivery.deadReason !== "erased",
    );
    for (const delivery of dead) {
      Object.assign(delivery, { state: "pending", deadReason: null, nextAttemptAt: now, queuedAt: now });
      delivery.replayedAfter = delivery.attempts;
    }
    return dead.map(({ eventId }) => eventId);
  }

  erase(eventId: string): void {
    this.bodies.set(eventId, null);
    for (const delivery of this.deliveries) {
      if (delivery.eventId === eventId && delivery.state === "pending") bury(delivery, "erased");
    }
  }

  #held({ eventId, endpointId }: ModelDelivery, leaseId: string): ModelDelivery | undefined {
    return this.deliveries.find(
      (delivery) =>
        delivery.eventId === eventId && delivery.endpointId === endpointId && delivery.leaseId === leaseId,
    );
  }
}

function isDue({ state, nextAttemptAt, leaseUntil }: ModelDelivery, now: number): boolean {
  return state === "pending" && nextAttemptAt !== null && nextAttemptAt <= now && (leaseUntil ?? 0) <= now;
}

function bury(delivery: ModelDelivery, deadReason: DeadReason): void {
  Object.assign(delivery, {
    state: "dead",
    deadReason,
    nextAttemptAt: null,
    leaseId: null,
    leaseUntil: null,
  });
}
