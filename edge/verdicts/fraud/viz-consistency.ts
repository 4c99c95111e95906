import type { Mrz } from "../../inference/port.ts";
import { printedDate } from "../ocr/dates.ts";
import type { FieldKey } from "../ocr/labels.ts";
import { readMachineZone } from "../ocr/machine-zone.ts";
import { readVisualZone } from "../ocr/visual-zone.ts";
import { transliterations } from "../transliteration.ts";
import { CONFIDENT, type Examined, type Finding, failed, notEvaluated, PASS } from "./check.ts";
import { editDistance } from "./edit-distance.ts";
import { withoutZone } from "./mrz-checksums.ts";

interface Element {
  /** Whether a line of the visual zone shows the value. */
  shown(line: string, value: string): boolean;
  /** Whether a value printed under the element's label is another one, and not the same one misread. */
  differs(printed: string, value: string): boolean;
}

const NAME: Element = {
  shown: (line, value) =>
    transliterations(line).some(
      (spelling) =>
        ` ${words(spelling)} `.includes(` ${words(value)} `) ||
        (value.length >= 5 && letters(spelling).includes(letters(value))),
    ),
  differs: (printed, value) =>
    transliterations(printed).every((spelling) => {
      const [a, b] = [letters(spelling), letters(value)];
      if (a === "" || a.includes(b) || b.includes(a)) return false;
      return editDistance(a, b) > Math.max(a.length, b.length) / 3;
    }),
};

const NUMBER: Element = {
  shown: (line, value) => lookAlikes(line).includes(lookAlikes(value)),
  differs: (printed, value) => editDistance(lookAlikes(printed), lookAlikes(value)) > 1,
};

const DATE: Element = {
  shown: (line, value) => printedDate(line) === value,
  differs: (printed, value) => printed !== value,
};

const ELEMENTS: readonly (readonly [FieldKey, Element])[] = [
  ["last_name", NAME],
  ["first_name", NAME],
  ["document_number", NUMBER],
  ["date_of_birth", DATE],
  ["date_of_expiry", DATE],
];

/**
 * What the machine readable zone says stands in the visual zone, too. It fails when a value printed under its own label
 * is another one, both read with confidence; a value that is not found at all may be a misreading, and with none found
 * nothing was evaluated.
 */
export function vizConsistency({ reading, mrzExpected, now }: Examined): Finding {
  if (reading.mrz === null) return withoutZone(mrzExpected);
  const lines = reading.lines.filter(({ text }) => !isZoneLine(text, reading.mrz!));
  const machine = readMachineZone(reading.mrz, now);
  const visual = readVisualZone(lines, now);
  const printedTwice = new Set([...machine.values()].map(({ value }) => value));
  let agreed = 0;
  for (const [key, element] of ELEMENTS) {
    const zone = machine.get(key);
    if (zone === undefined) continue;
    if (lines.some(({ text }) => element.shown(text, zone.value))) {
      agreed++;
      continue;
    }
    const printed = visual.get(key);
    const confident = Math.min(zone.confidence, printed?.confidence ?? 0) >= CONFIDENT;
    // What another element of the zone says was only put under the wrong label by the reading.
    if (!confident || printed === undefined || printedTwice.has(printed.value)) continue;
    if (element.differs(printed.value, zone.value)) return failed(`The zones differ in ${key}.`);
  }
  return agreed > 0 ? PASS : notEvaluated("No value of the zone was found in the visual zone.");
}

/** A line of the machine readable zone as the text reader saw it, fillers perhaps taken for letters. */
function isZoneLine(text: string, mrz: Mrz): boolean {
  const joined = text.replaceAll(" ", "");
  return /[<«]/.test(joined) || mrz.lines.includes(joined) || /^[A-Z0-9]{28,}$/.test(joined);
}

/** Words of capital letters, parted by one space. */
function words(text: string): string {
  return text.replace(/[^A-Z]+/g, " ").trim();
}

function letters(text: string): string {
  return words(text).replaceAll(" ", "");
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  Z: "2",
  S: "5",
  G: "6",
  B: "8",
};

/** Letters and digits with those made equal that readers take for one another. */
function lookAlikes(text: string): string {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return plain.replace(/[OQDILZSGB]/g, (letter) => LOOK_ALIKES[letter]!);
}
