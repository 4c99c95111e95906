import type { TextLine } from "../../../../inference/port.ts";
import { findDate } from "../../../text/dates.ts";
import { splitAt } from "../placement.ts";

/** A mark before a label or a value, with brackets that may be misread: "[a]", "[al", "(1)", "a)". */
const BRACKETED = /^\s*(?:[[(]([a-h]|\d)(?:[\])}|]|[l1I](?=[\s\p{Lu}]))|([a-h]|\d)\))\s*/u;
/** A number and its full stop, which may be of a date: "1. HOFMEISTER", but "1. DEZ 2020". */
const NUMBERED = /^\s*\d\.\s*(?=\p{L})/u;
/** A mark behind. A two-digit number in round brackets is part of a place: "LILLE (59)". */
const BEHIND = /\s*(?:\[(?:[a-h]|\d)\]|\(\d\))\s*$/;
/** A further mark within a line whose first mark is a letter. */
const FURTHER = /[[(]([b-h])[\])}|l1I]/g;

/**
 * Lines without the marks that name a label or its value, since they belong to neither. Text behind a further
 * mark becomes a line of its own, as when a card has two labels in a row: "[a] Name [b] Geburtsname".
 */
export function withoutMarks(lines: readonly TextLine[]): readonly TextLine[] {
  return lines.flatMap((line) => partsOf(line).flatMap(withoutMark));
}

function withoutMark(line: TextLine): TextLine[] {
  const { text } = line;
  const isDated = NUMBERED.test(text) && findDate(text) !== null;
  const plain = text
    .replace(BRACKETED, "")
    .replace(isDated ? /^/ : NUMBERED, "")
    .replace(BEHIND, "");
  if (plain === text) return [line];
  return plain.trim() === "" ? [] : [{ ...line, text: plain.trim() }];
}

/** The parts of a line that begin with a letter's mark, each with its share of the box by its characters. */
function partsOf(line: TextLine): TextLine[] {
  const { text } = line;
  let last = BRACKETED.exec(text)?.[1];
  if (last === undefined || /\d/.test(last)) return [line];
  const starts = [0];
  for (const { index, 1: next } of text.matchAll(FURTHER)) {
    if (index === 0 || next! <= last) continue;
    last = next!;
    starts.push(index);
  }
  return starts.length === 1 ? [line] : splitAt(line, starts);
}
