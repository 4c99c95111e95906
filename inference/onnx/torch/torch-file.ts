import { z } from "zod";
import { ImportError } from "../errors.ts";
import { type AllowList, PickleReader } from "./pickle.ts";

/** A tensor of PyTorch, dense and row-major. */
export interface TorchTensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

const size = z.number().int().min(0);
const tensorRef = z.object({
  storage: z.object({ key: z.string(), type: z.string() }),
  offset: size,
  dims: z.array(size),
  strides: z.array(size),
});
type TensorRef = z.infer<typeof tensorRef>;

const MAGIC = 119547037146038801333356n;

/** Bytes of a value, by storage type. */
const STORAGES: Readonly<Record<string, number>> = { "torch FloatStorage": 4, "torch LongStorage": 8 };

const ALLOWED: AllowList = {
  "collections OrderedDict": () => new Map(),
  "torch._utils _rebuild_tensor_v2": ([storage, offset, dims, strides]) => ({
    storage,
    offset,
    dims,
    strides,
  }),
  persistent: ([, type, key]) => ({ type: (type as { callable: string }).callable, key }),
};

/**
 * The float32 tensors of a state dictionary that torch.save wrote in its format before 1.6: four pickles
 * (magic number, version, system, dictionary), the list of storages, then their values. Throws ImportError
 * source_unreadable.
 */
export function readStateDict(content: Uint8Array): Map<string, TorchTensor> {
  const reader = new PickleReader(content, ALLOWED);
  if (reader.read() !== MAGIC) throw new ImportError("source_unreadable", "This is no file of torch.save.");
  reader.read();
  reader.read();
  const tensors = expected(z.map(z.string(), tensorRef), reader.read());
  const keys = expected(z.array(z.string()), reader.read());
  const types = new Map([...tensors.values()].map(({ storage }) => [storage.key, storage.type]));
  const storages = readStorages(content, reader.offset, keys, types);
  const floats = [...tensors].filter(([, { storage }]) => storage.type === "torch FloatStorage");
  return new Map(floats.map(([name, ref]) => [name, view(name, ref, storages)]));
}

function expected<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ImportError("source_unreadable", "The file holds no state dictionary.", { cause: parsed.error });
}

function readStorages(
  content: Uint8Array,
  start: number,
  keys: readonly string[],
  types: ReadonlyMap<string, string>,
): Map<string, Uint8Array> {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const storages = new Map<string, Uint8Array>();
  let offset = start;
  for (const key of keys) {
    const bytes = STORAGES[types.get(key) ?? ""];
    if (bytes === undefined || offset + 8 > content.length) {
      throw new ImportError("source_unreadable", `Storage ${key} cannot be read.`);
    }
    const end = offset + 8 + bytes * Number(view.getBigUint64(offset, true));
    if (end > content.length) throw new ImportError("source_unreadable", `The file ends in storage ${key}.`);
    storages.set(key, content.subarray(offset + 8, end));
    offset = end;
  }
  return storages;
}

function view(name: string, ref: TensorRef, storages: ReadonlyMap<string, Uint8Array>): TorchTensor {
  const { dims, strides } = ref;
  const count = dims.reduce((product, dim) => product * dim, 1);
  const dense = dims.every((dim, i) => {
    const after = dims.slice(i + 1).reduce((product, next) => product * next, 1);
    return dim === 1 || strides[i] === after;
  });
  const bytes = storages.get(ref.storage.key)?.subarray(ref.offset * 4, (ref.offset + count) * 4);
  if (!dense || bytes?.length !== count * 4) {
    throw new ImportError("source_unreadable", `${name} is not a dense float32 tensor of the file.`);
  }
  // A copy, since typed arrays need aligned bytes.
  return { dims, data: new Float32Array(new Uint8Array(bytes).buffer) };
}
