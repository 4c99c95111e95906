import type { Box } from "#inference/geometry/boxes.ts";
import type { Raster } from "#inference/imaging/raster.ts";

/** The mean of 2 × 2 pixels for each. */
function halve({ width, height, data }: Raster): Raster {
  const [w, h] = [width >> 1, height >> 1];
  const at = (x: number, y: number, c: number) => data[(y * width + x) * 3 + c]!;
  const values = Array.from({ length: w * h * 3 }, (_, i) => {
    const [c, x, y] = [i % 3, 2 * (Math.floor(i / 3) % w), 2 * Math.floor(i / 3 / w)];
    return (at(x, y, c) + at(x + 1, y, c) + at(x, y + 1, c) + at(x + 1, y + 1, c) + 2) >> 2;
  });
  return { width: w, height: h, data: Uint8Array.from(values) };
}

/** What `resize` computes, pixel by pixel, without rounding in between. */
export function resized(raster: Raster, width: number, height: number, part: Box): Raster {
  const ratio = Math.min(part.width / width, part.height / height);
  if (ratio >= 4) {
    const [x, y, w, h] = [part.x / 2, part.y / 2, part.width / 2, part.height / 2];
    return resized(halve(raster), width, height, { x, y, width: w, height: h });
  }
  const [across, down] = [
    shares(width, part.x, part.width, raster.width),
    shares(height, part.y, part.height, raster.height),
  ];
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < data.length; i++) {
    const [c, x, y] = [i % 3, Math.floor(i / 3) % width, Math.floor(i / 3 / width)];
    let sum = 0;
    for (const [row, r] of down[y]!)
      for (const [column, s] of across[x]!)
        sum += r * s * raster.data[(row * raster.width + column) * 3 + c]!;
    data[i] = Math.round(sum);
  }
  return { width, height, data };
}

/** For each pixel of a side, the source's pixels under its triangle and their shares, which add up to 1. */
function shares(size: number, from: number, length: number, count: number): [number, number][][] {
  const step = length / size;
  const reach = Math.max(step, 1);
  return Array.from({ length: size }, (_, n) => {
    const centre = from + (n + 0.5) * step - 0.5;
    const own: [number, number][] = [];
    for (let at = Math.ceil(centre - reach); at <= centre + reach; at++) {
      own.push([Math.min(Math.max(at, 0), count - 1), 1 - Math.abs(at - centre) / reach]);
    }
    const total = own.reduce((sum, [, share]) => sum + share, 0);
    return own.map(([at, share]) => [at, share / total]);
  });
}
