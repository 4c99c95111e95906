import { deliveries } from "#drizzle/schema/webhooks.ts";
import { commit, type Database, isUnmet } from "#edge/store/batch.ts";
import { dropPending, insertDeliveriesForEvent, replayDead } from "#edge/store/webhooks/deliveries.ts";
import { abandon, claimDue, readQueues, recordAttempt } from "#edge/store/webhooks/delivery-claims.ts";
import { recentAttempts } from "#edge/store/webhooks/delivery-log.ts";
import {
  disableEndpoint,
  disableFailing,
  enableEndpoint,
  insertEndpoint,
} from "#edge/store/webhooks/endpoints.ts";
import { eraseEventsOf, insertEvent } from "#edge/store/webhooks/events.ts";
import type { Conclusion } from "#edge/webhooks/delivery/outcome.ts";
import type { ModelDelivery, ModelJob } from "./model-store.ts";
import type { Operation } from "./world.ts";

const TYPE = "ocr.completed";
type Endings = "endpoint_disabled" | "erased";

/** Repeats a simulated world's operations on the real tables, and returns their results. */
export class SqlReplay {
  readonly #db: Database;
  readonly #scope: { tenantId: string; mode: "test" };

  /** Its ids begin with the scope's, so that worlds share a database without meeting. */
  constructor(db: Database, world: string) {
    this.#db = db;
    this.#scope = { tenantId: world, mode: "test" };
  }

  async do({ name, args }: Operation): Promise<unknown> {
    const deed = this.#deeds[name];
    if (deed === undefined) throw new Error(`no such operation: ${name}`);
    return deed(...(args as never[]));
  }

  async deliveries(): Promise<Partial<ModelDelivery>[]> {
    const rows = await this.#db.select().from(deliveries);
    return rows.map(({ tenantId: _, mode: _m, deadAt: _d, createdAt: _c, ...row }) => row).sort(byId);
  }

  readonly #deeds: Readonly<Record<string, (...args: never[]) => Promise<unknown>>> = {
    endpoint: async (id: string, host: string, createdAt: number) => {
      const row = { id, url: `https://${host}/`, eventTypes: [TYPE], createdAt };
      const secret = new Uint8Array();
      await commit(this.#db, [insertEndpoint(this.#db, this.#scope, { ...row, secret, state: "enabled" })]);
      return null;
    },
    emit: async (eventId: string, now: number) => {
      const row = { id: eventId, type: TYPE, subjectId: eventId, body: "{}", createdAt: now };
      const event = { eventId, type: TYPE, now };
      await commit(this.#db, [
        insertEvent(this.#db, this.#scope, row),
        insertDeliveriesForEvent(this.#db, this.#scope, event),
      ]);
      return null;
    },
    queues: (now: number, most: number) => readQueues(this.#db, { now, most }),
    claim: async (quotas: [string, number][], lease: Parameters<typeof claimDue>[2]) => {
      const jobs = await claimDue(this.#db, new Map(quotas), lease);
      return jobs.map(({ delivery }) => `${delivery.eventId}.${delivery.endpointId}`).sort();
    },
    record: async (job: ModelJob, { attempt, outcome }: Conclusion) => {
      const row = { ...attempt, responseExcerpt: null };
      await commit(
        this.#db,
        recordAttempt(this.#db, this.#claim(job), row, outcome, attempt.at + attempt.latencyMs),
      );
      return null;
    },
    abandon: async (job: ModelJob, reason: Endings, now: number) => {
      await commit(this.#db, [abandon(this.#db, this.#claim(job), reason, now)]);
      return null;
    },
    recent: async (id: string, limit: number) => recentAttempts(this.#db, this.#scope, id, limit),
    disableFailing: async (id: string, times: { begunAt: number; now: number }) => {
      await commit(this.#db, disableFailing(this.#db, this.#scope, id, times)).catch((error) => {
        if (!isUnmet(error)) throw error;
        return commit(this.#db, [dropPending(this.#db, this.#scope, id, times.now)]);
      });
      return null;
    },
    switchOff: async (id: string, now: number) => {
      await commit(this.#db, disableEndpoint(this.#db, this.#scope, id, now));
      return null;
    },
    switchOn: async (id: string, now: number) => {
      await commit(this.#db, enableEndpoint(this.#db, this.#scope, id, now));
      return null;
    },
    replay: async (id: string, now: number) => {
      const [rows] = await commit(this.#db, [replayDead(this.#db, this.#scope, id, undefined, now)]);
      return (rows as { queuedEvent: string }[]).map(({ queuedEvent }) => queuedEvent).sort();
    },
    erase: async (eventId: string, now: number) => {
      const erasure = eraseEventsOf(this.#db, this.#scope, eventId, now);
      await commit(this.#db, [erasure.deliveries, erasure.excerpts, erasure.events]);
      return null;
    },
  };

  #claim({ delivery: { eventId, endpointId }, leaseId }: ModelJob) {
    return { ...this.#scope, eventId, endpointId, leaseId };
  }
}

export const byId = (a: Partial<ModelDelivery>, b: Partial<ModelDelivery>) =>
  `${a.eventId}.${a.endpointId}` < `${b.eventId}.${b.endpointId}` ? -1 : 1;
