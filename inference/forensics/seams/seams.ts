import { around, type Box, centre, grown, meets, stretched } from "../../geometry/boxes.ts";
import type { Detector, Measurement } from "../detector/detector.ts";
import type { IndicatorName } from "../detector/indicators.ts";
import { gridOrigin } from "../upload/jpeg-grid.ts";
import { type StraightStep, straightSteps } from "./straight-steps.ts";

/** The usual strength of steps is exceeded by these shares of all lines between pixels, and of text lines. */
const OF_ALL = 0.05;
const OF_TEXT = 0.2;
/** Strength that noise alone reaches on some line. */
const NOISE = 5;
/** A patch may extend this many pixels beyond the object that it covers. */
const MARGIN = 8;

/** The print of a portrait is located by its face: it may be this many times as wide and high. */
const PORTRAIT = 1.2;
/** A genuine edge seldom lies on the pixels at two sides of a portrait, and hardly ever at three. */
const PORTRAIT_SIDES = 3;

/** In heights of the text beside it: longer rules are printed, shorter ones may be typed letters' strokes. */
const LONG = 3;

/**
 * Finds the strongest seam at the portrait, at a line of text and elsewhere on the page. A lens spreads an
 * edge over some pixels; only a patch inserted by software begins at a pixel's border. Low-resolution scans
 * and rendered documents have such edges everywhere, so the value is a seam's strength relative to the usual
 * strength of the image's lines, or of its lines of text. A portrait has straight edges of its own, and one
 * of them may coincide with the pixel grid: three sides must show. Elsewhere on the page frames and rules
 * have such edges: two sides of a patch must meet in a corner. A rule under a line of text ends again after
 * some pixels, and a patch does not.
 */
export const seams: Detector = {
  model: { name: "seam", version: "5" },
  async measure({ file, raster, document, portrait, lines }) {
    const steps = await straightSteps(raster, document, gridOrigin(raster, file.orientation));
    const usual = upper(
      steps.map(({ strength }) => strength),
      OF_ALL,
    );
    const atPortrait = steps.filter((step) => portrait !== undefined && cuts(step, portrait));
    const atText = steps.filter(
      (step) => lines.some(({ box }) => cuts(step, box)) && !atPortrait.includes(step),
    );
    const isPrintedRule = ({ isRule, ...step }: StraightStep) =>
      isRule && lines.some(({ box }) => cuts(step, box) && longest(step.box) > LONG * shortest(box));
    const known = new Set([...atPortrait, ...atText]);
    const onPage = strongestCorner(steps.filter((step) => !known.has(step)));
    // Pixel-sharp print shows on many lines of text, pasted words on few.
    const print = lines.map(({ box }) => atText.find((step) => cuts(step, box))?.strength ?? 0);
    return [
      found("seam_at_portrait", portrait && strongestSides(steps, stretched(portrait, PORTRAIT)), usual),
      found(
        "seam_at_text",
        atText.find((step) => !isPrintedRule(step)),
        Math.max(usual, upper(print, OF_TEXT)),
      ),
      found("seam_on_page", onPage, usual),
    ];
  },
};

const cuts = ({ box }: Pick<StraightStep, "box">, other: Box) => meets(grown(other, MARGIN), box);

const longest = ({ width, height }: Box) => Math.max(width, height);
const shortest = ({ width, height }: Box) => Math.min(width, height);

type Seam = Pick<StraightStep, "strength" | "box">;

const found = (indicator: IndicatorName, step: Seam | undefined, usual: number): Measurement => ({
  indicator,
  value: (step?.strength ?? 0) / (usual + NOISE),
  region: step?.box,
});

/**
 * The value that a share of the values, and at least one, lies above; 0 for a single value, which shows no
 * usual level.
 */
const upper = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => b - a)[Math.ceil(share * values.length)] ?? 0;

/**
 * The strongest step at each of the portrait's sides, and the strongest of these sides: the geometric mean of
 * their strengths, and the box around them. A side counts at least as much as noise, since steps on the JPEG
 * grid are invisible. `steps`: strongest first.
 */
function strongestSides(steps: readonly StraightStep[], portrait: Box): Seam | undefined {
  const { x, y } = centre(portrait);
  const sideOf = ({ box }: StraightStep) =>
    box.height > box.width ? (box.x + 1 < x ? "left" : "right") : box.y + 1 < y ? "top" : "bottom";
  const bySide = Map.groupBy(
    steps.filter((step) => cuts(step, portrait)),
    sideOf,
  );
  const sides = Array.from(bySide.values(), ([strongest]) => strongest!).slice(0, PORTRAIT_SIDES);
  if (sides.length === 0) return undefined;
  const strengths = Array.from({ length: PORTRAIT_SIDES }, (_, i) =>
    Math.max(NOISE, sides[i]?.strength ?? 0),
  );
  const product = strengths.reduce((all, strength) => all * strength);
  return { strength: product ** (1 / PORTRAIT_SIDES), box: around(...sides.map(({ box }) => box)) };
}

/** Candidates for the sides of a patch: the strongest of each direction, longer than this many pixels. */
const SIDES = { most: 300, longer: 20 };
/** Largest gap between the ends of two sides, in pixels. */
const GAP = 6;

/**
 * A vertical and a horizontal step that meet at their ends: the geometric mean of their strengths, and the
 * box around both.
 */
function strongestCorner(steps: readonly StraightStep[]): Seam | undefined {
  const upright = steps.filter(({ box }) => box.height > SIDES.longer).slice(0, SIDES.most);
  const level = steps.filter(({ box }) => box.width > SIDES.longer).slice(0, SIDES.most);
  let best: Seam | undefined;
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
