import type { Pixels } from "../capture/pixels.ts";
import type { Random } from "../random.ts";
import type { Patch } from "../uploads/forgery.ts";

/** A printed card, and the positions of its parts, in pixels. */
interface Card {
  readonly pixels: Pixels;
  readonly portrait: Patch;
  readonly values: readonly { readonly box: Patch; readonly text: string }[];
}

/** Prints a card; equal seeds and states of `random` give equal cards. */
export type Printer = (seed: number, random: Random) => Promise<Card>;

/** A photo of a card, and the map from the card to the photo. */
export interface Photo {
  /** The camera's own file, a JPEG. */
  readonly content: Buffer;
  place(on: Patch): Patch;
}

export type Camera = (card: Card, random: Random) => Promise<Photo>;

/** An edit of a photo after the capture. */
export type EditName = "pasted portrait" | "typed text" | "copied piece";

/** A photo that lies open in an editor. */
export interface OpenPhoto {
  readonly pixels: Pixels;
  readonly portrait: Patch;
  readonly values: readonly Patch[];
  /** Another person's card by the same printer and camera. */
  stranger(): Promise<OpenPhoto>;
}

/** The edited pixels, and the edited areas. */
interface Edited {
  readonly pixels: Pixels;
  readonly changed: Patch;
}

export interface Editor
  extends Readonly<Record<EditName, (photo: OpenPhoto, random: Random) => Promise<Edited>>> {
  save(pixels: Pixels, random: Random): Promise<Buffer>;
  /** Sends the image on, made smaller, as messengers and upload forms do. */
  resend(pixels: Pixels, random: Random): Promise<Buffer>;
}

/** A printer, a camera and an editor. Generators share nothing but these interfaces. */
export interface Generator {
  readonly name: string;
  readonly print: Printer;
  readonly capture: Camera;
  readonly editor: Editor;
}
