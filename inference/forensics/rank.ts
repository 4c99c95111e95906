/** The value that stands at a rank, from 0, among values of 0 up to 255 in rising order. */
export function atRank(values: Float32Array, rank: number): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < values.length; i++) counts[values[i]! | 0]!++;
  let [level, before] = [0, 0];
  while (before + counts[level]! <= rank) before += counts[level++]!;
  const alike = values.filter((value) => (value | 0) === level).sort();
  return alike[rank - before]!;
}
