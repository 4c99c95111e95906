import sharp from "sharp";
import { withSegments } from "./edited-images.ts";

const XMP = "http://ns.adobe.com/xap/1.0/\0";
const packet = (attributes: string) =>
  Buffer.from(
    `${XMP}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ${attributes}/></rdf:RDF></x:xmpmeta>`,
  );

/** A box of ISO/IEC 14496-12. */
function box(type: string, content: Buffer, claimed = content.length + 8): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(claimed >>> 0, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

export const video = (bytes: number, claimed?: number): Buffer =>
  Buffer.concat([
    box("ftyp", Buffer.from("mp42\0\0\0\0isommp42", "latin1")),
    box("mdat", Buffer.alloc(bytes, 0xff), claimed),
  ]);

/** The index of CIPA DC-007: each image's size and its offset from the index's own header. */
function multiPicture(images: readonly (readonly [size: number, offset: number])[], count: number): Buffer {
  const entries = Buffer.alloc(16 * images.length);
  for (const [i, [size, offset]] of images.entries()) {
    entries.writeUInt32LE(i === 0 ? 0x20030000 : 0, 16 * i);
    entries.writeUInt32LE(size >>> 0, 16 * i + 4);
    entries.writeUInt32LE(offset >>> 0, 16 * i + 8);
  }
  const head = Buffer.alloc(50);
  head.write("II*\0", 0, "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(3, 8);
  const field = (at: number, tag: number, type: number, length: number, value: number) => {
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(length, at + 4);
    head.writeUInt32LE(value, at + 8);
  };
  field(10, 0xb000, 7, 4, Buffer.from("0100").readUInt32LE());
  field(22, 0xb001, 4, 1, count);
  field(34, 0xb002, 7, 16 * count, 50);
  return Buffer.concat([Buffer.from("MPF\0"), head, entries]);
}

/** Android's motion photo: a JPEG, and behind it an MP4 whose length its XMP says. */
export function motionPhoto(jpeg: Buffer, tail: Buffer): Buffer {
  const xmp = packet(
    `xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MotionPhoto="1" GCamera:MicroVideoOffset="${tail.length}"`,
  );
  return Buffer.concat([withSegments(jpeg, 0xe1, xmp, 1), tail]);
}

/** A multi-picture file, whose second image follows the first. */
export function mpo(jpeg: Buffer, tail: Buffer, count = 2): Buffer {
  const index = multiPicture(
    [
      [jpeg.length, 0],
      [tail.length, jpeg.length],
    ],
    count,
  );
  return Buffer.concat([withSegments(jpeg, 0xe2, index, 1), tail]);
}

/** Ultra HDR: a multi-picture file whose second image is a gain map (ISO 21496-1). */
export function ultraHdr(jpeg: Buffer, tail: Buffer): Buffer {
  const xmp = packet(`xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"`);
  const version = Buffer.from("urn:iso:std:iso:ts:21496:-1\0\0\0\0\0", "latin1");
  const whole = withSegments(withSegments(jpeg, 0xe2, version, 1), 0xe1, xmp, 1);
  return mpo(whole, tail);
}

/** A gain map: grey, a quarter of the image's side. */
export const gainMap = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side >> 2, height: side >> 2, channels: 3, background: "#404040" } })
    .greyscale()
    .jpeg()
    .toBuffer();
