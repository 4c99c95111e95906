import sharp from "sharp";
import type { Pixels } from "../../capture/pixels.ts";
import { drawText } from "../../documents/text.ts";
import { between, pick } from "../../random.ts";
import type { Patch } from "../../uploads/forgery.ts";
import type { Editor } from "../generator.ts";
import { anyFace, cut, open, put, svg, wider, within } from "../images.ts";

/**
 * An app on a phone: a sticker with round corners, a box of one colour with slanted or stretched letters
 * drawn coarsely, a piece pulled larger. It saves as WebP between, and sends images at a few sizes only.
 */
export const PHONE_APP: Editor = {
  async "pasted portrait"({ pixels, portrait }, random) {
    const changed = within(pixels, portrait);
    const kernel = pick(random, ["nearest", "linear"] as const);
    const shrink = between(random, 0.4, 1);
    const small = { width: Math.round(changed.width * shrink), height: Math.round(changed.height * shrink) };
    const face = await sharp(await anyFace(small, random))
      .jpeg({ quality: Math.round(between(random, 60, 95)) })
      .toBuffer();
    const corner = svg(
      changed.width,
      changed.height,
      `<rect width="100%" height="100%" rx="${between(random, 0, 12)}"/>`,
    );
    const input = await sharp(face)
      .resize(changed.width, changed.height, { fit: "fill", kernel })
      .ensureAlpha()
      .composite([{ input: corner, blend: "dest-in" }])
      .png()
      .toBuffer();
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  async "typed text"({ pixels, values }, random) {
    const value = pick(random, values);
    const changed = within(pixels, wider(value, 3));
    const box = `<rect width="100%" height="100%" fill="${await paperOf(pixels, changed)}"/>`;
    const words = pick(random, ["O'CONNELL", "1991/02/28", "SOFIA MARIE", "X8820417Z"]);
    const slant = `translate(4 ${value.height}) skewX(${between(random, -8, 2)}) scale(${between(random, 0.8, 1.1)} 1)`;
    const fill = pick(random, ["#000", "#222", "#1c2440"]);
    const text = drawText(words, 0, 0, { font: "sans", size: value.height * 1.25, fill });
    const drawing = svg(changed.width, changed.height, `${box}<g transform="${slant}">${text}</g>`);
    const half = await sharp(drawing)
      .resize(Math.ceil(changed.width / 1.5))
      .png()
      .toBuffer();
    const coarse = sharp(half).resize(changed.width, changed.height, { fit: "fill", kernel: "linear" });
    const input = random() < 0.4 ? await coarse.png().toBuffer() : drawing;
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  async "copied piece"({ pixels, values }, random) {
    const from = within(pixels, wider(pick(random, values), 4));
    const piece = await cut(pixels, from);
    const by = random() < 0.5 ? 1 : between(random, 1.02, 1.15);
    const size = { width: Math.round(from.width * by), height: Math.round(from.height * by) };
    const to = { x: from.x, y: from.y + Math.round(from.height * between(random, 1.2, 2)), ...size };
    const changed = within(pixels, to);
    const input = await open(piece).resize(changed.width, changed.height, { fit: "fill" }).png().toBuffer();
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  async save(pixels, random) {
    if (random() < 0.5)
      return open(pixels)
        .jpeg({ quality: pick(random, [85, 90, 95]) })
        .toBuffer();
    const between2 = await open(pixels).webp({ quality: 92, effort: 1 }).toBuffer();
    return sharp(between2)
      .jpeg({ quality: pick(random, [80, 87, 93]) })
      .toBuffer();
  },
  resend(pixels, random) {
    const side = Math.min(Math.round(pixels.width * 0.92), pick(random, [800, 960, 1080, 1280]));
    const quality = pick(random, [70, 75, 80, 87]);
    return open(pixels).resize(side, null, { kernel: "linear" }).jpeg({ quality, mozjpeg: true }).toBuffer();
  },
};

/** The usual colour along a patch's upper edge. */
async function paperOf(pixels: Pixels, { x, y, width }: Patch): Promise<string> {
  const row = await cut(pixels, within(pixels, { x, y: Math.max(0, y - 2), width, height: 1 }));
  const middle = (c: number) => {
    const levels = row.data.filter((_, at) => at % 3 === c).sort();
    return levels[Math.floor(levels.length / 2)];
  };
  return `rgb(${[0, 1, 2].map(middle).join(",")})`;
}
