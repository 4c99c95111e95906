import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import fc from "fast-check";
import { expect, it } from "vitest";
import { streamOf, withImages } from "#edge/inference/image-request.ts";
import {
  AnalyzeFaceRequestSchema,
  AssessPresentationAttackRequestSchema,
} from "#proto/gen/selfsame/inference/v1/face_service_pb.js";

const EMPTY = new Uint8Array(5);

it("the request is what encoding the whole message gives, in its envelope, for any images", () => {
  const schema = AssessPresentationAttackRequestSchema;
  const image = fc.record({
    content: fc.uint8Array({ maxLength: 20_000, size: "max" }),
    show: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(image, { minLength: 1, maxLength: 5 }), (images) => {
      const body = new Uint8Array(Buffer.concat(withImages(EMPTY, schema.field.frames, images)));
      expect(new DataView(body.buffer).getUint32(1)).toBe(body.length - 5);
      const whole = create(schema, { frames: images });
      expect(fromBinary(schema, body.subarray(5))).toEqual(fromBinary(schema, toBinary(schema, whole)));
    }),
    { numRuns: 50 },
  );
});

it("keeps what the message has besides, and the envelope's flags", () => {
  const schema = AnalyzeFaceRequestSchema;
  const message = toBinary(schema, create(schema, { image: { content: new Uint8Array([1]) } }));
  const content = new Uint8Array([2, 3]);
  const envelope = new Uint8Array([1, 0, 0, 0, 0, ...message]);
  const body = new Uint8Array(Buffer.concat(withImages(envelope, schema.field.image, [{ content }])));
  expect(body[0]).toBe(1);
  expect(fromBinary(schema, body.subarray(5)).image?.content).toEqual(content);
});

it("the stream of a request has its pieces in their order, whatever their size", async () => {
  const pieces = [0, 1, 64 * 1024, 200_000].map((length, i) => new Uint8Array(length).fill(i));
  const streamed = new Uint8Array(await new Response(streamOf(pieces)).arrayBuffer());
  expect(Buffer.compare(streamed, Buffer.concat(pieces))).toBe(0);
});
