import type { DescField } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { ImageSchema } from "../../proto/gen/selfsame/inference/v1/common_pb.js";

/** gRPC-Web: a byte of flags and four of length stand before each message. */
const ENVELOPE_BYTES = 5;

/**
 * A message in its envelope, with images added to a field of it. Images are large: they are copied once, into
 * the body that is sent, where encoding them as part of the message would take five times their size. Fields
 * of a message may stand in any order, and what repeats is added, so that the sum of two encodings is an
 * encoding.
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

/** The bytes before an image's content: the field, the image's length, its content's field and length. */
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
