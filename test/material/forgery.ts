import sharp from "sharp";
import { drawText } from "./specimen-text.ts";

export interface Patch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** How a forger saves the edited photo. */
export type Save = { readonly format: "jpeg"; readonly quality: number } | { readonly format: "png" };

/** Opens a photo and saves it again, its pixels untouched: the twin of a forgery. */
export function saveAgain(photo: Buffer, save: Save): Promise<Buffer> {
  return encode(sharp(photo), save);
}

/** Puts another picture over a patch of the photo. */
export async function pastePicture(
  photo: Buffer,
  picture: Buffer,
  patch: Patch,
  save: Save,
): Promise<Buffer> {
  const input = await sharp(picture).resize(patch.width, patch.height, { fit: "fill" }).png().toBuffer();
  return encode(sharp(photo).composite([{ input, left: patch.x, top: patch.y }]), save);
}

/** Copies a patch of the photo to another place in it. */
export async function movePatch(
  photo: Buffer,
  patch: Patch,
  x: number,
  y: number,
  save: Save,
): Promise<Buffer> {
  const { x: left, y: top, width, height } = patch;
  const input = await sharp(photo).extract({ left, top, width, height }).png().toBuffer();
  return encode(sharp(photo).composite([{ input, left: x, top: y }]), save);
}

/** Puts a patch of another photo over one of this photo, stretched to fit. */
export async function splice(
  photo: Buffer,
  other: Buffer,
  from: Patch,
  to: Patch,
  save: Save,
): Promise<Buffer> {
  const { x: left, y: top, width, height } = from;
  return pastePicture(
    photo,
    await sharp(other).extract({ left, top, width, height }).png().toBuffer(),
    to,
    save,
  );
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
  return encode(sharp(photo).composite([{ input: Buffer.from(svg), left: patch.x, top: patch.y }]), save);
}

function encode(image: ReturnType<typeof sharp>, save: Save): Promise<Buffer> {
  return save.format === "png" ? image.png().toBuffer() : image.jpeg({ quality: save.quality }).toBuffer();
}
