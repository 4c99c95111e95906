import type { Pixels } from "../../capture/pixels.ts";
import { drawText } from "../../documents/text.ts";
import { between, pick, type Random } from "../../random.ts";
import type { Editor } from "../generator.ts";
import { anyFace, cut, open, put, svg, wider, within } from "../images.ts";
import { softened } from "./masks.ts";

/** A plain editor of layers: sharp's blending, mozjpeg half the time. */
export const LAYERS: Editor = {
  async "pasted portrait"({ pixels, portrait }, random) {
    const changed = within(pixels, portrait);
    const face = await anyFace(changed, random);
    const input = random() < 0.5 ? face : await softened(face, changed, between(random, 1, 3));
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  /** The old word is covered by a neighbouring piece of paper, and another one typed onto it. */
  async "typed text"({ pixels, values }, random) {
    const value = pick(random, values);
    const changed = within(pixels, wider(value, 4));
    const below = { ...changed, y: changed.y + Math.round(value.height * 1.1) };
    const ground = await cut(pixels, within(pixels, below));
    const input = await open(ground).resize(changed.width, changed.height, { fit: "fill" }).png().toBuffer();
    const words = pick(random, ["MARLOWE", "04-11-1987", "DELACROIX", "7TR20KQ8M"]);
    const text = drawText(words, 4, value.height + 1, {
      font: pick(random, ["sans", "bold"]),
      size: value.height * 1.3,
      fill: "#161616",
    });
    const at = { left: changed.x, top: changed.y };
    const typed = { input: svg(changed.width, changed.height, text), ...at };
    return { pixels: await put(pixels, [{ input, ...at }, typed]), changed };
  },
  async "copied piece"({ pixels, values }, random) {
    const from = within(pixels, wider(pick(random, values), 3));
    const down = Math.round(from.height * between(random, 1.4, 2.6));
    const to = { ...from, x: from.x + Math.round(between(random, -6, 30)), y: from.y + down };
    const changed = within(pixels, to);
    const piece = await cut(pixels, { ...from, width: changed.width, height: changed.height });
    const input = await open(piece).png().toBuffer();
    return { pixels: await put(pixels, [{ input, left: changed.x, top: changed.y }]), changed };
  },
  save: (pixels, random) => open(pixels).jpeg(habits(random)).toBuffer(),
  resend(pixels, random) {
    const width = smaller(pixels, random, 0.6, 0.9);
    return open(pixels).resize(width, null, { kernel: "mitchell" }).jpeg(habits(random)).toBuffer();
  },
};

const habits = (random: Random) => ({
  quality: Math.round(between(random, 72, 96)),
  mozjpeg: random() < 0.5,
});

const smaller = ({ width }: Pixels, random: Random, from: number, to: number) =>
  Math.round(width * between(random, from, to));
