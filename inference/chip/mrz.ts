import { CHARACTER_SETS, FORMATS, type FormatName } from "../mrz/formats.ts";
import type { MrzLine } from "../mrz/line.ts";
import { parseMrz } from "../mrz/parse.ts";
import { MalformedFileError } from "../signatures/der.ts";
import { dataGroupContent } from "./data-groups.ts";
import { readMembers } from "./tlv.ts";

/** The MRZ of DG1. Its confidences are 1: a chip is not misread. */
export interface ChipMrz {
  readonly format: FormatName;
  readonly lines: string[];
  readonly fields: { name: string; value: string; confidence: number }[];
  readonly checks: { name: string; valid: boolean; confidence: number }[];
}

const MRZ = 0x5f1f;
/** Formats of travel documents by the length of their MRZ. */
const BY_LENGTH: Readonly<Record<number, FormatName>> = { 88: "TD3", 72: "TD2", 90: "TD1" };

export function readDg1(file: Uint8Array): ChipMrz {
  const [found, ...others] = readMembers(dataGroupContent(1, file));
  if (found?.tag !== MRZ || others.length > 0) throw new MalformedFileError("DG1 is not one MRZ");
  const text = Buffer.from(found.content).toString("latin1");
  const format = FORMATS.find(({ name }) => name === BY_LENGTH[text.length]);
  if (format === undefined) throw new MalformedFileError("DG1 has the length of no MRZ");
  if (Array.from(text).some((character) => !CHARACTER_SETS.any.includes(character)))
    throw new MalformedFileError("DG1 has characters that no MRZ has");
  const lines = Array.from({ length: format.lines }, (_, i) =>
    certain(text.slice(i * format.length, (i + 1) * format.length)),
  );
  const { fields, checks } = parseMrz(format, lines);
  return {
    format: format.name,
    lines: lines.map((line) => line.text),
    fields: fields.map(({ name, value, confidence }) => ({ name, value, confidence })),
    checks: checks.map(({ name, valid }) => ({ name, valid, confidence: 1 })),
  };
}

const certain = (text: string): MrzLine => {
  const ones = Array.from(text, () => 1);
  return { text, confidences: ones, shapes: ones, alternatives: [] };
};
