import sharp from "sharp";
import { between, type Random } from "../../random.ts";
import type { Patch } from "../../uploads/forgery.ts";
import type { Camera } from "../generator.ts";
import { open } from "../images.ts";

/**
 * Output of an app that rectifies documents: the card upright, resampled once by a cubic kernel, on a plain
 * background, with light that falls off, noise that is coarser in colour than in brightness, sharpened, and
 * saved with or without colours at half the resolution.
 */
export const scanByApp: Camera = async ({ pixels: card }, random) => {
  const width = Math.round(between(random, 900, 1700));
  const by = random() < 0.3 ? 0.5 : width / card.width;
  const across = Math.round(card.width * by);
  const down = Math.round(card.height * by);
  const [left, top] = [Math.round(between(random, 8, 120)), Math.round(between(random, 8, 120))];
  const size = { width: across + 2 * left, height: down + 2 * top };
  const ground = { r: 40 + 160 * random(), g: 40 + 160 * random(), b: 40 + 160 * random() };
  const flat = await open(card)
    .resize(across, down, { kernel: "mitchell", fit: "fill" })
    .extend({ left, right: left, top, bottom: top, background: ground })
    .blur(between(random, 0.4, 0.9))
    .raw()
    .toBuffer();
  const chroma = await coarse(size.width, size.height, between(random, 0.5, 3), random);
  const [grain, fall] = [between(random, 0.5, 3), between(random, -0.15, 0.15)];
  for (let y = 0, p = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, p += 3) {
      const light = 1 + fall * (x / size.width + y / size.height - 1);
      const noise = (random() + random() + random() - 1.5) * 2 * grain;
      for (let c = 0; c < 3; c++) {
        flat[p + c] = Math.min(255, Math.max(0, flat[p + c]! * light + noise + chroma[p + c]! - 128));
      }
    }
  }
  const content = await sharp(flat, { raw: { ...size, channels: 3 } })
    .sharpen({ sigma: between(random, 0.5, 1.2) })
    .jpeg({
      quality: Math.round(between(random, 70, 96)),
      chromaSubsampling: random() < 0.6 ? "4:2:0" : "4:4:4",
      mozjpeg: random() < 0.4,
    })
    .toBuffer();
  const place = (on: Patch) => ({
    x: Math.round(on.x * by) + left,
    y: Math.round(on.y * by) + top,
    width: Math.round(on.width * by),
    height: Math.round(on.height * by),
  });
  return { content, place };
};

/** Noise around 128 at a third of the resolution, enlarged. */
function coarse(width: number, height: number, deviation: number, random: Random): Promise<Buffer> {
  const small = { width: Math.ceil(width / 3), height: Math.ceil(height / 3), channels: 3 as const };
  const data = Buffer.alloc(small.width * small.height * 3);
  for (let i = 0; i < data.length; i++)
    data[i] = 128 + (random() + random() + random() - 1.5) * 2 * deviation;
  return sharp(data, { raw: small }).resize(width, height, { fit: "fill" }).raw().toBuffer();
}
