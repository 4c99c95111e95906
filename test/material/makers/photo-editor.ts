import sharp from "sharp";
import { drawText } from "../documents/text.ts";
import { SAMPLE_FACES } from "../faces/sample-faces.ts";
import { between, pick, type Random } from "../random.ts";
import type { Patch } from "../uploads/forgery.ts";
import type { AppPhoto } from "./scanning-app.ts";
import type { TiledCard } from "./tiled-card.ts";

/** What is done to a photo after the capture. */
export const EDIT_NAMES = ["pasted portrait", "typed text", "copied piece", "resent portrait"] as const;
export type EditName = (typeof EDIT_NAMES)[number];

/** An edited photo; equal states of `random` give equal files. */
export async function edit(
  photo: AppPhoto,
  card: TiledCard,
  name: EditName,
  random: Random,
): Promise<Buffer> {
  const layer = await LAYERS[name](photo, card, random);
  const edited = await sharp(photo.content).composite([layer]).toBuffer();
  const quality = Math.round(between(random, 72, 96));
  const mozjpeg = random() < 0.5;
  if (name !== "resent portrait") return sharp(edited).jpeg({ quality, mozjpeg }).toBuffer();
  const { width } = await sharp(edited).metadata();
  const smaller = sharp(edited).resize(Math.round(width * between(random, 0.6, 0.9)), null, {
    kernel: "mitchell",
  });
  return smaller.jpeg({ quality, mozjpeg }).toBuffer();
}

interface Layer {
  readonly input: Buffer;
  readonly left: number;
  readonly top: number;
}

type Draw = (photo: AppPhoto, card: TiledCard, random: Random) => Promise<Layer>;

const pastePortrait: Draw = async (photo, card, random) => {
  const { photo: from, face } = pick(random, SAMPLE_FACES.slice(3));
  const { x: left, y: top, width, height } = photo.place(card.portrait);
  const picture = sharp(from)
    .extract({ left: face.x, top: face.y, width: face.width, height: face.height })
    .resize(width, height, { fit: "fill", kernel: "cubic" });
  return { input: await softened(await picture.png().toBuffer(), width, height, random), left, top };
};

const LAYERS: Readonly<Record<EditName, Draw>> = {
  "pasted portrait": pastePortrait,
  "resent portrait": pastePortrait,
  "typed text": async (photo, card, random) => {
    const { x, y, width, height } = photo.place(pick(random, card.values).box);
    // The old word is covered by a neighbouring piece of paper, and another one typed onto it.
    const size = { width: width + 8, height: height + 6 };
    const ground = await cut(photo.content, { ...size, x: x - 4, y: y + Math.round(height * 1.1) });
    const words = pick(random, ["MARLOWE", "04-11-1987", "DELACROIX", "7TR20KQ8M"]);
    const text = drawText(words, 4, height + 1, {
      font: pick(random, ["sans", "bold"]),
      size: height * 1.3,
      fill: "#161616",
    });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${text}</svg>`;
    const input = await sharp(ground)
      .composite([{ input: Buffer.from(svg) }])
      .png()
      .toBuffer();
    return { input, left: x - 4, top: y - 3 };
  },
  "copied piece": async (photo, card, random) => {
    const { x, y, width, height } = photo.place(pick(random, card.values).box);
    const input = await cut(photo.content, { x: x - 3, y: y - 3, width: width + 6, height: height + 6 });
    const down = Math.round(height * between(random, 1.4, 2.6));
    return { input, left: x + Math.round(between(random, -6, 30)), top: y - 3 + down };
  },
};

const cut = (photo: Buffer, { x: left, y: top, width, height }: Patch): Promise<Buffer> =>
  sharp(photo).extract({ left, top, width, height }).png().toBuffer();

/** Half of the time the rim fades out over a few pixels. */
async function softened(picture: Buffer, width: number, height: number, random: Random): Promise<Buffer> {
  if (random() < 0.5) return picture;
  const by = between(random, 1, 3);
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><filter id="f"><feGaussianBlur stdDeviation="${by}"/></filter><rect x="${2 * by}" y="${2 * by}" width="${width - 4 * by}" height="${height - 4 * by}" filter="url(#f)"/></svg>`;
  return sharp(picture)
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}
