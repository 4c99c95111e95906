import { CHARACTER_SETS, type CharacterSet } from "./formats.ts";
import type { Alternative, MrzLine } from "./line.ts";

/** The reader's view of a line, in addition to its text. */
export interface LineView {
  /** Nats by which the reader sees an O rather than a 0 at each character. */
  readonly roundness: readonly number[];
}

/** An O or a 0 of an MRZ. */
export interface RoundSign {
  readonly line: number;
  readonly column: number;
  /** The sign, if the type of its position determines it. */
  readonly settled: "O" | "0" | undefined;
  /** `LineView.roundness`, averaged over all readings. */
  readonly roundness: number;
}

/** All O and 0 of an MRZ; empty if every position determines its sign. */
export function roundSigns(
  lines: readonly MrzLine[],
  sets: readonly (readonly CharacterSet[])[],
  readings: readonly (readonly LineView[])[],
): RoundSign[] {
  const signs = lines.flatMap(({ text }, line) =>
    Array.from(text).flatMap((read, column): RoundSign[] => {
      if (read !== "O" && read !== "0") return [];
      const allowed = CHARACTER_SETS[sets[line]![column]!];
      const isOpen = allowed.includes("O") && allowed.includes("0");
      const seen = readings.map((reading) => reading[line]!.roundness[column]!);
      const roundness = seen.reduce((sum, nats) => sum + nats, 0) / seen.length;
      return [{ line, column, settled: isOpen ? undefined : read, roundness }];
    }),
  );
  return signs.some(({ settled }) => settled === undefined) ? signs : [];
}

/** A sign that its position does not settle, and by how many nats it is an O rather than a 0. */
interface Evidence extends Pick<RoundSign, "line" | "column"> {
  readonly nats: number;
}

/**
 * Nats for each hundredth of the way from an MRZ's zeros to its O's, and for each nat of difference in the
 * reader's view if only one of the two kinds can be compared; set on 2,200 such signs in the letters of two
 * generators (`docs/project/measurements/documents.md`).
 */
const SLOPE = { between: 15, beside: 0.3 } as const;
/** Nats between a zero's view and the border if an MRZ has only one kind to compare with. */
const BORDER = 8;
/** The reader's view parts the kinds only if theirs differ by this, and it counts half the shape's. */
const APART = 1;

/**
 * Evidence from the MRZ's own letters and digits about signs that may be either. `shapes` are their positions
 * between the MRZ's zeros (0) and its O's (1); empty if one of these is missing. The reader alone fits its
 * training letters too well: in other typefaces it takes many an O for a 0, but at different rates in each
 * MRZ.
 */
export function weigh(signs: readonly RoundSign[], shapes: readonly number[]): Evidence[] {
  const view = (kind: "O" | "0") => {
    const seen = signs.filter(({ settled }) => settled === kind).map(({ roundness }) => roundness);
    return seen.length === 0 ? undefined : seen.reduce((sum, nats) => sum + nats, 0) / seen.length;
  };
  const [zero, letter] = [view("0"), view("O")];
  return signs
    .filter(({ settled }) => settled === undefined)
    .flatMap(({ line, column, roundness }, i) => {
      if (zero !== undefined && letter !== undefined) {
        const seen = letter - zero < APART ? undefined : (roundness - zero) / (letter - zero);
        const place = seen === undefined ? shapes[i]! : (2 * shapes[i]! + clamped(seen, -0.5, 1.5)) / 3;
        return { line, column, nats: SLOPE.between * (place - 0.5) };
      }
      if (zero === undefined && letter === undefined) return [];
      const beyond = zero === undefined ? roundness - letter! + BORDER : roundness - zero - BORDER;
      return { line, column, nats: SLOPE.beside * beyond };
    });
}

const clamped = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/**
 * Highest cost in nats of an O for a 0, and the reverse. Printers and lenses round the corners that
 * distinguish the two, so the reader's confidence is weaker proof than a check digit.
 */
export const ALIKE_COST = 2.5;

/**
 * The lines according to the evidence, unless more checks fail then. The other reading of each sign costs
 * what the evidence gives.
 */
export function respelled(
  lines: readonly MrzLine[],
  evidence: readonly Evidence[],
  failing: (lines: readonly MrzLine[]) => number,
): readonly MrzLine[] {
  const opposed = evidence.filter(({ line, column, nats }) => lines[line]!.text[column] !== kindOf(nats));
  const other = lines.map((each, line) =>
    spelled(
      each,
      opposed.filter((one) => one.line === line),
    ),
  );
  const chosen = failing(other) <= failing(lines) ? other : lines;
  return chosen.map((each, line) => {
    const here = evidence.filter((one) => one.line === line);
    return here.length === 0
      ? each
      : { ...each, alternatives: here.reduce(priced(each.text), [...each.alternatives]) };
  });
}

/** The alternatives with those of one sign as the evidence prices them. */
const priced =
  (text: string) =>
  (all: Alternative[], { column, nats }: Evidence): Alternative[] => {
    const isLetter = text[column] === "O";
    const cost = clamped(isLetter ? nats : -nats, 0, ALIKE_COST);
    const others = all.filter((one) => one.column !== column || !"O0".includes(one.character));
    return [...others, { column, character: isLetter ? "0" : "O", cost }];
  };

const kindOf = (nats: number) => (nats > 0 ? "O" : "0");

/** A line with other signs; each as likely as the evidence says. */
function spelled(line: MrzLine, signs: readonly Evidence[]): MrzLine {
  const [text, confidences] = [[...line.text], [...line.confidences]];
  for (const { column, nats } of signs) {
    text[column] = kindOf(nats);
    confidences[column] = line.shapes[column]! / (1 + Math.exp(-Math.abs(nats)));
  }
  return { ...line, text: text.join(""), confidences };
}
