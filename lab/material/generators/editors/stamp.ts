import sharp from "sharp";
import { rawPixels } from "../../capture/capture.ts";
import type { Pixels } from "../../capture/pixels.ts";
import { drawText } from "../../documents/text.ts";
import { between, pick, type Random } from "../../random.ts";
import type { Patch } from "../../uploads/forgery.ts";
import type { Editor } from "../generator.ts";
import { anyFace, clamp, cut, normal, open, put, svg, wider, within } from "../images.ts";

/**
 * A retouching tool for one layer: a face inserted by its gradients, so that its rim matches the page's
 * light; words covered by dabs of the neighbouring paper, and redrawn pixel by pixel, darker than the
 * background.
 */
export const STAMP: Editor = {
  async "pasted portrait"({ pixels, portrait }, random) {
    const changed = within(pixels, portrait);
    const [old, face] = [await cut(pixels, changed), await rawPixels(sharp(await anyFace(changed, random)))];
    const input = await open(await blended(old, face))
      .png()
      .toBuffer();
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  async "typed text"({ pixels, values }, random) {
    const value = pick(random, values);
    const changed = within(pixels, wider(value, 4));
    const words = pick(random, ["HALVORSEN", "30 06 1984", "ISABEL ROSE", "QD4471902"]);
    const style = { font: "bold" as const, size: value.height * 1.2, fill: "#000" };
    const text = drawText(words, 4, value.height + 2, style);
    const mask = await rawPixels(
      sharp(svg(changed.width, changed.height, `<rect width="100%" height="100%" fill="#fff"/>${text}`)),
    );
    const clean = await dabbed(pixels, changed, random);
    const [depth, grain] = [between(random, 0.7, 0.9), between(random, 0, 5)];
    for (let at = 0; at < clean.data.length; at++) {
      const ink = (1 - mask.data[at]! / 255) * depth;
      clean.data[at] = clamp(clean.data[at]! * (1 - ink) + ink * normal(random) * grain);
    }
    const input = await open(clean).png().toBuffer();
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  async "copied piece"({ pixels, values }, random) {
    const from = within(pixels, wider(pick(random, values), 3));
    const across = Math.round(between(random, -0.3, 0.3) * from.width);
    const to = { ...from, x: from.x + across, y: from.y - Math.round(from.height * between(random, 1.2, 2)) };
    const changed = within(pixels, to);
    const piece = await cut(pixels, { ...from, width: changed.width, height: changed.height });
    const input = await open(await blended(await cut(pixels, changed), piece))
      .png()
      .toBuffer();
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  save: (pixels, random) =>
    open(pixels)
      .jpeg({ quality: Math.round(between(random, 76, 95)), quantisationTable: 3, progressive: true })
      .toBuffer(),
  resend: (pixels, random) =>
    open(pixels)
      .resize(Math.round(pixels.width * between(random, 0.7, 0.93)), null, { kernel: "lanczos2" })
      .sharpen({ sigma: 0.5 })
      .jpeg({ quality: Math.round(between(random, 74, 94)), chromaSubsampling: "4:4:4" })
      .toBuffer(),
};

/**
 * The piece with its light corrected by the difference between its rim and the page's, interpolated inwards
 * from the four sides: a membrane, as a Poisson solver would compute it for a smooth rim.
 */
async function blended(page: Pixels, piece: Pixels): Promise<Pixels> {
  const { width: w, height: h } = page;
  const [around, own] = await Promise.all(
    [page, piece].map((each) =>
      open(each)
        .blur(w / 6)
        .raw()
        .toBuffer(),
    ),
  );
  const data = Buffer.from(piece.data);
  const differs = (x: number, y: number, c: number) => {
    const at = (y * w + x) * 3 + c;
    return around![at]! - own![at]!;
  };
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const near = [1 / (x + 0.5), 1 / (w - x - 0.5), 1 / (y + 0.5), 1 / (h - y - 0.5)];
      const all = near[0]! + near[1]! + near[2]! + near[3]!;
      for (let c = 0; c < 3; c++) {
        const light =
          near[0]! * differs(0, y, c) +
          near[1]! * differs(w - 1, y, c) +
          near[2]! * differs(x, 0, c) +
          near[3]! * differs(x, h - 1, c);
        data[(y * w + x) * 3 + c] = clamp(piece.data[(y * w + x) * 3 + c]! + light / all);
      }
    }
  }
  return { width: w, height: h, data };
}

/** The patch, each round dab of it taken from paper right above or below. */
async function dabbed(pixels: Pixels, patch: Patch, random: Random): Promise<Pixels> {
  const sides = [-1, 1].map((side) => within(pixels, { ...patch, y: patch.y + side * patch.height }));
  const sources = await Promise.all(
    sides.map(async (side) =>
      rawPixels(open(await cut(pixels, side)).resize(patch.width, patch.height, { fit: "fill" })),
    ),
  );
  const data = Buffer.from(sources[0]!.data);
  for (let i = 0; i < 60; i++) {
    const [x, y] = [random() * patch.width, random() * patch.height];
    const [radius, source] = [between(random, 3, patch.height / 2), pick(random, sources)];
    for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(patch.height, y + radius); row++) {
      for (
        let column = Math.max(0, Math.ceil(x - radius));
        column < Math.min(patch.width, x + radius);
        column++
      ) {
        if (Math.hypot(column - x, row - y) > radius) continue;
        const at = (row * patch.width + column) * 3;
        source.data.copy(data, at, at, at + 3);
      }
    }
  }
  return { width: patch.width, height: patch.height, data };
}
