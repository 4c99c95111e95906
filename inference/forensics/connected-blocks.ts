/** Parts of a set of grid cells that hang together; a gap of one cell does not part them. */
export function connectedBlocks(cells: readonly number[], columns: number): number[][] {
  const left = new Set(cells);
  const parts: number[][] = [];
  for (const seed of cells) {
    if (!left.delete(seed)) continue;
    const part = [seed];
    for (let next = 0; next < part.length; next++) {
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) {
          const x = (part[next]! % columns) + dx;
          const near = part[next]! + dy * columns + dx;
          if (x >= 0 && x < columns && left.delete(near)) part.push(near);
        }
      }
    }
    parts.push(part);
  }
  return parts;
}
