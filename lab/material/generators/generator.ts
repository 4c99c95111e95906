import type { Pixels } from "../capture/pixels.ts";
import type { Random } from "../random.ts";
import type { Patch } from "../uploads/forgery.ts";

/** A card as printed, and what lies where on it, in pixels. */
interface Card {
  readonly pixels: Pixels;
  readonly portrait: Patch;
  readonly values: readonly { readonly box: Patch; readonly text: string }[];
}

/** Prints somebody's card; equal seeds and states of `random` give equal cards. */
export type Printer = (seed: number, random: Random) => Promise<Card>;

/** A photo of a card, and where a place of the card lies in it. */
export interface Photo {
  /** The camera's own file, a JPEG. */
  readonly content: Buffer;
  place(on: Patch): Patch;
}

export type Camera = (card: Card, random: Random) => Promise<Photo>;

/** What is done to a photo after the capture. */
export type EditName = "pasted portrait" | "typed text" | "copied piece";

/** A photo that lies open in an editor. */
export interface OpenPhoto {
  readonly pixels: Pixels;
  readonly portrait: Patch;
  readonly values: readonly Patch[];
  /** Another person's card by the same printer and camera. */
  stranger(): Promise<OpenPhoto>;
}

/** The edited pixels, and where they were changed. */
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

/** Who prints, who takes the image and who edits it. Generators share nothing but these interfaces. */
export interface Generator {
  readonly name: string;
  readonly print: Printer;
  readonly capture: Camera;
  readonly editor: Editor;
}
