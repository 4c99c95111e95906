import type { DescField } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ImageSchema } from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import { lengthStream } from "../platform/ports.ts";
import type { NamedImage } from "./port.ts";

/** The gRPC-Web prefix of each message: one byte of flags and four of length. */
const ENVELOPE_BYTES = 5;
/** Maximum bytes of a chunk, since the runtime may copy it. */
const BLOCK = 64 * 1024;

/**
 * A message in its envelope, with images added to one of its fields, in pieces. Images are large and are not
 * copied; encoding them as part of the message would take five times their size. Protobuf allows fields in
 * any order and merges repeated fields, so the concatenation of two encodings is an encoding.
 */
export function withImages(
  envelope: Uint8Array,
  field: DescField,
  images: readonly Pick<NamedImage, "content" | "show">[],
): readonly Uint8Array[] {
  const head = envelope.slice();
  const pieces = [head, ...images.flatMap((image) => [imageHead(field, image), image.content])];
  new DataView(head.buffer).setUint32(1, lengthOf(pieces) - ENVELOPE_BYTES);
  return pieces;
}

/** These pieces as a request body: a runtime copies a body that it gets as a whole. */
export function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const { readable, writable } = lengthStream(lengthOf(pieces));
  // Fails if the request does, which reports the cause.
  write(writable, pieces).catch(() => undefined);
  return readable;
}

async function write(writable: WritableStream<Uint8Array>, pieces: readonly Uint8Array[]): Promise<void> {
  const writer = writable.getWriter();
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += BLOCK) await writer.write(piece.subarray(at, at + BLOCK));
  }
  await writer.close();
}

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/**
 * The bytes before an image's content: the tag and length of the image, its other field, and the tag and
 * length of its content.
 */
function imageHead(
  field: DescField,
  { content, show = false }: Pick<NamedImage, "content" | "show">,
): Uint8Array {
  const writer = new BinaryWriter();
  if (show) writer.tag(ImageSchema.field.show.number, WireType.Varint).bool(true);
  const inner = writer
    .tag(ImageSchema.field.content.number, WireType.LengthDelimited)
    .uint32(content.length)
    .finish();
  const outer = new BinaryWriter()
    .tag(field.number, WireType.LengthDelimited)
    .uint32(inner.length + content.length)
    .finish();
  return new Uint8Array([...outer, ...inner]);
}
