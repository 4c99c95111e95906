import { MalformedFileError } from "../signatures/der.ts";
import { dataGroupContent } from "./data-groups.ts";
import { readInner, readMembers, type Tlv } from "./tlv.ts";

/** Tags of ISO/IEC 7816-11: templates, one of them, and its data in two codings. */
const GROUP = 0x7f61;
const TEMPLATE = 0x7f60;
const RECORD = 0x5f2e;
const CONSTRUCTED_RECORD = 0x7f2e;

/**
 * The first face image of DG2, a JPEG or JPEG 2000: of a record of ISO/IEC 19794-5, or of a block of
 * ISO/IEC 39794-5. Throws `MalformedFileError` and `IncompleteFileError`.
 */
export function readDg2(file: Uint8Array): Uint8Array {
  const group = child(dataGroupContent(2, file), GROUP);
  const template = child(group, TEMPLATE);
  const data = readMembers(template).find(({ tag }) => tag === RECORD || tag === CONSTRUCTED_RECORD);
  if (data === undefined) throw new MalformedFileError("DG2 has no face");
  return data.content[0] === BLOCK ? imageOfBlock(data.content) : imageOfRecord(data.content);
}

function child(content: Uint8Array, tag: number): Uint8Array {
  const found = readMembers(content).find((member: Tlv) => member.tag === tag);
  if (found === undefined) throw new MalformedFileError(`a template has no ${tag.toString(16)}`);
  return found.content;
}

/** Tags on the way from a block of ISO/IEC 39794-5 to its image (Doc 9303-10, appendix). */
const BLOCK = 0xa1;
const WAY = [0x65, 0xa1, 0x30, 0xa1, 0xa0, 0xa0, 0x80] as const;

const imageOfBlock = (content: Uint8Array): Uint8Array =>
  WAY.reduce((inner, tag) => child(inner, tag), readInner(content).content);

/** Lengths and offsets in a record of ISO/IEC 19794-5:2005. */
const MAGIC = Buffer.from("FAC\x00010\x00", "latin1");
const HEADER = 14;
const FACE = { header: 20, points: 4, point: 8, image: 12 } as const;

function imageOfRecord(content: Uint8Array): Uint8Array {
  const record = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!record.subarray(0, MAGIC.length).equals(MAGIC) || record.length < HEADER + FACE.header)
    throw new MalformedFileError("DG2 has no record of ISO/IEC 19794-5");
  const end = HEADER + record.readUInt32BE(HEADER);
  const points = record.readUInt16BE(HEADER + FACE.points);
  const start = HEADER + FACE.header + points * FACE.point + FACE.image;
  if (end > record.length || start >= end) throw new MalformedFileError("the face of DG2 has wrong lengths");
  return record.subarray(start, end);
}
