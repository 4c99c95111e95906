import { rawPixels } from "../../capture/capture.ts";
import { between, pick } from "../../random.ts";
import { scaledPatch } from "../../uploads/forgery.ts";
import type { Camera } from "../generator.ts";
import { clamp, normal, open } from "../images.ts";

/**
 * A flatbed scanner: a line of sensors of which each has its own gain, so that columns run down the page,
 * colours read a fraction of a line apart, white around the card, steps of dpi.
 */
export const scanOnFlatbed: Camera = async (card, random) => {
  const across = pick(random, [827, 1034, 1240]);
  const by = across / card.pixels.width;
  const [left, top] = [Math.round(between(random, 20, 160)), Math.round(between(random, 20, 160))];
  const background = { r: 247, g: 248, b: 246 };
  const page = await rawPixels(
    open(card.pixels)
      .resize(across, null, { kernel: pick(random, ["cubic", "lanczos2"] as const) })
      .extend({ left, right: left, top, bottom: top, background }),
  );
  const { width, height, data } = page;
  const gains = Float32Array.from({ length: width * 3 }, () => 1 + normal(random) * 0.006);
  const [apart, grain] = [between(random, 0, 0.5), between(random, 0.6, 2)];
  const out = Buffer.alloc(data.length);
  const line = width * 3;
  for (let at = 0; at < data.length; at++) {
    const c = at % 3;
    const share = c * apart * 0.5;
    const next = at + line < data.length ? data[at + line]! : data[at]!;
    const level = ((1 - share) * data[at]! + share * next) * gains[at % line]!;
    out[at] = clamp(level * 0.97 + 4 + normal(random) * grain);
  }
  const scanned = open({ data: out, width, height });
  if (random() < 0.7) scanned.sharpen({ sigma: 0.7, m1: 1, m2: between(random, 0.5, 1.5) });
  const quality = Math.round(between(random, 68, 95));
  const content = await scanned
    .jpeg({ quality, chromaSubsampling: random() < 0.6 ? "4:4:4" : "4:2:0", optimizeCoding: false })
    .toBuffer();
  return {
    content,
    place(on) {
      const { x, y, ...size } = scaledPatch(on, by);
      return { x: x + left, y: y + top, ...size };
    },
  };
};
