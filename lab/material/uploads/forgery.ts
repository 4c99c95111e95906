import sharp from "sharp";
import { drawText } from "../documents/text.ts";
import { seededRandom } from "../random.ts";

export interface Patch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const scaledPatch = ({ x, y, width, height }: Patch, by: number): Patch => ({
  x: Math.round(x * by),
  y: Math.round(y * by),
  width: Math.round(width * by),
  height: Math.round(height * by),
});

/** How a forger saves the edited photo, and how carefully a patch is laid in. */
export type Save = ({ readonly format: "jpeg"; readonly quality: number } | { readonly format: "png" }) & {
  /** Pixels over which a patch's rim fades into the photo. */
  readonly feather?: number;
  /** Deviation of noise put over a patch, so that it is not too clean; 0..255. */
  readonly grain?: number;
};

/** Opens a photo and saves it again, its pixels untouched: the twin of a forgery. */
export function saveAgain(photo: Buffer, save: Save): Promise<Buffer> {
  return encode(sharp(photo), save);
}

/** Puts another image over a patch of the photo. */
export async function pasteImage(photo: Buffer, image: Buffer, patch: Patch, save: Save): Promise<Buffer> {
  const resized = sharp(image).resize(patch.width, patch.height, { fit: "fill" });
  return lay(photo, await resized.png().toBuffer(), patch, save);
}

/** Copies a patch of the photo to another place in it. */
export async function movePatch(
  photo: Buffer,
  patch: Patch,
  x: number,
  y: number,
  save: Save,
): Promise<Buffer> {
  return lay(photo, await cut(photo, patch), { ...patch, x, y }, save);
}

/** Puts a patch of another photo over one of this photo, stretched to fit. */
export async function splice(
  photo: Buffer,
  other: Buffer,
  from: Patch,
  to: Patch,
  save: Save,
): Promise<Buffer> {
  return pasteImage(photo, await cut(other, from), to, save);
}

/** Paints a patch over with the paper's colour and types other words onto it. */
export function retype(
  photo: Buffer,
  words: string,
  patch: Patch,
  save: Save,
  paper = "#e9edf0",
): Promise<Buffer> {
  const { width, height } = patch;
  const text = drawText(words, 2, height * 0.8, { font: "bold", size: height * 0.75, fill: "#1b2130" });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/>${text}</svg>`;
  return lay(photo, Buffer.from(svg), patch, save);
}

const cut = (photo: Buffer, { x: left, y: top, width, height }: Patch): Promise<Buffer> =>
  sharp(photo).extract({ left, top, width, height }).png().toBuffer();

async function lay(photo: Buffer, image: Buffer, patch: Patch, save: Save): Promise<Buffer> {
  const { feather = 0, grain = 0 } = save;
  const grained = grain === 0 ? image : await withGrain(image, grain);
  const input = feather === 0 ? grained : await faded(grained, patch, feather);
  return encode(sharp(photo).composite([{ input, left: patch.x, top: patch.y }]), save);
}

/** Sensor noise over an image without noise of its own, or with another sensor's. */
async function withGrain(image: Buffer, deviation: number): Promise<Buffer> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const random = seededRandom(info.width * info.height);
  for (let i = 0; i < data.length; i++) {
    const noise = (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation;
    data[i] = Math.min(255, Math.max(0, data[i]! + noise));
  }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The image, transparent at its rim and opaque `by` pixels inside of it. */
async function faded(image: Buffer, { width, height }: Patch, by: number): Promise<Buffer> {
  const [w, h] = [Math.max(1, width - 2 * by), Math.max(1, height - 2 * by)];
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><filter id="soft"><feGaussianBlur stdDeviation="${by / 2}"/></filter><rect x="${by}" y="${by}" width="${w}" height="${h}" filter="url(#soft)"/></svg>`;
  return sharp(image)
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: "dest-in" }])
    .png()
    .toBuffer();
}

function encode(image: ReturnType<typeof sharp>, save: Save): Promise<Buffer> {
  return save.format === "png" ? image.png().toBuffer() : image.jpeg({ quality: save.quality }).toBuffer();
}
