import sharp from "sharp";
import type { Vec2 } from "../../../inference/geometry/transform.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";

/** Covers of a part of the face. */
type Cover = keyof typeof COVERS;

/** Mesh landmarks around each eye, from brow to cheekbone: the area of a glass. */
const ORBITS = [
  [70, 63, 105, 66, 107, 193, 245, 128, 121, 120, 119, 118, 117, 111, 143, 156],
  [300, 293, 334, 296, 336, 417, 465, 357, 350, 349, 348, 347, 346, 340, 372, 383],
] as const;
const BRIDGE = [107, 336, 417, 193] as const;

/** From ear to ear under the eyes, and around the chin. */
const LOWER_FACE = [
  234, 227, 123, 50, 101, 100, 47, 196, 197, 419, 277, 329, 330, 280, 352, 447, 454, 323, 361, 288, 397, 365,
  379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93,
] as const;

/** A hand's breadth across mouth and one cheek, in the person's own skin colour. */
const HAND = [205, 36, 2, 326, 425, 411, 434, 430, 211, 32, 140, 210, 214, 207] as const;

interface CoverShape {
  readonly outlines: readonly (readonly number[])[];
  readonly colour: string;
  readonly opacity: number;
}

const COVERS = {
  dark_glasses: { outlines: [...ORBITS, BRIDGE], colour: "#101012", opacity: 0.96 },
  tinted_glasses: { outlines: [...ORBITS, BRIDGE], colour: "#3a2618", opacity: 0.75 },
  blue_mask: { outlines: [LOWER_FACE], colour: "#a8c8e0", opacity: 1 },
  black_mask: { outlines: [LOWER_FACE], colour: "#1c1c1e", opacity: 1 },
  hand: { outlines: [HAND], colour: "skin", opacity: 1 },
} as const satisfies Record<string, CoverShape>;

export const COVER_NAMES = Object.keys(COVERS) as Cover[];

/** The image with a part of the face painted over, its edges a little soft. */
export async function coverFace(image: Raster, landmarks: readonly Vec2[], cover: Cover): Promise<Raster> {
  const { outlines, colour, opacity } = COVERS[cover];
  const { width, height, data } = image;
  const fill = colour === "skin" ? skinColour(image, landmarks) : colour;
  const paths = outlines.map((outline: readonly number[]) => {
    const points = outline.map(
      (index) => `${landmarks[index]!.x.toFixed(1)},${landmarks[index]!.y.toFixed(1)}`,
    );
    return `<polygon points="${points.join(" ")}" fill="${fill}" fill-opacity="${opacity}" stroke="${fill}" stroke-opacity="${opacity}" stroke-width="1"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${paths.join("")}</svg>`;
  const painted = await sharp(data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width, height, data: painted };
}

/** The colour of the cheekbone, as CSS has it. */
function skinColour({ width, data }: Raster, landmarks: readonly Vec2[]): string {
  const { x, y } = landmarks[50]!;
  const at = (Math.round(y) * width + Math.round(x)) * 3;
  return `rgb(${data[at]},${data[at + 1]},${data[at + 2]})`;
}
