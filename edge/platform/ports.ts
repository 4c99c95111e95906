/** One rule of one counter that an attempt counts under, as a database stores it in rows. */
export interface AttemptHit {
  /** Counters are tried in order: if one has no room, those behind it stay unchanged. */
  readonly turn: number;
  readonly counter: string;
  readonly rule: string;
  readonly most: number;
  readonly slot: number;
  /** When this slot's hits expire, in milliseconds since the epoch. */
  readonly endsAt: number;
}

/** The state of a rule after an attempt. */
export interface AttemptStanding {
  readonly turn: number;
  readonly hits: number;
  /** When the oldest hits expire; null without hits. */
  readonly until: number | null;
}

/** Counter rows that all processes share. */
export interface AttemptRows {
  count(
    hits: readonly AttemptHit[],
    now: number,
  ): Promise<{
    readonly refusedBy: number | null;
    readonly standings: readonly AttemptStanding[];
  }>;
  undo(hits: readonly AttemptHit[]): Promise<void>;
}

/** A namespace of Durable Objects whose stubs have these methods, as far as it is used here. */
export interface ObjectNamespace<Stub> {
  idFromName(name: string): unknown;
  get(id: never): Stub;
}

/** The one object of this name. The id is the platform's own type, and only the platform reads it. */
export const objectNamed = <Stub>(namespace: ObjectNamespace<Stub>, name: string): Stub =>
  namespace.get(namespace.idFromName(name) as never);

/** The methods of the webhook dispatcher's object. */
export interface DispatcherStub {
  wake(): Promise<void>;
}

/**
 * A network that requests leave by: a service binding with a policy of its own, or the platform's global
 * scope.
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

/** workerd's stream of a known length. Node lacks it and does not need it. */
const { FixedLengthStream: LengthStream } = globalThis as unknown as {
  FixedLengthStream?: new (length: number) => TransformStream<Uint8Array, Uint8Array>;
};

/** A stream whose length is declared before its content: as a body it needs no chunked encoding. */
export const lengthStream = (length: number): TransformStream<Uint8Array, Uint8Array> =>
  LengthStream === undefined ? new TransformStream<Uint8Array, Uint8Array>() : new LengthStream(length);
