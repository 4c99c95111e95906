/** The waiting deliveries of one endpoint, as read from the database. */
export interface Queue {
  readonly endpointId: string;
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
  readonly since: number;
}

/**
 * Maximum number of active sends of each endpoint, by its id; `ScheduleLimits.initial` for any other
 * endpoint.
 */
type Concurrency = ReadonlyMap<string, number>;

interface ScheduleLimits {
  /** Concurrent sends that have lasted less than `slowMs`; a slower send releases its slot. */
  readonly slots: number;
  /** Concurrent sends in all. */
  readonly underWay: number;
  readonly slowMs: number;
  /** Maximum concurrent sends of one sender to one endpoint. */
  readonly perEndpoint: number;
  /** Maximum leases of one endpoint over all senders, including unexpired leases of crashed senders. */
  readonly leased: number;
  /** Concurrency of an endpoint without history. */
  readonly initial: number;
}

export const SCHEDULE_LIMITS: ScheduleLimits = {
  slots: 32,
  underWay: 128,
  slowMs: 1_000,
  perEndpoint: 16,
  leased: 64,
  initial: 2,
};

/** Concurrency of an endpoint after a failure or a slow response. */
const ON_PROBATION = 1;
/** The share of all slots for all endpoints on probation together. */
const PROBATION_SHARE = 1 / 4;

/** An endpoint's concurrency after an attempt: one more after a quick success, 1 after any other attempt. */
export function nextConcurrency(
  current: number | undefined,
  attempt: { succeeded: boolean; tookMs: number },
  limits: ScheduleLimits = SCHEDULE_LIMITS,
): number {
  if (!attempt.succeeded || attempt.tookMs >= limits.slowMs) return ON_PROBATION;
  return Math.min(limits.perEndpoint, (current ?? limits.initial) + 1);
}

/**
 * The number of further deliveries that each endpoint may send now, by its id. Round robin: one delivery per
 * endpoint and round, longest waiting first, while slots are free. An unresponsive endpoint occupies a slot
 * for `slowMs` and is then on probation, so that any number of such endpoints leaves at least three quarters
 * of the slots to healthy endpoints.
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
    .map(({ endpointId: id, due, oldestDueAt }) => {
      const busy = activeSends.filter(({ endpointId }) => endpointId === id).length;
      return { id, oldestDueAt, most: Math.min(due, concurrencyOf(id) - busy) };
    })
    .sort((a, b) => a.oldestDueAt - b.oldestDueAt);
  const room = (among: readonly ActiveSend[], share: number) =>
    Math.min(
      limits.slots * share - among.filter((activeSend) => !isSlow(activeSend)).length,
      limits.underWay * share - among.length,
    );
  let open = room(activeSends, 1);
  let openOnProbation = room(
    activeSends.filter(({ endpointId }) => onProbation(endpointId)),
    PROBATION_SHARE,
  );
  const quotas = new Map<string, number>();
  for (let round = 1; open > 0; round++) {
    const inRound = wanting.filter(({ most }) => most >= round);
    if (inRound.length === 0) break;
    for (const { id } of inRound) {
      if (open <= 0 || (onProbation(id) && openOnProbation <= 0)) continue;
      if (onProbation(id)) openOnProbation--;
      open--;
      quotas.set(id, round);
    }
  }
  return quotas;
}
