/** Deliveries of one endpoint that wait, as one look at the database shows them. */
export interface Queue {
  readonly endpointId: string;
  /** Due and under nobody's lease; counted no further than an endpoint may send at once. */
  readonly due: number;
  /** When the one that waits longest became due, in milliseconds since the epoch. */
  readonly oldestDueAt: number;
}

/** A delivery that this sender has under way. */
export interface Flight {
  readonly endpointId: string;
  readonly since: number;
}

/** How many deliveries each endpoint may have under way at once; one that is not named: as many as a new one. */
export type Allowances = ReadonlyMap<string, number>;

export interface TurnLimits {
  /** Sent at once and for less than `slowMs`; whoever takes longer leaves its lane to the others. */
  readonly lanes: number;
  /** Sent at once in all. */
  readonly underWay: number;
  readonly slowMs: number;
  /** The most that one sender has under way to an endpoint. */
  readonly perEndpoint: number;
  /** The most that an endpoint has under lease over all senders, those included that died and whose leases run on. */
  readonly leased: number;
  /** What an endpoint is trusted with of which nothing is known. */
  readonly atFirst: number;
}

export const TURN_LIMITS: TurnLimits = {
  lanes: 32,
  underWay: 128,
  slowMs: 1_000,
  perEndpoint: 16,
  leased: 64,
  atFirst: 2,
};

/** What an endpoint that fails or dawdles may have under way. */
const ON_PROBATION = 1;
/** Endpoints on probation share so much of all lanes. */
const PROBATION_SHARE = 1 / 4;

/** What an endpoint is trusted with after an attempt: one more for a quick success, and only one for anything else. */
export function nextAllowance(
  current: number | undefined,
  attempt: { succeeded: boolean; tookMs: number },
  limits: TurnLimits = TURN_LIMITS,
): number {
  if (!attempt.succeeded || attempt.tookMs >= limits.slowMs) return ON_PROBATION;
  return Math.min(limits.perEndpoint, (current ?? limits.atFirst) + 1);
}

/**
 * Who may send how many more now: endpoints in turn, one each a round, the longest waiting first, as long as lanes are
 * free. An endpoint that hangs keeps a lane for `slowMs` and then only its own allowance, so that any number of them
 * leaves the healthy at least three quarters of the lanes.
 */
export function planTurns(
  queues: readonly Queue[],
  sending: { readonly flights: readonly Flight[]; readonly allowances: Allowances },
  now: number,
  limits: TurnLimits = TURN_LIMITS,
): Map<string, number> {
  const { flights, allowances } = sending;
  const isSlow = ({ since }: Flight) => now - since >= limits.slowMs;
  const slow = new Set(flights.filter(isSlow).map(({ endpointId }) => endpointId));
  const allowanceOf = (id: string) => (slow.has(id) ? ON_PROBATION : (allowances.get(id) ?? limits.atFirst));
  const onProbation = (id: string) => allowanceOf(id) === ON_PROBATION;
  const wanting = queues
    .map(({ endpointId: id, due, oldestDueAt }) => {
      const busy = flights.filter(({ endpointId }) => endpointId === id).length;
      return { id, oldestDueAt, most: Math.min(due, allowanceOf(id) - busy) };
    })
    .sort((a, b) => a.oldestDueAt - b.oldestDueAt);
  const room = (among: readonly Flight[], share: number) =>
    Math.min(
      limits.lanes * share - among.filter((flight) => !isSlow(flight)).length,
      limits.underWay * share - among.length,
    );
  let open = room(flights, 1);
  let openOnProbation = room(
    flights.filter(({ endpointId }) => onProbation(endpointId)),
    PROBATION_SHARE,
  );
  const turns = new Map<string, number>();
  for (let round = 1; open > 0; round++) {
    const inRound = wanting.filter(({ most }) => most >= round);
    if (inRound.length === 0) break;
    for (const { id } of inRound) {
      if (open <= 0 || (onProbation(id) && openOnProbation <= 0)) continue;
      if (onProbation(id)) openOnProbation--;
      open--;
      turns.set(id, round);
    }
  }
  return turns;
}
