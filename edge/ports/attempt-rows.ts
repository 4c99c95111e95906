/** One rule of one counter that an attempt counts under, as rows of a database count it. */
export interface AttemptHit {
  /** Counters are asked in turn: where one has no room, those behind it are left as they are. */
  readonly turn: number;
  readonly counter: string;
  readonly rule: string;
  readonly most: number;
  readonly slot: number;
  /** Until then this slot's hits count, in milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Where a rule stands after an attempt. */
export interface AttemptStanding {
  readonly turn: number;
  readonly hits: number;
  /** When the oldest hits end; null where there are none. */
  readonly until: number | null;
}

/** Rows that all processes count in. */
export interface AttemptRows {
  count(
    hits: readonly AttemptHit[],
    now: number,
  ): Promise<{
    readonly refusedBy: number | null;
    readonly standings: readonly AttemptStanding[];
  }>;
  takeBack(hits: readonly AttemptHit[]): Promise<void>;
}
