import { around, type Box, grown, meets } from "../../geometry/boxes.ts";
import { gridOrigin } from "../jpeg-grid.ts";
import { judging, type Measurement } from "../measure.ts";
import type { TraceName } from "../traces.ts";
import { type StraightStep, straightSteps } from "./straight-steps.ts";

/** The share of all lines between pixels, and of all lines of text, whose strongest steps are above what is usual. */
const OF_ALL = 0.05;
const OF_TEXT = 0.2;
/** Strength that noise alone reaches on a line now and then. */
const NOISE = 5;
/** Pixels around a thing in which a patch over it may end. */
const MARGIN = 8;

/**
 * The strongest seam at the portrait, at a line of text and elsewhere on the page. Light that went through a lens changes
 * over some pixels; only what was cut out and put in by a program begins at a pixel's edge. Low-resolution scans and
 * rendered documents have such edges everywhere, so that the value is a seam's strength over what the picture's lines
 * usually reach (all of them, or those at lines of text); and where nothing is known to lie they have frames and rules, so that there two sides of a patch must
 * meet in a corner.
 */
export const seams = judging(
  { name: "seam", version: "2" },
  async ({ file, raster, document }) => straightSteps(raster, document, gridOrigin(raster, file.orientation)),
  (steps, { portrait, lines }) => {
    const usual = upper(
      steps.map(({ strength }) => strength),
      OF_ALL,
    );
    const cuts = ({ box }: StraightStep, other: Box) => meets(grown(other, MARGIN), box);
    const atPortrait = steps.filter((step) => portrait !== undefined && cuts(step, portrait));
    const atText = steps.filter(
      (step) => lines.some(({ box }) => cuts(step, box)) && !atPortrait.includes(step),
    );
    const known = new Set([...atPortrait, ...atText]);
    const onPage = strongestCorner(steps.filter((step) => !known.has(step)));
    // Print that is pixel-sharp is so on many lines of text; words that were put in stand on few.
    const print = lines.map(({ box }) => atText.find((step) => cuts(step, box))?.strength ?? 0);
    return [
      found("seam_at_portrait", atPortrait[0], usual),
      found("seam_at_text", atText[0], Math.max(usual, upper(print, OF_TEXT))),
      found("seam_on_page", onPage, usual),
    ];
  },
);

const found = (trace: TraceName, step: StraightStep | undefined, usual: number): Measurement => ({
  trace,
  value: (step?.strength ?? 0) / (usual + NOISE),
  region: step?.box,
});

/** The value that a share of the values, one at least, lies above: 0 for one value, which is not usual by itself. */
const upper = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => b - a)[Math.ceil(share * values.length)] ?? 0;

/** Sides of a patch that are looked at for a corner: the strongest of each direction, and in pixels how long at least. */
const SIDES = { most: 300, longer: 20 };
/** Pixels by which two sides may miss each other's ends. */
const GAP = 6;

/** Two steps, an upright and a level one, that end in each other: the geometric mean of their strengths, and the box that
 * they span. */
function strongestCorner(steps: readonly StraightStep[]): StraightStep | undefined {
  const upright = steps.filter(({ box }) => box.height > SIDES.longer).slice(0, SIDES.most);
  const level = steps.filter(({ box }) => box.width > SIDES.longer).slice(0, SIDES.most);
  let best: StraightStep | undefined;
  for (const a of upright) {
    for (const b of level) {
      const strength = Math.sqrt(a.strength * b.strength);
      if (strength <= (best?.strength ?? 0)) break;
      if (endIn(a.box, b.box)) best = { strength, box: around(a.box, b.box) };
    }
  }
  return best;
}

function endIn(upright: Box, level: Box): boolean {
  const across = [level.x, level.x + level.width].map((end) => Math.abs(end - upright.x));
  const down = [upright.y, upright.y + upright.height].map((end) => Math.abs(end - level.y));
  return Math.min(...across) <= GAP && Math.min(...down) <= GAP;
}
