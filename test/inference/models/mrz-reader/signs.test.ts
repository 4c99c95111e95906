import { expect, it } from "vitest";
import { between, cutSign } from "#inference/models/mrz-reader/signs.ts";
import { HEIGHT, letterHeight } from "#inference/models/mrz-reader/strips.ts";

const PITCH = 24;

/** A strip of signs, each a ring in a cell of 24 columns; round ones have corners cut off. */
function stripOf(signs: string, { shift = 0, ink = -3, noise = 0 } = {}) {
  const width = signs.length * PITCH;
  const strip = new Float32Array(width * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [Math.abs((x % PITCH) - 11.5), Math.abs(y - 15.5 - shift)];
      const power = signs[Math.floor(x / PITCH)] === "O" ? 2 : 6;
      const reach = ((u / 6) ** power + (v / 9) ** power) ** (1 / power);
      const isInk = signs[Math.floor(x / PITCH)] !== "<" && reach > 0.75 && reach <= 1;
      strip[y * width + x] = (isInk ? ink : 0.4) + noise * Math.sin(x * 12.9 + y * 78.2);
    }
  }
  return strip;
}

const cut = (signs: string, how = {}) => {
  const strip = stripOf(signs, how);
  return [...signs].map((_, i) => cutSign(strip, (i + 0.5) / signs.length, 1 / signs.length));
};

it("a sign is like those of its kind, wherever it stands in its cell and however pale it is", () => {
  const [zeros, letters] = [cut("000", { noise: 0.3 }), cut("OO", { noise: 0.3 })];
  for (const how of [{}, { shift: 2 }, { ink: -1 }, { noise: 0.5 }]) {
    const [zero, letter] = between(cut("0O", how), zeros, letters);
    expect(zero).toBeLessThan(0.25);
    expect(letter).toBeGreaterThan(0.75);
  }
});

it("the height of a strip's letters is their share of it, and 0 if there are none", () => {
  expect(letterHeight(stripOf("0000"))).toBeCloseTo(18 / HEIGHT, 1);
  expect(letterHeight(stripOf("<<<"))).toBe(0);
});
