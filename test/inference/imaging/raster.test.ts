import { expect, it } from "vitest";
import { luma, lumaAt } from "#inference/imaging/raster.ts";

/** Every green and blue beside one red, one colour a pixel. */
function colours(red: number) {
  const data = new Uint8Array(2 ** 16 * 3);
  for (let i = 0; i < 2 ** 16; i++) data.set([red, i >> 8, i & 255], i * 3);
  return { width: 256, height: 256, data };
}

it("luma of an image is luma of its pixels, of each of the 2²⁴ colours to the last bit", () => {
  for (let red = 0; red < 256; red++) {
    const raster = colours(red);
    const each = Float32Array.from({ length: 2 ** 16 }, (_, i) => lumaAt(raster.data, i * 3));
    expect(Buffer.from(luma(raster).buffer).equals(Buffer.from(each.buffer))).toBe(true);
  }
});
