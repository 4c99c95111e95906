import sharp from "sharp";
import { seededRandom } from "../random.ts";
import type { Patch } from "../uploads/forgery.ts";
import { type EditName, edit } from "./photo-editor.ts";
import { scanByApp } from "./scanning-app.ts";
import { printTiledCard } from "./tiled-card.ts";

/** An upload of the other maker, and where things lie in it. */
interface OtherUpload {
  readonly content: Buffer;
  readonly document: Patch;
  readonly portrait: Patch;
  readonly lines: readonly { readonly box: Patch; readonly text: string }[];
}

/**
 * An upload by a maker that shares no layout, no camera and no editor with `document-cases.ts`: figures on
 * it tell what rules do that were made on the other. Equal seeds give equal cards and photos, edited or not.
 */
export async function makeOtherUpload(kind: EditName | "none", seed: number): Promise<OtherUpload> {
  const random = seededRandom(seed * 31 + 7);
  const card = await printTiledCard(seed, random);
  const photo = await scanByApp(card, random);
  const content = kind === "none" ? photo.content : await edit(photo, card, kind, random);
  const widthOf = async (picture: Buffer) => (await sharp(picture).metadata()).width;
  const by = (await widthOf(content)) / (await widthOf(photo.content));
  const place = (on: Patch): Patch => {
    const { x, y, width, height } = photo.place(on);
    return {
      x: Math.round(x * by),
      y: Math.round(y * by),
      width: Math.round(width * by),
      height: Math.round(height * by),
    };
  };
  return {
    content,
    document: place({ x: 0, y: 0, width: card.width, height: card.height }),
    portrait: place(card.portrait),
    lines: card.values.map(({ text, box }) => ({ text, box: place(box) })),
  };
}
