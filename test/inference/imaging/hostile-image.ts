import sharp from "sharp";
import type { ImageRefusal } from "#inference/imaging/upload/refusal.ts";

export interface HostileImage {
  readonly name: string;
  readonly content: Uint8Array;
  /** Its allowed outcomes; "decoded" has the size of the decoded image. */
  readonly outcomes: readonly (ImageRefusal | "decoded")[];
}

export const SIDE = 300;
export type Format = "jpeg" | "png" | "webp";

/** A grainy image. */
export const drawn = (width = SIDE, height = SIDE) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
/** An image of one colour. */
export const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#808080" } });

export const image = (
  name: string,
  content: Uint8Array,
  ...outcomes: HostileImage["outcomes"]
): HostileImage => ({
  name,
  content,
  outcomes,
});

/** Images by name, of all of which the same may become. */
export const images = (
  outcomes: HostileImage["outcomes"],
  contents: Readonly<Record<string, Uint8Array>>,
): HostileImage[] => Object.entries(contents).map(([name, content]) => ({ name, content, outcomes }));
