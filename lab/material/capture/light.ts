import { between, type Random } from "../random.ts";
import type { Pixels } from "./pixels.ts";

/** A round soft reflection somewhere on the document; `strength` of 255 at its heart. */
export function addGlare({ data, width, height }: Pixels, strength: number, random: Random): void {
  const [x0, y0] = [width * between(random, 0.25, 0.75), height * between(random, 0.3, 0.7)];
  const reach = width * between(random, 0.06, 0.16);
  eachPixel(data, width, (x, y, value) => {
    return value + strength * Math.exp(-((x - x0) ** 2 + (y - y0) ** 2) / (2 * reach ** 2));
  });
}

/** Darkness beyond a soft straight edge across the image, which takes a share of the light, 0..1. */
export function addShadow({ data, width, height }: Pixels, share: number, random: Random): void {
  const angle = random() * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [edge, soft] = [between(random, -0.2, 0.3) * width, between(random, 0.02, 0.08) * width];
  eachPixel(data, width, (x, y, value) => {
    const depth = (x - width / 2) * cos + (y - height / 2) * sin - edge;
    return value * (1 - share / (1 + Math.exp(-depth / soft)));
  });
}

function eachPixel(data: Buffer, width: number, lit: (x: number, y: number, value: number) => number): void {
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / 3);
    data[i] = Math.min(255, Math.max(0, lit(pixel % width, Math.floor(pixel / width), data[i]!)));
  }
}
