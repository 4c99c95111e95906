import type { Vec2 } from "../../../inference/geometry/transform.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";

/** A point of an image, and its place in the drawing; smaller z is nearer. */
export interface Vertex {
  readonly from: Vec2;
  readonly to: Vec2 & { readonly z: number };
}

/**
 * Draws the source's triangles (three vertex indices each) at the new places of their vertices; the nearest
 * surface shows.
 */
export function paintTriangles(
  source: Raster,
  vertices: readonly Vertex[],
  triangles: ArrayLike<number>,
): Raster {
  const canvas = new Canvas(source);
  for (let n = 0; n < triangles.length; n += 3) {
    canvas.paint([vertices[triangles[n]!]!, vertices[triangles[n + 1]!]!, vertices[triangles[n + 2]!]!]);
  }
  return canvas.raster;
}

class Canvas {
  readonly raster: Raster;
  readonly #source: Raster;
  readonly #depth: Float64Array;

  constructor(source: Raster) {
    this.#source = source;
    this.#depth = new Float64Array(source.width * source.height).fill(Number.POSITIVE_INFINITY);
    this.raster = { ...source, data: new Uint8Array(source.data.length) };
  }

  paint([a, b, c]: readonly [Vertex, Vertex, Vertex]): void {
    const area = cross(a.to, b.to, c.to);
    if (area === 0) return;
    const [xs, ys] = [
      [a.to.x, b.to.x, c.to.x],
      [a.to.y, b.to.y, c.to.y],
    ];
    const right = Math.min(this.raster.width - 1, Math.ceil(Math.max(...xs)));
    const bottom = Math.min(this.raster.height - 1, Math.ceil(Math.max(...ys)));
    for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= bottom; y++) {
      for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= right; x++) {
        const at = { x: x + 0.5, y: y + 0.5 };
        const [u, v] = [cross(at, b.to, c.to) / area, cross(a.to, at, c.to) / area];
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const mix = (key: "x" | "y") => u * a.from[key] + v * b.from[key] + w * c.from[key];
        this.#put(x, y, u * a.to.z + v * b.to.z + w * c.to.z, { x: mix("x"), y: mix("y") });
      }
    }
  }

  #put(x: number, y: number, z: number, from: Vec2): void {
    const at = y * this.raster.width + x;
    if (z >= this.#depth[at]!) return;
    this.#depth[at] = z;
    for (let channel = 0; channel < 3; channel++) {
      this.raster.data[at * 3 + channel] = bilinear(this.#source, from, channel);
    }
  }
}

/** Twice the signed area of a triangle. */
const cross = (a: Vec2, b: Vec2, c: Vec2) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

function bilinear({ width, height, data }: Raster, at: Vec2, channel: number): number {
  const x = Math.min(width - 1.001, Math.max(0, at.x - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, at.y - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const value = (dx: number, dy: number) => data[((top + dy) * width + left + dx) * 3 + channel]!;
  const upper = value(0, 0) + (x - left) * (value(1, 0) - value(0, 0));
  const lower = value(0, 1) + (x - left) * (value(1, 1) - value(0, 1));
  return Math.round(upper + (y - top) * (lower - upper));
}
