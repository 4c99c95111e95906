/** The waiting deliveries of one endpoint, as read from the database. */
export interface Queue {
  readonly endpointId: string;
  /** The host of the endpoint's URL, without a port. */
  readonly host: string;
  /**
   * The number of deliveries that are due and not leased, counted up to the endpoint's maximum concurrency.
   */
  readonly due: number;
  /** Due time of the longest waiting delivery, in milliseconds since the epoch. */
  readonly oldestDueAt: number;
}

/** A delivery that this sender is sending. */
export interface ActiveSend {
  readonly endpointId: string;
  readonly host: string;
  readonly since: number;
}

/**
 * Maximum number of active sends of each endpoint, by its id; `ScheduleLimits.initial` for any other
 * endpoint.
 */
type Concurrency = ReadonlyMap<string, number>;

/** Maximum leases of one endpoint, and of all endpoints of one host. */
export interface LeaseLimits {
  readonly perEndpoint: number;
  readonly perHost: number;
}

export interface ScheduleLimits {
  /** Concurrent sends that have lasted less than `slowMs`; a slower send releases its slot. */
  readonly slots: number;
  /** Concurrent sends in all. */
  readonly underWay: number;
  readonly slowMs: number;
  /** Maximum concurrent sends of one sender to one endpoint. */
  readonly perEndpoint: number;
  /** Maximum concurrent sends of one sender to one host, over all endpoints and tenants. */
  readonly perHost: number;
  /** Maximum leases over all senders, including unexpired leases of crashed senders. */
  readonly leased: LeaseLimits;
  /** Concurrency of an endpoint without history. */
  readonly initial: number;
}

export const SCHEDULE_LIMITS: ScheduleLimits = {
  slots: 32,
  underWay: 128,
  slowMs: 1_000,
  perEndpoint: 16,
  perHost: 16,
  leased: { perEndpoint: 64, perHost: 64 },
  initial: 2,
};

/** Concurrency of an endpoint after a failure or a slow response. */
const ON_PROBATION = 1;
/** The share of all slots, and of a host's sends, for all endpoints on probation together. */
const PROBATION_SHARE = 1 / 4;

/** An endpoint's concurrency after an attempt: one more after a quick success, 1 after any other attempt. */
export function nextConcurrency(
  current: number | undefined,
  attempt: { succeeded: boolean; tookMs: number },
): number {
  const { slowMs, perEndpoint, initial } = SCHEDULE_LIMITS;
  if (!attempt.succeeded || attempt.tookMs >= slowMs) return ON_PROBATION;
  return Math.min(perEndpoint, (current ?? initial) + 1);
}

/**
 * The number of further deliveries that each endpoint may send now, by its id. Round robin: one delivery per
 * endpoint and round, longest waiting first, while slots are free. An unresponsive endpoint occupies a slot
 * for `slowMs` and is then on probation, so that any number of such endpoints leaves at least three quarters
 * of the slots to healthy endpoints. The endpoints of one host share `perHost` sends by the same rule. Many
 * endpoints would otherwise turn one call into as many concurrent requests at a third party.
 */
export function planSends(
  queues: readonly Queue[],
  sending: { readonly activeSends: readonly ActiveSend[]; readonly concurrency: Concurrency },
  now: number,
  limits: ScheduleLimits = SCHEDULE_LIMITS,
): Map<string, number> {
  const { activeSends, concurrency } = sending;
  const isSlow = ({ since }: ActiveSend) => now - since >= limits.slowMs;
  const slow = new Set(activeSends.filter(isSlow).map(({ endpointId }) => endpointId));
  const concurrencyOf = (id: string) =>
    slow.has(id) ? ON_PROBATION : (concurrency.get(id) ?? limits.initial);
  const onProbation = (id: string) => concurrencyOf(id) === ON_PROBATION;
  const wanting = queues
    .map(({ endpointId: id, host, due, oldestDueAt }) => {
      const busy = activeSends.filter(({ endpointId }) => endpointId === id).length;
      return { id, host, oldestDueAt, most: Math.min(due, concurrencyOf(id) - busy) };
    })
    .sort((a, b) => a.oldestDueAt - b.oldestDueAt);
  const suspect = activeSends.filter(({ endpointId }) => onProbation(endpointId));
  const room = (share: number, active: readonly ActiveSend[]) =>
    Math.min(
      limits.slots * share - active.filter((activeSend) => !isSlow(activeSend)).length,
      limits.underWay * share - active.length,
    );
  const hostRoom = (share: number, active: readonly ActiveSend[]) => {
    const busy = Map.groupBy(active, ({ host }) => host);
    return (host: string) => limits.perHost * share - (busy.get(host)?.length ?? 0);
  };
  const all = new Room(room(1, activeSends), hostRoom(1, activeSends));
  const onTrial = new Room(room(PROBATION_SHARE, suspect), hostRoom(PROBATION_SHARE, suspect));
  const quotas = new Map<string, number>();
  for (let round = 1; all.isOpen; round++) {
    const inRound = wanting.filter(({ most }) => most >= round);
    if (inRound.length === 0) break;
    for (const { id, host } of inRound) {
      const rooms = onProbation(id) ? [all, onTrial] : [all];
      if (!rooms.every((each) => each.admits(host))) continue;
      for (const each of rooms) each.take(host);
      quotas.set(id, round);
    }
  }
  return quotas;
}

/** The sends that may still begin, in all and to each host. */
class Room {
  readonly #ofHost: (host: string) => number;
  readonly #taken = new Map<string, number>();
  #open: number;

  constructor(open: number, ofHost: (host: string) => number) {
    this.#open = open;
    this.#ofHost = ofHost;
  }

  get isOpen(): boolean {
    return this.#open > 0;
  }

  admits(host: string): boolean {
    return this.isOpen && this.#ofHost(host) > (this.#taken.get(host) ?? 0);
  }

  take(host: string): void {
    this.#open--;
    this.#taken.set(host, (this.#taken.get(host) ?? 0) + 1);
  }
}
