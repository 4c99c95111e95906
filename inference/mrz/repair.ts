import type { MrzLine } from "./line.ts";
import { replaceCharacters, type Substitution } from "./substitution.ts";

/** One character that was changed to satisfy the check digits, though the picture alone suggests another. */
export interface Repair extends Substitution {
  /** The character that the picture alone suggests. */
  readonly read: string;
}

interface Repaired {
  readonly lines: readonly MrzLine[];
  readonly repairs: readonly Repair[];
}

/**
 * Largest cost of all repairs of a zone together, in nats, and the least extra cost of every other valid
 * text: the check digits choose among readings, they invent nothing. Both were set on generated lines
 * (inference/models/mrz-reader/README.md).
 */
const COST_MAX = 6;
const MARGIN = 2;

/** Texts looked at before giving up. */
const TEXTS_MAX = 2000;

/**
 * The likeliest valid text by the substitutions. The text as read where it is valid, where no valid text is
 * near enough, and where two are about as likely.
 */
export function repair(
  lines: readonly MrzLine[],
  substitutions: readonly Substitution[],
  fits: (lines: readonly MrzLine[]) => boolean,
): Repaired {
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

/**
 * Sets of substitutions at different places, the cheapest first: a beam over the reader's output, best first.
 */
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
