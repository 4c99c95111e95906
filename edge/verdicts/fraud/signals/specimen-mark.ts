import type { DocumentReading } from "../../../inference/port.ts";
import type { Fields } from "../../ocr/field.ts";
import { stripAccents } from "../../text/letters.ts";
import type { SignalScore } from "./signal.ts";

/**
 * Words that states and printers put on specimens, or use as a specimen's name; without accents, in capitals.
 */
const MARKS: ReadonlySet<string> = new Set([
  ...["SPECIMEN", "ESPECIMEN", "MUESTRA", "FACSIMILE", "FAC-SIMILE", "VOORBEELD", "VZOR", "VZOREC", "WZOR"],
  ...["ORNEKTIR", "UZORAK", "PAVYZDYS", "PARAUGS", "NAIDIS"],
  ...["ОБРАЗЕЦ", "ЗРАЗОК", "УЗОРАК", "ΔΕΙΓΜΑ", "样本", "樣本", "見本"],
]);

/** Marks that are also surnames: they do not count inside a name field. */
const NAMELIKE: ReadonlySet<string> = new Set(["MUSTER", "SAMPLE", "ORNEK", "MINTA"]);

/** Issuing state of ICAO's specimens (Utopia), Doc 9303-3, section 5. */
const SPECIMEN_STATE = "UTO";

const NAMES = ["full_name", "last_name", "first_name"] as const;

/**
 * Whether the document is marked as a specimen: by a mark printed in capitals as a separate word, or by the
 * issuing state Utopia. The score is the confidence of that reading.
 */
export function specimenMark({ reading, fields }: { reading: DocumentReading; fields: Fields }): SignalScore {
  const names = new Set(NAMES.flatMap((key) => wordsOf(fields[key]?.value.toUpperCase() ?? "")));
  const isMark = (word: string) => MARKS.has(word) || (NAMELIKE.has(word) && !names.has(word));
  const marked = reading.lines
    .filter(({ text }) => wordsOf(text).some(isMark))
    .map(({ confidence, box }) => ({ score: confidence, region: box }));
  const stated = (reading.mrz?.fields ?? [])
    .filter(({ name, value }) =>
      name === "issuing_state" ? value === SPECIMEN_STATE : wordsOf(value).some((word) => MARKS.has(word)),
    )
    .map(({ confidence, box }) => ({ score: confidence, region: box }));
  const [surest] = [...marked, ...stated].sort((a, b) => b.score - a.score);
  return surest ?? { score: 0, region: null };
}

const wordsOf = (text: string): string[] => stripAccents(text).split(/[^\p{L}-]+/u);
