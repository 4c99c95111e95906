import { MalformedFileError } from "../signatures/der.ts";
import { dataGroupContent } from "./data-groups.ts";
import { readMembers } from "./tlv.ts";

/** DG11. A field that the chip lacks is empty. Mirrors `PersonalDetails` in the proto. */
export interface PersonalDetails {
  readonly fullName: string;
  readonly personalNumber: string;
  readonly dateOfBirth: string;
  readonly placeOfBirth: string[];
  readonly address: string[];
}

const TAGS = {
  fullName: 0x5f0e,
  personalNumber: 0x5f10,
  dateOfBirth: 0x5f2b,
  placeOfBirth: 0x5f11,
  address: 0x5f42,
} as const;

/** Bytes of one field: Doc 9303-10 gives names and addresses no limit. */
const FIELD_MAX = 1_024;
/** Parts of a place or an address. */
const PARTS_MAX = 16;

export function readDg11(file: Uint8Array): PersonalDetails {
  const found = new Map(readMembers(dataGroupContent(11, file)).map(({ tag, content }) => [tag, content]));
  const text = (tag: number) => textOf(found.get(tag) ?? new Uint8Array());
  return {
    fullName: text(TAGS.fullName),
    personalNumber: text(TAGS.personalNumber),
    dateOfBirth: dateOf(found.get(TAGS.dateOfBirth)),
    placeOfBirth: partsOf(text(TAGS.placeOfBirth)),
    address: partsOf(text(TAGS.address)),
  };
}

function textOf(content: Uint8Array): string {
  if (content.length > FIELD_MAX) throw new MalformedFileError("a field of DG11 is too long");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(content);
    return text.replaceAll(/\p{Cc}+/gu, " ").trim();
  } catch (cause) {
    throw new MalformedFileError("a field of DG11 is not UTF-8", { cause });
  }
}

/** Eight digits, which some issuers write as text and others as binary-coded decimals. */
function dateOf(content: Uint8Array | undefined): string {
  if (content === undefined) return "";
  const digits = Buffer.from(content).toString(content.length === 4 ? "hex" : "latin1");
  if (!/^\d{8}$/.test(digits)) throw new MalformedFileError("the date of DG11 is no date");
  return digits;
}

const partsOf = (text: string): string[] =>
  text
    .split("<")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .slice(0, PARTS_MAX);
