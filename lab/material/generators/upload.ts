import { type Random, seededRandom } from "../random.ts";
import { type Patch, scaledPatch } from "../uploads/forgery.ts";
import type { EditName, Generator, OpenPhoto, Photo } from "./generator.ts";
import { decoded, within } from "./images.ts";

/** Processing of a photo: the edit, if any, and the way to the service. */
interface Processing {
  readonly edit: EditName | null;
  readonly by: "camera" | "save" | "resend";
}

/** Genuine uploads come as the camera saved them, opened and saved again, or sent on; so do edited ones. */
export const PROCESSINGS = {
  "as it was taken": { edit: null, by: "camera" },
  "saved again": { edit: null, by: "save" },
  resent: { edit: null, by: "resend" },
  "pasted portrait": { edit: "pasted portrait", by: "save" },
  "typed text": { edit: "typed text", by: "save" },
  "copied piece": { edit: "copied piece", by: "save" },
  "resent portrait": { edit: "pasted portrait", by: "resend" },
  "resent text": { edit: "typed text", by: "resend" },
} as const satisfies Readonly<Record<string, Processing>>;

export type ProcessingName = keyof typeof PROCESSINGS;
export const PROCESSING_NAMES = Object.keys(PROCESSINGS) as ProcessingName[];
export const isGenuine = (processing: ProcessingName): boolean => PROCESSINGS[processing].edit === null;

/** An upload, and the positions of its parts, in its pixels. */
interface MadeUpload {
  readonly content: Buffer;
  readonly document: Patch;
  readonly portrait: Patch;
  readonly lines: readonly { readonly box: Patch; readonly text: string }[];
  /** Null if nothing was changed. */
  readonly changed: Patch | null;
}

/** A generator's photo of a card. */
interface Scene {
  upload(processing: ProcessingName): Promise<MadeUpload>;
}

/** Of equal generators and seeds the photo is one and the same, whatever becomes of it. */
export async function takePhoto(generator: Generator, seed: number): Promise<Scene> {
  const { open, places, photo } = await taken(generator, seed);
  return {
    async upload(processing) {
      const { edit, by } = PROCESSINGS[processing];
      const random = randomOf(generator, seed, PROCESSING_NAMES.indexOf(processing) + 1);
      if (by === "camera") return { content: photo.content, changed: null, ...places };
      const edited =
        edit === null ? { pixels: open.pixels, changed: null } : await generator.editor[edit](open, random);
      const content = await generator.editor[by](edited.pixels, random);
      const scale = by === "save" ? 1 : (await decoded(content)).width / open.pixels.width;
      const { changed } = edited;
      return { content, changed: changed && scaledPatch(changed, scale), ...scaledPlaces(places, scale) };
    },
  };
}

async function taken(generator: Generator, seed: number) {
  const random = randomOf(generator, seed, 0);
  const card = await generator.print(seed, random);
  const photo: Photo = await generator.capture(card, random);
  const pixels = await decoded(photo.content);
  const place = (on: Patch) => within(pixels, photo.place(on));
  const places = {
    document: place({ x: 0, y: 0, width: card.pixels.width, height: card.pixels.height }),
    portrait: place(card.portrait),
    lines: card.values.map(({ text, box }) => ({ text, box: place(box) })),
  };
  let other: Promise<OpenPhoto> | undefined;
  const open: OpenPhoto = {
    pixels,
    portrait: places.portrait,
    values: places.lines.map(({ box }) => box),
    stranger() {
      other ??= taken(generator, seed + 50_000_000).then((another) => another.open);
      return other;
    },
  };
  return { open, places, photo };
}

type Places = Pick<MadeUpload, "document" | "portrait" | "lines">;

const scaledPlaces = ({ document, portrait, lines }: Places, by: number): Places => ({
  document: scaledPatch(document, by),
  portrait: scaledPatch(portrait, by),
  lines: lines.map(({ text, box }) => ({ text, box: scaledPatch(box, by) })),
});

function randomOf({ name }: Generator, seed: number, step: number): Random {
  const word = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
  return seededRandom(seed * 7919 + word * 131 + step);
}
