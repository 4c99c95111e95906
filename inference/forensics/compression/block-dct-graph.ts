import { GraphBuilder } from "../../onnx/graph.ts";
import { BLOCK } from "../upload/jpeg-grid.ts";

/** Row and column of the lowest frequencies without the mean, which carry most of a JPEG's information. */
export const FREQUENCIES: readonly (readonly [row: number, column: number])[] = Array.from(
  { length: 5 },
  (_, n) => Array.from({ length: n + 2 }, (_, row) => [row, n + 1 - row] as const),
).flat();

/**
 * Discrete cosine transform of 8 × 8 blocks (ISO/IEC 10918-1, A.3.3), as one product of matrices. `blocks`
 * [blocks, 64]: luma, row by row, 0..255. `magnitudes` [FREQUENCIES.length, blocks]: absolute coefficients.
 */
export function buildBlockDct(): Uint8Array {
  const graph = new GraphBuilder("block_dct");
  const blocks = graph.input("blocks", ["blocks", BLOCK * BLOCK]);
  const basis = graph.floats(FREQUENCIES.flatMap(basisPicture), [FREQUENCIES.length, BLOCK * BLOCK]);
  const coefficients = graph.node("Gemm", [basis, blocks], { transB: 1 });
  graph.output("magnitudes", graph.node("Abs", [coefficients]), [FREQUENCIES.length, "blocks"]);
  return graph.encode();
}

/** Weights of a block's pixels in a coefficient, row by row. */
export function basisPicture([row, column]: readonly [number, number]): number[] {
  return Array.from({ length: BLOCK * BLOCK }, (_, i) => {
    return wave(row, Math.floor(i / BLOCK)) * wave(column, i % BLOCK);
  });
}

const wave = (frequency: number, place: number) =>
  Math.sqrt((frequency === 0 ? 1 : 2) / BLOCK) * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16);
