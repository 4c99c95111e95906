import { FORMATS, type Format, type FormatName } from "#inference/mrz/formats.ts";
import type { MrzLine } from "#inference/mrz/line.ts";
import { parseMrz } from "#inference/mrz/parse.ts";

/** The specimens that ICAO Doc 9303 prints, parts 4 to 7, and that of the French identity card until 2021. */
export const SPECIMENS: Readonly<Record<FormatName, readonly string[]>> = {
  TD1: ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"],
  TD2: ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"],
  TD3: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
  MRV_A: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"],
  MRV_B: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"],
  FRA_ID: ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "8806923102858CORINNE<<<<<<<6512068F6"],
};

/** Doc 9303-5, 4.2.2: a document number of twelve characters. */
export const LONG_NUMBER = [
  "I<UTOD23145890<7349<<<<<<<<<<<",
  "3407127M9507122UTO<<<<<<<<<<<2",
  "STEVENSON<<PETER<JOHN<<<<<<<<<",
];

export const formatOf = (name: FormatName): Format => FORMATS.find((format) => format.name === name)!;

/** Lines as a recogniser reads them that is equally sure of every character. */
export const readAs = (lines: readonly string[], probability = 0.99): MrzLine[] =>
  lines.map((text) => {
    const probabilities = Array<number>(text.length).fill(probability);
    return { text, confidences: probabilities, shapes: probabilities, alternatives: [] };
  });

/** The lines, of which the reader leaves other characters a chance. */
export const withAlternatives = (
  lines: readonly MrzLine[],
  others: readonly (readonly [line: number, column: number, character: string, cost: number])[],
): MrzLine[] =>
  lines.map((line, i) => ({
    ...line,
    alternatives: others.flatMap(([at, column, character, cost]) =>
      at === i ? [{ column, character, cost }] : [],
    ),
  }));

/** The reading of an MRZ's lines: its fields' values and its checks, by name. */
export const fieldsOf = (name: FormatName, lines: readonly string[]) =>
  Object.fromEntries(
    parseMrz(formatOf(name), readAs(lines)).fields.map((field) => [field.name, field.value]),
  );
export const checksOf = (name: FormatName, lines: readonly string[]) =>
  Object.fromEntries(
    parseMrz(formatOf(name), readAs(lines)).checks.map((check) => [check.name, check.valid]),
  );
