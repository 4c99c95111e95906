import { ALPHABET, BLANK, CLASSES, logarithms, type MrzEmissions, spellFreely } from "./emissions.ts";
import { CHARACTER_SETS, type CharacterSet } from "./formats.ts";
import { likeliestPath, type Path } from "./lattice.ts";
import type { Alternative, MrzLine } from "./line.ts";
import { ALIKE_COST, type LineView } from "./round-signs.ts";
import { twinOf } from "./together.ts";

export interface AlignedLine extends MrzLine, LineView {
  /** The middle of each character, as a share of the line's width. */
  readonly centres: readonly number[];
  /** Natural logarithm of the path's probability, and of the likeliest path without any constraint. */
  readonly logProbability: number;
  readonly freeLogProbability: number;
}

/**
 * Nats that an alternative may cost: it has at least a ten-thousandth of the taken character's probability.
 */
const ALTERNATIVE_MAX = Math.log(1e4);

const CLASS_OF = new Map(Array.from(ALPHABET, (character, c) => [character, c]));
const classesOf = (characters: string) => Array.from(characters, (character) => CLASS_OF.get(character)!);

/** The classes that each set allows. */
const ALLOWED: ReadonlyMap<string, readonly number[]> = new Map(
  Object.entries(CHARACTER_SETS).map(([set, characters]) => [set, classesOf(characters)]),
);
const allowedBy = (set: CharacterSet) => ALLOWED.get(set)!;

/**
 * A character outside its position's set counts as printed there from the probability `seen` on, if at most
 * `left` remains for the best allowed character and its look-alike.
 */
const OUT_OF_PLACE = { seen: 0.9, left: 0.05 } as const;

/** The class of each class's look-alike; undefined if it has none. */
const TWINS = Array.from(ALPHABET, (character) => CLASS_OF.get(twinOf(character) ?? ""));

/**
 * The likeliest spelling with exactly one character for each position, from the position's set. If the image
 * clearly shows a character outside the set, the line keeps that one, because it is returned as printed.
 * Undefined if there are fewer steps than characters.
 *
 * This gives a line its fixed length: no padding or cutting follows. A character without evidence in the
 * image gets the recogniser's probability there, close to 0, so that its field and its checks have a low
 * confidence.
 */
export function alignLine(emissions: MrzEmissions, sets: readonly CharacterSet[]): AlignedLine | undefined {
  const logs = logarithms(emissions);
  const fitting = likeliestPath(logs, sets.map(allowedBy));
  if (fitting === undefined) return undefined;
  const path = { ...fitting, classes: asPrinted(fitting, emissions, sets) };
  return { ...describe(path, emissions, sets), alternatives: alternatives(path, logs, sets) };
}

/**
 * The path's classes; a class outside the position's set only if the image leaves no doubt. But a 0 among
 * letters is an O, and an O among digits a 0.
 */
function asPrinted(
  { classes, spells }: Path,
  emissions: MrzEmissions,
  sets: readonly CharacterSet[],
): number[] {
  return classes.map((fitting, i) => {
    const seen = likeliestOf(emissions, spells[i]!);
    const left = Math.max(...spells[i]!.map((step) => shapeProbability(emissions, step, fitting)));
    const step = surestOf(emissions, spells[i]!, seen);
    const isPlain = probability(emissions, step, seen) >= OUT_OF_PLACE.seen && left <= OUT_OF_PLACE.left;
    if (!isPlain || allowedBy(sets[i]!).includes(seen)) return fitting;
    const twin = TWINS[seen];
    return twin !== undefined && isDrawnAlike(seen, twin) && isTwinAllowed(seen, sets[i]!) ? twin : seen;
  });
}

/** The class other than the blank with the highest probability in any of the steps. */
function likeliestOf(emissions: MrzEmissions, steps: readonly number[]): number {
  let [best, most] = [0, -1];
  for (const step of steps) {
    for (let c = 0; c < BLANK; c++) {
      const p = probability(emissions, step, c);
      if (p > most) [best, most] = [c, p];
    }
  }
  return best;
}

function describe(
  { classes, spells, logProbability }: Path,
  emissions: MrzEmissions,
  sets: readonly CharacterSet[],
) {
  const surest = spells.map((steps, i) => surestOf(emissions, steps, classes[i]!));
  const own = classes.map((c, i) => probability(emissions, surest[i]!, c));
  const shapes = classes.map((c, i) => shapeProbability(emissions, surest[i]!, c));
  return {
    text: classes.map((c) => ALPHABET[c]).join(""),
    confidences: own.map((p, i) => (isTwinAllowed(classes[i]!, sets[i]!) ? p : shapes[i]!)),
    shapes,
    centres: spells.map((steps) => (steps[0]! + steps.at(-1)! + 1) / 2 / emissions.steps),
    roundness: spells.map((steps) => roundness(emissions, steps)),
    logProbability,
    freeLogProbability: spellFreely(emissions).logProbability,
  };
}

const [LETTER, ZERO] = [CLASS_OF.get("O")!, CLASS_OF.get("0")!];
/** Keeps the logarithm finite. */
const LEAST = 1e-30;

/** Nats by which an O is likelier than a 0 at the step where either is likeliest. */
function roundness(emissions: MrzEmissions, steps: readonly number[]): number {
  const at = (step: number, c: number) => Math.max(probability(emissions, step, c), LEAST);
  const step = steps.reduce((a, b) => (at(b, LETTER) + at(b, ZERO) > at(a, LETTER) + at(a, ZERO) ? b : a));
  return Math.log(at(step, LETTER) / at(step, ZERO));
}

const surestOf = (emissions: MrzEmissions, steps: readonly number[], c: number): number =>
  steps.reduce((a, b) => (probability(emissions, b, c) > probability(emissions, a, c) ? b : a));

const alternatives = ({ classes, spells }: Path, logs: Float64Array, sets: readonly CharacterSet[]) =>
  spells.flatMap((steps, column) => alternativesAt(column, steps, classes[column]!, logs, sets[column]!));

/** Other allowed characters that are likely enough; each is emitted, or blanks, in the same steps. */
function alternativesAt(
  column: number,
  steps: readonly number[],
  taken: number,
  logs: Float64Array,
  set: CharacterSet,
): Alternative[] {
  let kept = 0;
  for (const t of steps) kept += logs[t * CLASSES + taken]!;
  const found: Alternative[] = [];
  for (const c of allowedBy(set)) {
    if (c === taken) continue;
    let [path, emitted] = [0, Number.NEGATIVE_INFINITY];
    for (const t of steps) {
      const [own, blank] = [logs[t * CLASSES + c]!, logs[t * CLASSES + BLANK]!];
      const better = Math.max(own, blank);
      path += better;
      emitted = Math.max(emitted, own - better);
    }
    const seen = Math.max(0, kept - path - emitted);
    const cost = isDrawnAlike(c, taken) ? Math.min(seen, ALIKE_COST) : seen;
    if (cost <= ALTERNATIVE_MAX) found.push({ column, character: ALPHABET[c]!, cost });
  }
  return found;
}

const isDrawnAlike = (a: number, b: number): boolean => [ALPHABET[a], ALPHABET[b]].sort().join("") === "0O";

const probability = ({ data }: MrzEmissions, step: number, c: number) => data[step * CLASSES + c]!;

/** The combined probability of the class and its look-alike. */
function shapeProbability(emissions: MrzEmissions, step: number, c: number): number {
  const twin = TWINS[c];
  return probability(emissions, step, c) + (twin === undefined ? 0 : probability(emissions, step, twin));
}

function isTwinAllowed(c: number, set: CharacterSet): boolean {
  const twin = TWINS[c];
  return twin !== undefined && allowedBy(set).includes(twin);
}
