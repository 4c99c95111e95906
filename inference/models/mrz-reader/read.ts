import { type Quad, quadSize } from "../../geometry/quad.ts";
import type { Raster } from "../../imaging/raster.ts";
import { CLASSES, type ZoneEmissions } from "../../mrz/emissions.ts";
import type { Net } from "../../runtime/session.ts";
import { cutLine, HEIGHT } from "./strips.ts";

/** Columns of the input for each step of the output. */
export const SHRINK = 4;

/** Widths are multiples of this, so that there are few shapes. */
const WIDTH_STEP = 32;
const WIDTH = { min: 64, max: 1312 } as const;

/**
 * Reads the lines of a zone in one batch and gives the probabilities of every character along each line.
 * Lines of one zone begin and end together, and so all take the width of the widest, times `stretch`. Throws
 * for an output of another shape.
 */
export async function readZoneLines(
  net: Net,
  raster: Raster,
  quads: readonly Quad[],
  stretch = 1,
): Promise<ZoneEmissions[]> {
  const width = commonWidth(quads, stretch);
  const plane = HEIGHT * width;
  const data = new Float32Array(quads.length * plane);
  for (const [i, quad] of quads.entries()) {
    data.set(cutLine(raster, quad, width), i * plane);
  }
  return readPlanes(net, data, quads.length, width);
}

/** Reads `count` lines that are already normalised, [count, 32, width]. */
export async function readPlanes(
  net: Net,
  data: Float32Array,
  count: number,
  width: number,
): Promise<ZoneEmissions[]> {
  const outputs = await net.run({ [net.inputs[0]!]: { data, dims: [count, 1, HEIGHT, width] } });
  const { data: probabilities, dims } = outputs[net.outputs[0]!]!;
  const steps = width / SHRINK;
  if (dims.join() !== [count, steps, CLASSES].join()) {
    throw new Error(`the zone reader answered ${dims.join(" × ")} for ${count} lines of ${steps} steps`);
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
