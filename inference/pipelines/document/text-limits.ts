import { flattening, type Quad, quadSize } from "../../geometry/quad.ts";
import { apply, centroid, invert } from "../../geometry/transform.ts";

/**
 * Limits of the text that is read (contract §10.2): lines, characters of a line, and the length of all lines
 * together in heights of a line, since the recogniser's time grows with the length. A passport's page has
 * about 40 lines of 5 to 20 heights.
 */
export const TEXT_LIMITS = { lines: 200, characters: 120, length: 900 } as const;

/** The same for the band around a row of an MRZ, which holds three rows in a few pieces. */
export const BAND_LIMITS = { lines: 24, length: 200 } as const;

/** So many lines are spelled in search of an MRZ, at 2 ms a line: its rows are among a document's longest. */
const ZONE_LINES = 400;

/**
 * The recogniser's time for a line without its length, and the range of lengths that it reads, in heights: a
 * shorter line is padded, a longer one squeezed.
 */
const READ = { each: 2, shortest: 2, longest: 47 } as const;

/** How much a line matters. Lines of a higher rank are read first, of equal ones the longest. */
type Rank = (quad: Quad) => number;

/** The lines to read, in the given order. A line that does not fit leaves its room to shorter ones. */
export function linesToRead(
  quads: readonly Quad[],
  rank: Rank,
  { lines, length }: { readonly lines: number; readonly length: number },
): Quad[] {
  const chosen = new Set<Quad>();
  let left = length;
  for (const quad of byImportance(quads, rank)) {
    if (chosen.size === lines) break;
    const own = readingLength(quad);
    if (own > left) continue;
    chosen.add(quad);
    left -= own;
  }
  return quads.filter((quad) => chosen.has(quad));
}

/** The lines that are searched for an MRZ, in the given order. */
export function mrzCandidates(quads: readonly Quad[], rank: Rank): readonly Quad[] {
  if (quads.length <= ZONE_LINES) return quads;
  const chosen = new Set(byImportance(quads, rank).slice(0, ZONE_LINES));
  return quads.filter((quad) => chosen.has(quad));
}

/** Ranks the document's lines before those around it, which may be anything. */
export function inDocument(outline: Quad | undefined): Rank {
  if (outline === undefined) return () => 0;
  const toUnit = invert(flattening(outline, 1, 1));
  return (quad) => {
    const { x, y } = apply(toUnit, centroid(quad));
    return Math.min(x, y) >= 0 && Math.max(x, y) <= 1 ? 1 : 0;
  };
}

/** The beginning of the text within the limit, and whether the text was cut. */
export function beginning(text: string): { readonly text: string; readonly isCut: boolean } {
  const characters = Array.from(text);
  const read = characters.slice(0, TEXT_LIMITS.characters);
  return { text: read.join(""), isCut: read.length < characters.length };
}

const byImportance = (quads: readonly Quad[], rank: Rank): Quad[] =>
  quads
    .map((quad) => ({ quad, rank: rank(quad), width: quadSize(quad).width }))
    .sort((a, b) => b.rank - a.rank || b.width - a.width)
    .map(({ quad }) => quad);

function readingLength(quad: Quad): number {
  const { width, height } = quadSize(quad);
  return READ.each + Math.min(Math.max(width / Math.max(height, 1), READ.shortest), READ.longest);
}
