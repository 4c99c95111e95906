import { type Random, seededRandom } from "../random.ts";
import { type Patch, scaledPatch } from "../uploads/forgery.ts";
import type { EditName, Maker, OpenPhoto, Photo } from "./maker.ts";
import { decoded, within } from "./pictures.ts";

/** What becomes of a photo: which edit, if any, and how it reaches the service. */
interface Fate {
  readonly edit: EditName | null;
  readonly by: "camera" | "save" | "resend";
}

/** Genuine uploads come as the camera saved them, opened and saved again, or sent on; so do edited ones. */
export const FATES = {
  "as it was taken": { edit: null, by: "camera" },
  "saved again": { edit: null, by: "save" },
  resent: { edit: null, by: "resend" },
  "pasted portrait": { edit: "pasted portrait", by: "save" },
  "typed text": { edit: "typed text", by: "save" },
  "copied piece": { edit: "copied piece", by: "save" },
  "resent portrait": { edit: "pasted portrait", by: "resend" },
  "resent text": { edit: "typed text", by: "resend" },
} as const satisfies Readonly<Record<string, Fate>>;

export type FateName = keyof typeof FATES;
export const FATE_NAMES = Object.keys(FATES) as FateName[];
export const isGenuine = (fate: FateName): boolean => FATES[fate].edit === null;

/** An upload, and where things lie in it, in its pixels. */
interface MadeUpload {
  readonly content: Buffer;
  readonly document: Patch;
  readonly portrait: Patch;
  readonly lines: readonly { readonly box: Patch; readonly text: string }[];
  /** Null where nothing was changed. */
  readonly changed: Patch | null;
}

/** A maker's photo of somebody's card. */
interface Scene {
  upload(fate: FateName): Promise<MadeUpload>;
}

/** Of equal makers and seeds the photo is one and the same, whatever becomes of it. */
export async function takePhoto(maker: Maker, seed: number): Promise<Scene> {
  const { open, places, photo } = await taken(maker, seed);
  return {
    async upload(fate) {
      const { edit, by } = FATES[fate];
      const random = randomOf(maker, seed, FATE_NAMES.indexOf(fate) + 1);
      if (by === "camera") return { content: photo.content, changed: null, ...places };
      const edited =
        edit === null ? { pixels: open.pixels, changed: null } : await maker.editor[edit](open, random);
      const content = await maker.editor[by](edited.pixels, random);
      const scale = by === "save" ? 1 : (await decoded(content)).width / open.pixels.width;
      const { changed } = edited;
      return { content, changed: changed && scaledPatch(changed, scale), ...scaledPlaces(places, scale) };
    },
  };
}

async function taken(maker: Maker, seed: number) {
  const random = randomOf(maker, seed, 0);
  const card = await maker.print(seed, random);
  const photo: Photo = await maker.capture(card, random);
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
      other ??= taken(maker, seed + 50_000_000).then((another) => another.open);
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

function randomOf({ name }: Maker, seed: number, step: number): Random {
  const word = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7);
  return seededRandom(seed * 7919 + word * 131 + step);
}
