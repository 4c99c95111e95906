/** A float32 tensor of a state dictionary made by code. */
export interface MadeTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

const bytes = (...values: number[]) => Buffer.from(values);
const u32 = (value: number) => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};
const text = (value: string) => Buffer.concat([bytes(88), u32(Buffer.byteLength(value)), Buffer.from(value)]);
const integer = (value: number) => Buffer.concat([bytes(74), u32(value)]);
const tuple = (...items: Buffer[]) => Buffer.concat([bytes(40), ...items, bytes(116)]);

/** A pickle of protocol 2. */
export const pickle = (...parts: (Buffer | string)[]) =>
  Buffer.concat([bytes(128, 2), ...parts.map((part) => Buffer.from(part)), bytes(46)]);

/** A callable name; an unsafe pickle reader would run it. */
export const global = (module: string, name: string) => Buffer.from(`c${module}\n${name}\n`);

/** torch.save's magic number as LONG1. */
const MAGIC = Buffer.concat([bytes(138, 10), Buffer.from("6cfc9c46f9206aa85019", "hex")]);

const stridesOf = (dims: readonly number[]) =>
  dims.map((_, i) => dims.slice(i + 1).reduce((product, dim) => product * dim, 1));

function tensor({ dims }: MadeTensor, key: string, strides: readonly number[]): Buffer {
  const storage = tuple(
    text("storage"),
    global("torch", "FloatStorage"),
    text(key),
    text("cpu"),
    integer(0),
    bytes(78),
  );
  const args = tuple(
    Buffer.concat([storage, bytes(81)]),
    integer(0),
    tuple(...dims.map(integer)),
    tuple(...strides.map(integer)),
    bytes(137),
  );
  return Buffer.concat([global("torch._utils", "_rebuild_tensor_v2"), args, bytes(82)]);
}

/** The file that torch.save wrote before version 1.6: each tensor in a storage of its own. */
export function torchArchive(tensors: readonly MadeTensor[], strides: typeof stridesOf = stridesOf): Buffer {
  const items = tensors.map((made, i) => [text(made.name), tensor(made, `k${i}`, strides(made.dims))]);
  const dictionary = [global("collections", "OrderedDict"), ")R", "(", ...items.flat(), "u"];
  const keys = ["]", "(", ...tensors.map((_, i) => text(`k${i}`)), "e"];
  const storages = tensors.flatMap(({ values }) => {
    const count = Buffer.alloc(8);
    count.writeBigUInt64LE(BigInt(values.length));
    return [count, Buffer.from(Float32Array.from(values).buffer)];
  });
  const pickles = [pickle(MAGIC), pickle(integer(1001)), pickle("}"), pickle(...dictionary), pickle(...keys)];
  return Buffer.concat([...pickles, ...storages]);
}
