import type { MrzLine } from "./line.ts";
import { replaceCharacters, type Substitution } from "./substitution.ts";

/** A character taken for the sake of the check digits, though another is likelier by the image. */
export interface Repair extends Substitution {
  /** The likeliest character by the image alone. */
  readonly read: string;
}

interface RepairResult {
  readonly lines: readonly MrzLine[];
  readonly repairs: readonly Repair[];
}

/**
 * Nats that all repairs of an MRZ may cost together: the check digits choose among characters that the reader
 * saw. Set on generated lines, like `MARGIN` (`docs/project/measurements/documents.md`).
 */
const COST_MAX = 6;
/** Nats by which every other text that fits must cost more. */
const MARGIN = 2;

/** Texts that are tried before it gives up. */
const TEXTS_MAX = 2000;

/**
 * The likeliest text that passes the checks and that the substitutions reach. The text stays as read if it
 * passes, if no passing text costs at most `COST_MAX`, or if two passing texts are about equally likely.
 */
export function repair(
  lines: readonly MrzLine[],
  substitutions: readonly Substitution[],
  fits: (lines: readonly MrzLine[]) => boolean,
): RepairResult {
  const asRead = { lines, repairs: [] };
  if (fits(lines)) return asRead;
  let best: Hypothesis | undefined;
  for (const hypothesis of inOrderOfCost(substitutions)) {
    if (hypothesis.cost > Math.min(COST_MAX, (best?.cost ?? COST_MAX) + MARGIN)) break;
    if (!fits(replaceCharacters(lines, hypothesis.taken))) continue;
    if (best !== undefined) return asRead;
    best = hypothesis;
  }
  if (best === undefined) return asRead;
  const repairs = best.taken.map((one) => ({ ...one, read: lines[one.line]!.text[one.column]! }));
  return { lines: replaceCharacters(lines, best.taken), repairs };
}

interface Hypothesis {
  readonly taken: readonly Substitution[];
  readonly cost: number;
}

/** Sets of substitutions at different places, cheapest first (best-first search). */
function* inOrderOfCost(substitutions: readonly Substitution[]): Generator<Hypothesis> {
  const sorted = substitutions.toSorted((a, b) => a.cost - b.cost);
  const open: (Hypothesis & { readonly next: number })[] = [];
  const extend = (taken: readonly Substitution[], at: number) => {
    if (at === sorted.length) return;
    const longer = [...taken, sorted[at]!];
    open.push({ taken: longer, cost: longer.reduce((sum, { cost }) => sum + cost, 0), next: at + 1 });
  };
  extend([], 0);
  for (let looked = 0; open.length > 0 && looked < TEXTS_MAX; looked++) {
    const cheapest = open.reduce((best, { cost }, at) => (cost < open[best]!.cost ? at : best), 0);
    const { taken, cost, next } = open.splice(cheapest, 1)[0]!;
    extend(taken, next);
    extend(taken.slice(0, -1), next);
    if (areApart(taken)) yield { taken, cost };
  }
}

const areApart = (taken: readonly Substitution[]): boolean =>
  new Set(taken.map(({ line, column }) => line * 100 + column)).size === taken.length;
