import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import { between, pick } from "../../random.ts";
import type { Camera } from "../generator.ts";
import { clamp, normal, open } from "../images.ts";

/**
 * A phone in a dim room: a turned card on dark cloth, resampled by one of libvips's interpolators, a few
 * noisy frames averaged, a median over them that leaves patches, halos of strong sharpening. The phone's
 * own file is AVIF or WebP, as phones save HEIF, and was made a JPEG on its way.
 */
export const photographByNight: Camera = async (card, random) => {
  const across = Math.round(between(random, 850, 1350));
  const angle = (between(random, -6, 6) * Math.PI) / 180;
  const by = across / card.pixels.width;
  const cloth = { r: between(random, 15, 60), g: between(random, 15, 50), b: between(random, 12, 50) };
  const matrix = [Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle)] as const;
  const small = await rawPixels(open(card.pixels).resize(across));
  const margin = Math.round(across * between(random, 0.03, 0.1));
  const turned = await rawPixels(
    open(small)
      .affine([...matrix], {
        background: cloth,
        interpolator: pick(random, ["bicubic", "nohalo", "lbb", "vsqbs"] as const),
      })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background: cloth }),
  );
  const lamp = [between(random, 0.85, 1), between(random, 0.75, 0.95), between(random, 0.55, 0.85)];
  const [frames, gain] = [Math.round(between(random, 1, 6)), between(random, 4, 14)];
  for (let at = 0; at < turned.data.length; at++) {
    const level = turned.data[at]! * lamp[at % 3]!;
    const deviation = (gain * Math.sqrt(0.15 + level / 255)) / Math.sqrt(frames);
    turned.data[at] = clamp(level + normal(random) * deviation);
  }
  const smooth = open(turned).blur(between(random, 0.4, 0.8));
  if (random() < 0.6) smooth.median(3);
  smooth.sharpen({ sigma: between(random, 0.8, 1.6), m1: 0.3, m2: between(random, 1.5, 4) });
  const own =
    random() < 0.5 ? smooth.avif({ quality: 65, effort: 0 }) : smooth.webp({ quality: 85, effort: 1 });
  const content = await sharp(await own.toBuffer())
    .jpeg({
      quality: Math.round(between(random, 85, 97)),
      chromaSubsampling: pick(random, ["4:2:0", "4:4:4"]),
    })
    .toBuffer();
  // sharp's affine keeps the whole of the turned image.
  const corner = (x: number, y: number) =>
    [matrix[0] * x + matrix[1] * y, matrix[2] * x + matrix[3] * y] as const;
  const { width, height } = small;
  const rim = [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)];
  const [left, top] = [Math.min(...rim.map(([x]) => x)), Math.min(...rim.map(([, y]) => y))];
  return {
    content,
    place(on) {
      const points = [
        [on.x, on.y],
        [on.x + on.width, on.y],
        [on.x + on.width, on.y + on.height],
        [on.x, on.y + on.height],
      ].map(([x, y]) => corner(x! * by, y! * by));
      const [xs, ys] = [points.map(([x]) => x - left + margin), points.map(([, y]) => y - top + margin)];
      const [x, y] = [Math.round(Math.min(...xs)), Math.round(Math.min(...ys))];
      return { x, y, width: Math.round(Math.max(...xs)) - x, height: Math.round(Math.max(...ys)) - y };
    },
  };
};
