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

/** A namespace of Durable Objects whose stubs have these methods, as far as it is needed. */
export interface ObjectNamespace<Stub> {
  idFromName(name: string): unknown;
  get(id: never): Stub;
}

/** The one object of this name. What `idFromName` makes is the platform's own, and goes back to it alone. */
export const objectNamed = <Stub>(namespace: ObjectNamespace<Stub>, name: string): Stub =>
  namespace.get(namespace.idFromName(name) as never);

/** What the service calls of the webhook dispatcher's object. */
export interface DispatcherStub {
  wake(): Promise<void>;
}

/**
 * A network that requests leave by: a service binding with a policy of its own, or the global scope of the
 * platform.
 */
export interface Egress {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** The methods of an R2 bucket that the service needs. */
export interface ObjectStore {
  put(key: string, value: Uint8Array): Promise<unknown>;
  get(key: string): Promise<StoredObject | null>;
  /** At most 1,000 keys; unknown keys are ignored. */
  delete(keys: string[]): Promise<void>;
}

interface StoredObject {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** workerd's stream of a known length. Node lacks and needs no such stream. */
const { FixedLengthStream: LengthStream } = globalThis as unknown as {
  FixedLengthStream?: new (length: number) => TransformStream<Uint8Array, Uint8Array>;
};

/** A stream whose length is told before its content: as the body of a message it needs no chunks. */
export const lengthStream = (length: number): TransformStream<Uint8Array, Uint8Array> =>
  LengthStream === undefined ? new TransformStream<Uint8Array, Uint8Array>() : new LengthStream(length);
