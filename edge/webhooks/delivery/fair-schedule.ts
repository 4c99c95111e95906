/** Deliveries of one endpoint that wait, as one look at the database shows them. */
export interface Queue {
  readonly endpointId: string;
  /** Due and under nobody's lease; counted no further than an endpoint may send at once. */
  readonly due: number;
  /** When the one that waits longest became due, in milliseconds since the epoch. */
  readonly oldestDueAt: number;
}

/** A delivery that this sender is sending. */
export interface ActiveSend {
  readonly endpointId: string;
  readonly since: number;
}

/**
 * How many deliveries each endpoint may have under way at once, by its id; `ScheduleLimits.initial` for any
 * other.
 */
type Concurrency = ReadonlyMap<string, number>;

interface ScheduleLimits {
  /** Sent at once and for less than `slowMs`; a send that takes longer leaves its slot to others. */
  readonly slots: number;
  /** Sent at once in all. */
  readonly underWay: number;
  readonly slowMs: number;
  /** The most that one sender has under way to an endpoint. */
  readonly perEndpoint: number;
  /**
   * The most that an endpoint has under lease over all senders, those included that died and whose leases run
   * on.
   */
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

/** Concurrency of an endpoint that failed or was slow. */
const ON_PROBATION = 1;
/** The share of all slots that endpoints on probation have together. */
const PROBATION_SHARE = 1 / 4;

/** An endpoint's concurrency after an attempt: one more after a quick success, and 1 after anything else. */
export function nextConcurrency(
  current: number | undefined,
  attempt: { succeeded: boolean; tookMs: number },
  limits: ScheduleLimits = SCHEDULE_LIMITS,
): number {
  if (!attempt.succeeded || attempt.tookMs >= limits.slowMs) return ON_PROBATION;
  return Math.min(limits.perEndpoint, (current ?? limits.initial) + 1);
}

/**
 * How many more deliveries each endpoint may have sent now, by its id. Round robin: one each a round, the
 * longest waiting first, as long as slots are free. An endpoint that hangs keeps a slot for `slowMs` and is
 * on probation then, so that any number of such endpoints leaves the healthy at least three quarters of the
 * slots.
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
