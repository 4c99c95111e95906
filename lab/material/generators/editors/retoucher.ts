import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import type { Pixels } from "../../capture/pixels.ts";
import { drawText } from "../../documents/text.ts";
import { between, pick, type Random } from "../../random.ts";
import type { Patch } from "../../uploads/forgery.ts";
import type { Editor } from "../generator.ts";
import { anyFace, clamp, cut, normal, open, put, svg, wider, within } from "../images.ts";
import { softened } from "./masks.ts";

/**
 * Careful hands: a portrait takes the light and the grain of the one it covers, words are taken out by
 * filling the hole from its rim and set again in the ink that was there, soft as the lens left it; a stamp
 * with a soft rim.
 */
export const RETOUCHER: Editor = {
  async "pasted portrait"({ pixels, portrait }, random) {
    const changed = within(pixels, portrait);
    const [old, face] = [await cut(pixels, changed), await rawPixels(sharp(await anyFace(changed, random)))];
    const [was, is] = [lightOf(old), lightOf(face)];
    const soft = await rawPixels(open(face).blur(between(random, 0.3, 1)));
    const grain = between(random, 0, 4);
    for (let at = 0; at < soft.data.length; at++) {
      const level = was.mean + ((soft.data[at]! - is.mean) * was.deviation) / is.deviation;
      soft.data[at] = clamp(level + normal(random) * grain);
    }
    const input = await softened(await open(soft).png().toBuffer(), changed, between(random, 1.5, 5));
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  async "typed text"({ pixels, values }, random) {
    const value = pick(random, values);
    const changed = within(pixels, wider(value, 5));
    const ink = darkest(await cut(pixels, changed));
    const filled = await filledIn(pixels, changed, between(random, 0, 3), random);
    const words = pick(random, ["AURELIA STONE", "17.09.1979", "K3P 55 918", "VANDERMEER", "NICOLETTA"]);
    const style = { font: pick(random, ["sans", "bold"] as const), size: value.height * 1.25, fill: ink };
    const text = drawText(words, 5, 5 + value.height, style);
    const lettering = await sharp(svg(changed.width, changed.height, text))
      .blur(between(random, 0.35, 1))
      .png()
      .toBuffer();
    const typed = await put(filled, [{ input: lettering, left: changed.x, top: changed.y }]);
    return { pixels: typed, changed };
  },
  async "copied piece"({ pixels, values }, random) {
    const from = within(pixels, wider(pick(random, values), 6));
    const to = { ...from, y: from.y + Math.round(from.height * between(random, 1.1, 2.5)) };
    const changed = within(pixels, to);
    const piece = await cut(pixels, { ...from, width: changed.width, height: changed.height });
    const input = await softened(
      await open(piece).png().toBuffer(),
      changed,
      1.5,
      pick(random, ["box", "ellipse"]),
    );
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  save: (pixels, random) =>
    open(pixels)
      .jpeg({
        quality: Math.round(between(random, 80, 98)),
        chromaSubsampling: "4:4:4",
        quantisationTable: pick(random, [0, 2, 5]),
      })
      .toBuffer(),
  resend: (pixels, random) =>
    open(pixels)
      .resize(Math.round(pixels.width * between(random, 0.65, 0.95)), null, { kernel: "lanczos3" })
      .jpeg({ quality: Math.round(between(random, 72, 92)), quantisationTable: 2 })
      .toBuffer(),
};

function lightOf({ data }: Pixels): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0];
  for (const level of data) {
    sum += level;
    squares += level * level;
  }
  const mean = sum / data.length;
  return { mean, deviation: Math.sqrt(Math.max(1, squares / data.length - mean * mean)) };
}

/** The colour of a patch's darkest pixel. */
function darkest({ data }: Pixels): string {
  let best = 0;
  for (let at = 3; at < data.length; at += 3) if (data[at + 1]! < data[best + 1]!) best = at;
  return `rgb(${data[best]},${data[best + 1]},${data[best + 2]})`;
}

/**
 * The patch as its rim would have it: across and down from side to side, in equal shares, under some
 * grain.
 */
async function filledIn(pixels: Pixels, patch: Patch, grain: number, random: Random): Promise<Pixels> {
  const data = Buffer.from(pixels.data);
  const { x, y, width: w, height: h } = patch;
  const at = (column: number, row: number) => (row * pixels.width + column) * 3;
  for (let row = y; row < y + h; row++) {
    for (let column = x; column < x + w; column++) {
      const [fx, fy] = [(column - x) / w, (row - y) / h];
      for (let c = 0; c < 3; c++) {
        const across = (1 - fx) * pixels.data[at(x, row) + c]! + fx * pixels.data[at(x + w - 1, row) + c]!;
        const down =
          (1 - fy) * pixels.data[at(column, y) + c]! + fy * pixels.data[at(column, y + h - 1) + c]!;
        data[at(column, row) + c] = clamp((across + down) / 2 + normal(random) * grain);
      }
    }
  }
  return { ...pixels, data };
}
