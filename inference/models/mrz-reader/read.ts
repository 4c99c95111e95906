import { type Quad, quadSize } from "../../geometry/quad.ts";
import type { Raster } from "../../imaging/raster.ts";
import { CLASSES, type MrzEmissions } from "../../mrz/emissions.ts";
import type { Model } from "../../runtime/session.ts";
import { cutLine, HEIGHT } from "./strips.ts";

/** Columns of the input for each step of the output. */
export const SHRINK = 4;

/** Widths are multiples of this, so that there are few shapes. */
const WIDTH_STEP = 32;
const WIDTH = { min: 64, max: 1312 } as const;

/**
 * Reads the lines of an MRZ in one batch and returns the probabilities of every character along each line.
 * Lines of one MRZ begin and end together, so all get the width of the widest, times `stretch`. Throws for an
 * output of another shape.
 */
export async function readMrzLines(
  model: Model,
  raster: Raster,
  quads: readonly Quad[],
  stretch = 1,
): Promise<MrzEmissions[]> {
  const width = commonWidth(quads, stretch);
  const plane = HEIGHT * width;
  const data = new Float32Array(quads.length * plane);
  for (const [i, quad] of quads.entries()) {
    data.set(cutLine(raster, quad, width), i * plane);
  }
  return readPlanes(model, data, quads.length, width);
}

/** Reads `count` lines that are already normalised, [count, 32, width]. */
export async function readPlanes(
  model: Model,
  data: Float32Array,
  count: number,
  width: number,
): Promise<MrzEmissions[]> {
  const outputs = await model.run({ [model.inputs[0]!]: { data, dims: [count, 1, HEIGHT, width] } });
  const { data: probabilities, dims } = outputs[model.outputs[0]!]!;
  const steps = width / SHRINK;
  if (dims.join() !== [count, steps, CLASSES].join()) {
    throw new Error(`the MRZ reader answered ${dims.join(" × ")} for ${count} lines of ${steps} steps`);
  }
  const size = steps * CLASSES;
  return Array.from({ length: count }, (_, i) => ({
    steps,
    data: (probabilities as Float32Array).slice(i * size, (i + 1) * size),
  }));
}

function commonWidth(quads: readonly Quad[], stretch: number): number {
  const natural = quads.map((quad) => {
    const { width, height } = quadSize(quad);
    return (width / Math.max(height, 1)) * HEIGHT;
  });
  const width = Math.round((Math.max(...natural) * stretch) / WIDTH_STEP) * WIDTH_STEP;
  return Math.min(Math.max(width, WIDTH.min), WIDTH.max);
}
