import type { Box } from "../../geometry/boxes.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { Model } from "../../runtime/session.ts";
import { quantile } from "../../statistics.ts";
import { HUE_REACH, HUE_WINDOW } from "./spectrum-graphs.ts";
import { spreadWindows } from "./windows.ts";

const WINDOWS = { across: 4, down: 3 };
const ROWS = 2 * HUE_REACH + 1;
const COLUMNS = HUE_REACH - 1;
/** Lowest frequency of both axes: text, frames and compression lie along the axes. */
const FIRST = 2;
/** Least radius, in periods a window: print and light change more slowly. */
const LEAST = 8;
const RING = 2;
/** Hue counts as rotating if one direction has this many times the power of the other. */
const ONE_WAY = 3;
/** Noise floor: the power that the rounding of colours alone makes in one windowed tile. */
const FLOOR = 0.4 * (3 / 8) ** 2 * HUE_WINDOW ** 2;

/** Decades that windows without a display reach. */
const QUIET = 0.6;
/** Text runs across: the edges of lines that lean turn hue up or down, so that this counts for less. */
const UPRIGHT = 0.8;

/**
 * Strength of stripes whose colours rotate in order, red to green to blue, on a part of an image: moiré of a
 * display's sub-pixels, or the sub-pixels themselves, which are a third of a pixel apart. Ink and light
 * change a colour's strength and never rotate its hue. A lens's fringes rotate it outwards, and lines of
 * several inks rotate it in different directions. Sub-pixels have one order across a display, so its hue
 * rotates to one side, or up or down if the display lies on its side. In decades of power relative to the
 * usual power of that ring above `QUIET`, minus those that rotate the other way; mean over windows of 128
 * pixels. Undefined if no window fits.
 */
export async function turningHue(raster: Raster, box: Box, model: Model): Promise<number | undefined> {
  const size = ROWS * COLUMNS;
  let [across, down, count] = [0, 0, 0];
  for (const image of spreadWindows(raster, box, HUE_WINDOW, WINDOWS)) {
    const { forth, back } = await model.run({ image });
    for (let at = 0; at < forth!.data.length; at += size, count++) {
      const [one, other] = [forth!, back!].map(({ data }) => (data as Float32Array).subarray(at, at + size));
      const turn = clearestTurn(one!, other!);
      const strength = Math.max(0, Math.log10(1 + turn.power) - QUIET);
      across += strength * turn.across;
      down += strength * turn.down;
    }
  }
  return count === 0 ? undefined : Math.max(Math.abs(across), UPRIGHT * Math.abs(down)) / count;
}

/** The frequencies that are examined: index in a spectrum, ring, and whether each runs down (1) or up. */
const FREQUENCIES = Array.from({ length: ROWS * COLUMNS }, (_, at) => {
  const [u, v] = [FIRST + (at % COLUMNS), Math.floor(at / COLUMNS) - HUE_REACH];
  return { at, v, radius: Math.hypot(u, v) };
})
  .filter(({ v, radius }) => Math.abs(v) >= FIRST && radius >= LEAST && radius <= HUE_REACH)
  .map(({ at, v, radius }) => ({ at, down: Math.sign(v), ring: Math.floor(radius / RING) }));

const RINGS = Map.groupBy(FREQUENCIES, ({ ring }) => ring);

/** How hue rotates in a window: to the right (1) or to the left (−1), and down (1) or up (−1). */
interface Turn {
  /** Excess of this direction over the other, as a multiple of its ring's usual power. */
  readonly power: number;
  readonly across: number;
  readonly down: number;
}

function clearestTurn(forth: Float32Array, back: Float32Array): Turn {
  let clearest: Turn = { power: 0, across: 0, down: 0 };
  for (const ring of RINGS.values()) {
    const usual =
      quantile(
        ring.map(({ at }) => (forth[at]! + back[at]!) / 2),
        0.5,
      ) + FLOOR;
    for (const { at, down } of ring) {
      const [more, less] = [Math.max(forth[at]!, back[at]!), Math.min(forth[at]!, back[at]!)];
      const power = (more - ONE_WAY * less) / usual;
      const across = forth[at]! > back[at]! ? 1 : -1;
      if (power > clearest.power) clearest = { power, across, down: across * down };
    }
  }
  return clearest;
}
