import type { DescField } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ImageSchema } from "../../proto/gen/selfsame/inference/v1/common_pb.js";

/** The gRPC-Web prefix of each message: one byte of flags and four of length. */
const ENVELOPE_BYTES = 5;

/**
 * A message in its envelope, with images added to one of its fields. Images are large: they are copied once,
 * into the request body; encoding them as part of the message would take five times their size. Protobuf
 * allows the fields of a message in any order and merges repeated fields, so the concatenation of two
 * encodings is an encoding.
 */
export function withImages(
  envelope: Uint8Array,
  field: DescField,
  images: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const pieces = images.flatMap((content) => [imageHead(field, content.length), content]);
  const length = pieces.reduce((sum, { length }) => sum + length, envelope.length);
  const body = new Uint8Array(length);
  body.set(envelope);
  let at = envelope.length;
  for (const piece of pieces) {
    body.set(piece, at);
    at += piece.length;
  }
  new DataView(body.buffer).setUint32(1, length - ENVELOPE_BYTES);
  return body;
}

/**
 * The bytes before an image's content: the tag and length of the image, and the tag and length of its
 * content.
 */
function imageHead(field: DescField, contentLength: number): Uint8Array {
  const inner = new BinaryWriter()
    .tag(ImageSchema.field.content.number, WireType.LengthDelimited)
    .uint32(contentLength)
    .finish();
  const outer = new BinaryWriter()
    .tag(field.number, WireType.LengthDelimited)
    .uint32(inner.length + contentLength)
    .finish();
  return new Uint8Array([...outer, ...inner]);
}
