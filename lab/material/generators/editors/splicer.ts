import sharp from "sharp";
import type { Pixels } from "../../capture/pixels.ts";
import { between, pick, type Random } from "../../random.ts";
import type { Patch } from "../../uploads/forgery.ts";
import type { Editor } from "../generator.ts";
import { cut, open, put, wider, within } from "../images.ts";

/**
 * Pieces of another card that the same camera took, so that light, grain and lens agree; two or three
 * saves by encoders of other habits before it is sent.
 */
export const SPLICER: Editor = {
  async "pasted portrait"({ pixels, portrait, stranger }, random) {
    const other = await stranger();
    return laid(pixels, other.pixels, wider(other.portrait, 2), wider(portrait, 2), random);
  },
  async "typed text"({ pixels, values, stranger }, random) {
    const other = await stranger();
    const which = Math.floor(random() * values.length);
    return laid(pixels, other.pixels, wider(other.values[which]!, 3), wider(values[which]!, 3), random);
  },
  async "copied piece"({ pixels, values }, random) {
    const from = pick(random, values);
    const to = pick(
      random,
      values.filter((each) => each !== from),
    );
    const size = { width: Math.min(from.width, to.width) + 6, height: from.height + 6 };
    const source = { ...size, x: from.x - 3, y: from.y - 3 };
    return laid(pixels, pixels, source, { ...size, x: to.x - 3, y: to.y - 3 }, random);
  },
  async save(pixels, random) {
    let saved = await open(pixels).jpeg(habits(random)).toBuffer();
    const again = Math.floor(random() * 3);
    for (let i = 0; i < again; i++) saved = await sharp(saved).jpeg(habits(random)).toBuffer();
    return saved;
  },
  async resend(pixels, random) {
    const saved = await open(pixels).jpeg(habits(random)).toBuffer();
    const width = Math.round(pixels.width * between(random, 0.6, 0.9));
    return sharp(saved).resize(width, null, { kernel: "cubic" }).jpeg(habits(random)).toBuffer();
  },
};

const habits = (random: Random) => ({
  quality: Math.round(between(random, 70, 97)),
  quantisationTable: pick(random, [0, 0, 3, 4, 6]),
  trellisQuantisation: random() < 0.3,
  chromaSubsampling: random() < 0.7 ? "4:2:0" : "4:4:4",
});

async function laid(pixels: Pixels, source: Pixels, from: Patch, to: Patch, random: Random) {
  const changed = within(pixels, to);
  const piece = await cut(source, within(source, from));
  const kernel = pick(random, ["linear", "cubic", "lanczos2"] as const);
  const input = await open(piece)
    .resize(changed.width, changed.height, { fit: "fill", kernel })
    .png()
    .toBuffer();
  return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
}
