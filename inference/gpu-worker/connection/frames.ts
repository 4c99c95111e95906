import { Buffer } from "node:buffer";
import type { Tensor } from "../../runtime/tensors.ts";
import { GpuWorkerError } from "../messages.ts";

/**
 * Messages between inference workers and a GPU worker. The GPU worker sends `hello` first: JSON that
 * describes its models. An `item` requests one row of a model. Each output of the model returns as one
 * `output`, or the whole item fails with one `failure`.
 */
const KINDS = ["hello", "item", "output", "failure"] as const;

/**
 * One message: a header of 44 bytes, then the tensor's bytes. Little-endian, as every machine is that runs
 * ONNX Runtime.
 */
export interface Frame {
  readonly kind: (typeof KINDS)[number];
  /** Which model, which of its outputs, or which failure. */
  readonly index: number;
  /** The asker's number of the item. */
  readonly item: number;
  /** Of an item: after this time, by `hostClock`, no caller waits for it. */
  readonly deadline: number;
  readonly tensor: Tensor;
}

/** Milliseconds of a clock that all processes of a host share and that cannot be set. */
export const hostClock = (): number => Number(process.hrtime.bigint()) / 1e6;

const TYPES = [Uint8Array, Float32Array, Int32Array, BigInt64Array] as const;
const NO_TENSOR: Tensor = { data: new Uint8Array(), dims: [0] };

const HEADER = 44;
const RANK_MAX = 6;

/** Offset of each field in the header. */
const AT = { length: 0, kind: 4, type: 5, rank: 6, index: 7, item: 8, deadline: 12, dims: 20 } as const;

/** A frame without a tensor, or with the given fields of one. */
export const frame = (kind: Frame["kind"], facts: Partial<Omit<Frame, "kind">> = {}): Frame => ({
  kind,
  index: 0,
  item: 0,
  deadline: 0,
  tensor: NO_TENSOR,
  ...facts,
});

/** The header and the tensor's own memory, which is not copied: it must stay as it is until it was sent. */
export function encode({ kind, index, item, deadline, tensor }: Frame): [header: Buffer, payload: Buffer] {
  const { data, dims } = tensor;
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(data.byteLength, AT.length);
  header.writeUInt8(KINDS.indexOf(kind), AT.kind);
  header.writeUInt8(
    TYPES.findIndex((type) => data instanceof type),
    AT.type,
  );
  header.writeUInt8(dims.length, AT.rank);
  header.writeUInt8(index, AT.index);
  header.writeUInt32LE(item, AT.item);
  header.writeDoubleLE(deadline, AT.deadline);
  dims.forEach((size, axis) => {
    header.writeUInt32LE(size, AT.dims + 4 * axis);
  });
  return [header, Buffer.from(data.buffer, data.byteOffset, data.byteLength)];
}

/** A frame whose payload is still arriving, in memory of its own so that any type's view fits on it. */
interface Arriving {
  readonly header: Buffer;
  readonly payload: Buffer<ArrayBuffer>;
  filled: number;
}

/** Puts the pieces of a connection together again. */
export class FrameReader {
  readonly #largest: number;
  #header = Buffer.alloc(HEADER);
  #headerFilled = 0;
  #arriving: Arriving | undefined;

  /** `largest`: bytes of the largest tensor that may come. */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /**
   * The frames that a piece completes. Throws GpuWorkerError frame_invalid, after which the connection has no
   * meaning any more.
   */
  *read(piece: Buffer): Generator<Frame> {
    let at = 0;
    while (at < piece.length || this.#arriving?.payload.length === 0) {
      if (this.#arriving === undefined) {
        const copied = piece.copy(this.#header, this.#headerFilled, at);
        at += copied;
        this.#headerFilled += copied;
        if (this.#headerFilled < HEADER) return;
        this.#arriving = this.#begin();
      } else {
        const { payload, filled } = this.#arriving;
        const copied = piece.copy(payload, filled, at);
        at += copied;
        this.#arriving.filled += copied;
      }
      if (this.#arriving.filled === this.#arriving.payload.length) yield this.#finish(this.#arriving);
    }
  }

  /** Believes a length only after it was compared with the bound: a broken one must not reserve memory. */
  #begin(): Arriving {
    const header = this.#header;
    const length = header.readUInt32LE(AT.length);
    if (length > this.#largest) throw invalid(`a tensor of ${length} bytes is too large`);
    this.#header = Buffer.alloc(HEADER);
    this.#headerFilled = 0;
    return { header, payload: Buffer.allocUnsafeSlow(length), filled: 0 };
  }

  #finish({ header, payload }: Arriving): Frame {
    this.#arriving = undefined;
    const kind = KINDS[header.readUInt8(AT.kind)];
    const type = TYPES[header.readUInt8(AT.type)];
    const rank = header.readUInt8(AT.rank);
    if (kind === undefined || type === undefined || rank > RANK_MAX) throw invalid("no such frame");
    const dims = Array.from({ length: rank }, (_, axis) => header.readUInt32LE(AT.dims + 4 * axis));
    const values = dims.reduce((product, size) => product * size, 1);
    if (values * type.BYTES_PER_ELEMENT !== payload.length) throw invalid("a tensor does not fill its shape");
    return {
      kind,
      index: header.readUInt8(AT.index),
      item: header.readUInt32LE(AT.item),
      deadline: header.readDoubleLE(AT.deadline),
      tensor: { data: new type(payload.buffer), dims },
    };
  }
}

/** Whether a tensor is one item of a model: pixels of its shape, as bytes. */
export function isItem({ data, dims }: Tensor, item: readonly number[]): boolean {
  const [batch, ...sizes] = dims;
  return (
    data instanceof Uint8Array &&
    batch === 1 &&
    sizes.length === item.length &&
    item.every((size, i) => sizes[i] === size)
  );
}

const invalid = (message: string) => new GpuWorkerError("frame_invalid", message);
