import { decode, members, oid } from "../signatures/der.ts";
import { fileContent } from "./tlv.ts";

/** The tags of the data groups (ICAO Doc 9303-10), without those of fingers and iris. */
const TAGS: Readonly<Record<number, number>> = {
  1: 0x61,
  2: 0x75,
  5: 0x65,
  6: 0x66,
  7: 0x67,
  8: 0x68,
  9: 0x69,
  10: 0x6a,
  11: 0x6b,
  12: 0x6c,
  13: 0x6d,
  14: 0x6e,
  15: 0x6f,
  16: 0x70,
};

/** Whether a chip's data group is read: 1 to 16 without 3 and 4. */
export const isReadNumber = (number: number): boolean => TAGS[number] !== undefined;

/** The content of a data group's file. Throws `RangeError` for a number that is not read. */
export function dataGroupContent(number: number, file: Uint8Array): Uint8Array {
  const tag = TAGS[number];
  if (tag === undefined) throw new RangeError(`no data group ${number} is read`);
  return fileContent(file, tag);
}

/** What DG14 names. Mirrors `ChipSecurity` in the proto. */
export interface ChipSecurity {
  readonly chipAuthentication: boolean;
}

/** A public key for chip authentication (BSI TR-03110). */
const CHIP_AUTHENTICATION_KEY = "0.4.0.127.0.7.2.2.1.";
/** Values in the file: a list of twenty entries has some 200. */
const VALUES_MAX = 2_000;

export function readDg14(file: Uint8Array): ChipSecurity {
  const list = decode(dataGroupContent(14, file), "DG14", VALUES_MAX);
  const names = members(list, "DG14").map((info) => oid(members(info, "an entry of DG14")[0], "DG14"));
  return { chipAuthentication: names.some((name) => name.startsWith(CHIP_AUTHENTICATION_KEY)) };
}
