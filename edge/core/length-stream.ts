/** workerd's stream of a known length. Node lacks and needs no such stream. */
const { FixedLengthStream: LengthStream } = globalThis as unknown as {
  FixedLengthStream?: new (length: number) => TransformStream<Uint8Array, Uint8Array>;
};

/** A stream whose length is told before its content: as the body of a message it needs no chunks. */
export const lengthStream = (length: number): TransformStream<Uint8Array, Uint8Array> =>
  LengthStream === undefined ? new TransformStream<Uint8Array, Uint8Array>() : new LengthStream(length);
