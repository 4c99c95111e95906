import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ImportError } from "./errors.ts";
import { composed, contentsOf, type Field, fieldsOf, replaced, textOf, varintsOf } from "./messages.ts";

/** Numbers of fields in onnx.proto3, of the messages that are changed here. */
const MODEL = { graph: 7, metadata: 14 } as const;
const METADATA = { key: 1, value: 2 } as const;
const GRAPH = { initializer: 5, output: 12, inner: 13 } as const;
const TENSOR = { dims: 1, raw: 9 } as const;
const VALUE = { type: 2 } as const;
const TYPE = { tensor: 1 } as const;
const TENSOR_TYPE = { shape: 2 } as const;
const SHAPE = { dim: 1 } as const;
const DIM = { value: 1 } as const;

const FLOAT = Float32Array.BYTES_PER_ELEMENT;

/**
 * A CTC recogniser of PaddleOCR with these characters as its only classes, after the blank and before the
 * space. The logits of the classes that stay are the same; only the softmax has fewer to share between, and
 * the last matrix, which is wider than the rest of the model together, costs no more memory and time.
 * Throws ImportError unsupported_graph if the model has no dictionary or no such matrix, or not a character.
 * `dictionary`: a character a class, from 1; by default the model's own.
 */
export function withCharacters(
  model: Uint8Array,
  characters: readonly string[],
  dictionary = dictionaryOf(model),
): Uint8Array {
  const kept = [0, ...characters.map((each) => classOf(dictionary, each)), dictionary.length + 1];
  const head: Head = { classes: dictionary.length + 2, kept };
  const graph = contentsOf(model, MODEL.graph)[0]!;
  const cut = cutGraph(graph, head);
  return composed(
    fieldsOf(model)
      .filter(({ number }) => number !== MODEL.metadata)
      .map((field) => (field.number === MODEL.graph ? { ...field, content: cut } : field)),
  );
}

interface Head {
  /** Number of the model's classes, and those that stay, in their new order. */
  readonly classes: number;
  readonly kept: readonly number[];
}

/** The dictionary in the model's metadata, a character a line: classes from 1. */
function dictionaryOf(model: Uint8Array): readonly string[] {
  const entry = contentsOf(model, MODEL.metadata).find((each) => textOf(each, METADATA.key) === "character");
  if (entry === undefined) throw new ImportError("unsupported_graph", "the model has no dictionary");
  return textOf(entry, METADATA.value).split("\n");
}

function classOf(dictionary: readonly string[], character: string): number {
  const at = dictionary.indexOf(character);
  if (at < 0) throw new ImportError("unsupported_graph", `the model's dictionary has no ${character}`);
  return at + 1;
}

/** Cuts the constants and the output that end in the classes, and drops the shapes in between. */
function cutGraph(graph: Uint8Array, head: Head): Uint8Array {
  const fields = fieldsOf(graph).filter(({ number }) => number !== GRAPH.inner);
  const isHead = ({ number, content }: Field) =>
    number === GRAPH.initializer && varintsOf(content, TENSOR.dims).at(-1) === head.classes;
  if (fields.filter(isHead).length !== 2) {
    throw new ImportError("unsupported_graph", "the model's last layer is no matrix and bias of its classes");
  }
  return composed(
    fields.map((field) => {
      if (isHead(field)) return { ...field, content: cutTensor(field.content, head) };
      if (field.number === GRAPH.output) return { ...field, content: cutShape(field.content, head) };
      return field;
    }),
  );
}

function cutTensor(tensor: Uint8Array, { classes, kept }: Head): Uint8Array {
  const dims = varintsOf(tensor, TENSOR.dims);
  const raw = contentsOf(tensor, TENSOR.raw)[0];
  const rows = dims.slice(0, -1).reduce((product, size) => product * size, 1);
  if (raw?.length !== rows * classes * FLOAT) {
    throw new ImportError("unsupported_graph", "the model's last layer is not float32");
  }
  const cut = new Uint8Array(rows * kept.length * FLOAT);
  for (let row = 0; row < rows; row++) {
    for (const [to, from] of kept.entries()) {
      const at = (row * classes + from) * FLOAT;
      cut.set(raw.subarray(at, at + FLOAT), (row * kept.length + to) * FLOAT);
    }
  }
  const writer = new BinaryWriter();
  for (const size of [...dims.slice(0, -1), kept.length])
    writer.tag(TENSOR.dims, WireType.Varint).int64(size);
  const others = fieldsOf(tensor).filter(({ number }) => number !== TENSOR.dims && number !== TENSOR.raw);
  return Buffer.concat([
    writer.finish(),
    composed([...others, { number: TENSOR.raw, wire: WireType.LengthDelimited, content: cut }]),
  ]);
}

/** The output's shape with the new number of classes as its last size. */
function cutShape(output: Uint8Array, { kept }: Head): Uint8Array {
  const last = new BinaryWriter().tag(DIM.value, WireType.Varint).int64(kept.length).finish();
  return replaced(output, VALUE.type, (type) =>
    replaced(type, TYPE.tensor, (tensor) =>
      replaced(tensor, TENSOR_TYPE.shape, (shape) => {
        const dims = fieldsOf(shape).filter(({ number }) => number === SHAPE.dim);
        return composed([...dims.slice(0, -1), { ...dims.at(-1)!, content: last }]);
      }),
    ),
  );
}
