/** The 4-neighbour Laplacian of a plane of luma, row by row; 0 on the border. */
export function laplacian(plane: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(plane.length);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      out[at] = plane[at - 1]! + plane[at + 1]! + plane[at - width]! + plane[at + width]! - 4 * plane[at]!;
    }
  }
  return out;
}
