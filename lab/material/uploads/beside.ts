import sharp from "sharp";
import type { Place, Specimen } from "../documents/specimen.ts";
import type { SampleFace } from "../faces/sample-faces.ts";

/** Objects on a background: a document, and perhaps a print of a photo beside it. */
interface Laid {
  /** SVG colour; the document's own at its rim when absent, so that no edge shows. */
  readonly ground?: string;
  /** The printed photo; no print if absent. */
  readonly print?: SampleFace;
  /** Height of the print, in heights of the document. */
  readonly size?: number;
  /** Side of the document on which the print lies. */
  readonly at?: "right" | "left" | "above";
  /** Room around both, in widths of the document. */
  readonly room?: number;
}

/** PNG of a document on a sheet or table, and its place there. */
interface Ground {
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
  readonly document: Place;
}

/** Places a whole, genuine document on a background, with a print beside it. The document is unchanged. */
export async function layOn(
  document: Pick<Specimen, "content" | "width" | "height">,
  { ground, print, size = 0.8, at = "right", room = 0.15 }: Laid = {},
): Promise<Ground> {
  const { width, height } = document;
  const photo = print === undefined ? undefined : await printed(print, Math.round(size * height));
  const [rim, gap] = [Math.round(room * width), Math.round(0.04 * width)];
  const beside = photo === undefined || at === "above" ? 0 : photo.width + gap;
  const above = photo === undefined || at !== "above" ? 0 : photo.height + gap;
  const place = { x: rim + (at === "left" ? beside : 0), y: rim + above, width, height };
  const layers = [{ input: document.content, left: place.x, top: place.y }];
  if (photo !== undefined) {
    const left = { right: place.x + width + gap, left: rim, above: place.x }[at];
    layers.push({
      input: photo.content,
      left,
      top: at === "above" ? rim : rim + Math.round((1 - size) * height),
    });
  }
  const colour = ground ?? (await rimColour(document));
  const [across, down] = [2 * rim + width + beside, 2 * rim + height + above];
  const canvas = sharp({ create: { width: across, height: down, channels: 3, background: colour } });
  const content = await canvas.composite(layers).png().toBuffer();
  return { content, width: across, height: down, document: place };
}

/** An image of a ground alone that fills it, as a phone saves it. */
export async function fillFrame(ground: Buffer, longSide = 1600): Promise<Buffer> {
  return sharp(ground)
    .resize(longSide, longSide, { fit: "inside" })
    .blur(0.6)
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** A passport photo: the face with its hair and shoulders. */
async function printed({ photo, face }: SampleFace, height: number) {
  const across = Math.round(face.width * 1.5);
  const down = Math.round(across * 1.25);
  const content = await sharp(photo)
    .extract({
      left: Math.max(0, Math.round(face.x + face.width / 2 - across / 2)),
      top: Math.max(0, Math.round(face.y + face.height / 2 - down / 2)),
      width: across,
      height: down,
    })
    .resize(Math.round(height / 1.25), height)
    .png()
    .toBuffer();
  return { content, width: Math.round(height / 1.25), height };
}

/** The mean colour of the document's own rim. */
async function rimColour({ content, width, height }: Pick<Specimen, "content" | "width" | "height">) {
  const strip = sharp(content).extract({ left: 0, top: Math.round(height / 2), width, height: 8 });
  const { channels } = await sharp(await strip.png().toBuffer()).stats();
  const [r, g, b] = channels.map(({ mean }) => Math.round(mean));
  return { r: r!, g: g!, b: b! };
}
