import { createHash } from "node:crypto";
import { Integer } from "asn1js";
import { checkDigit } from "#inference/mrz/checks.ts";
import { der, octets, oid, seq, set } from "./der.ts";
import { type Digest, digestAlgorithm } from "./signing.ts";

/** Files of an ICAO Doc 9303 chip, of an invented holder. */

/** A data object of ISO/IEC 7816-4. */
export function tlv(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const body = Buffer.concat(content);
  const { length } = body;
  const lengths =
    length < 0x80
      ? [length]
      : length < 0x1_00_00
        ? [0x82, length >> 8, length & 0xff]
        : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  const tags = tag > 0xff ? [tag >> 8, tag & 0xff] : [tag];
  return Uint8Array.from([...tags, ...lengths, ...body]);
}

const text = (value: string) => new Uint8Array(Buffer.from(value, "utf8"));

/** What the MRZ of a passport says. Dates are YYMMDD. */
export interface Holder {
  /** As the MRZ has it, such as UTO or D<<. */
  readonly state: string;
  readonly nationality: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly documentNumber: string;
  readonly dateOfBirth: string;
  readonly sex: string;
  readonly dateOfExpiry: string;
}

/** A passport's MRZ (TD3) with right check digits. */
export function passportMrz(holder: Holder): string {
  const names = `${holder.surname}<<${holder.givenNames}`.toUpperCase().replaceAll(" ", "<");
  const withDigit = (value: string) => value + checkDigit(value);
  const number = withDigit(holder.documentNumber.padEnd(9, "<"));
  const [birth, expiry] = [withDigit(holder.dateOfBirth), withDigit(holder.dateOfExpiry)];
  const personal = withDigit("<".repeat(14));
  const second = `${number}${holder.nationality}${birth}${holder.sex}${expiry}${personal}`;
  const first = `P<${holder.state}${names}`.padEnd(44, "<").slice(0, 44);
  return first + second + checkDigit(number + birth + expiry + personal);
}

export const dg1 = (mrz: string) => tlv(0x61, tlv(0x5f1f, text(mrz)));

/** A face record of ISO/IEC 19794-5:2005 with this image. */
export function faceRecord(image: Uint8Array): Uint8Array {
  const record = Buffer.alloc(14 + 20 + 12);
  record.write("FAC\x00010\x00", 0, "latin1");
  record.writeUInt32BE(record.length + image.length, 8);
  record.writeUInt16BE(1, 12);
  record.writeUInt32BE(32 + image.length, 14);
  return Buffer.concat([record, image]);
}

/** The same in ISO/IEC 39794-5, with what Doc 9303-10 requires. */
export function faceBlock(image: Uint8Array): Uint8Array {
  const block = tlv(0xa0, tlv(0xa0, tlv(0x80, image), tlv(0xa1, tlv(0xa0, Uint8Array.of(0x80, 1, 0)))));
  const representation = tlv(0x30, tlv(0x80, Uint8Array.of(0)), tlv(0xa1, block));
  const version = tlv(0xa0, tlv(0x80, Uint8Array.of(3)), tlv(0x81, Uint8Array.of(0x07, 0xe3)));
  return tlv(0xa1, tlv(0x65, version, tlv(0xa1, representation)));
}

/** DG2 with one face: a record of 19794-5, or a block of 39794-5. */
export function dg2(face: Uint8Array): Uint8Array {
  const header = tlv(
    0xa1,
    tlv(0x81, Uint8Array.of(2)),
    tlv(0x87, Uint8Array.of(1, 1)),
    tlv(0x88, Uint8Array.of(0, 8)),
  );
  const tag = face[0] === 0xa1 ? 0x7f2e : 0x5f2e;
  return tlv(0x75, tlv(0x7f61, tlv(0x02, Uint8Array.of(1)), tlv(0x7f60, header, tlv(tag, face))));
}

/** What DG11 says. */
export interface Details {
  readonly fullName?: string;
  readonly personalNumber?: string;
  /** YYYYMMDD. */
  readonly dateOfBirth?: string;
  readonly placeOfBirth?: readonly string[];
  readonly address?: readonly string[];
}

export function dg11({ fullName, personalNumber, dateOfBirth, placeOfBirth, address }: Details): Uint8Array {
  const fields: [number, string | undefined][] = [
    [0x5f0e, fullName],
    [0x5f10, personalNumber],
    [0x5f2b, dateOfBirth],
    [0x5f11, placeOfBirth?.join("<")],
    [0x5f42, address?.join("<")],
  ];
  const present = fields.filter((field): field is [number, string] => field[1] !== undefined);
  const tags = present.flatMap(([tag]) => [tag >> 8, tag & 0xff]);
  return tlv(0x6b, tlv(0x5c, Uint8Array.from(tags)), ...present.map(([tag, value]) => tlv(tag, text(value))));
}

/** Object identifiers that DG14 may name. */
export const CHIP_AUTHENTICATION = "0.4.0.127.0.7.2.2.1.2";

export const dg14 = (...names: readonly string[]) =>
  tlv(0x6e, der(set(...names.map((name) => seq(oid(name), new Integer({ value: 1 }))))));

export const dg15 = (publicKey: Uint8Array) => tlv(0x6f, publicKey);

/** The list of hashes that EF.SOD signs. */
export const hashList = (dataGroups: ReadonlyMap<number, Uint8Array>, digest: Digest = "sha256") =>
  der(
    seq(
      new Integer({ value: 0 }),
      digestAlgorithm(digest),
      seq(
        ...[...dataGroups].map(([number, file]) =>
          seq(new Integer({ value: number }), octets(createHash(digest).update(file).digest())),
        ),
      ),
    ),
  );
