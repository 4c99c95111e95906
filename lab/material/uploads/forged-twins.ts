import sharp from "sharp";
import { withWrongCheckDigit } from "../documents/mrz.ts";
import { inventHolder, type SpecimenOptions } from "../documents/specimen.ts";
import { type DocumentTemplate, TEMPLATES, TWO_SIDED } from "../documents/templates.ts";
import { SAMPLE_FACES } from "../faces/sample-faces.ts";
import { type Attack, makeCase, setScene } from "./document-cases.ts";
import { saveAgain } from "./forgery.ts";

type Image = Uint8Array<ArrayBuffer>;
const bytes = (content: Buffer): Image => new Uint8Array(content);

/** A genuine image of a document, a forged one of the same document, and that one in the dark. */
export type Twins = Readonly<Record<"genuine" | "forged" | "dark", Image>>;
type Forge = (template: DocumentTemplate, seed: number) => Promise<{ original: Buffer; content: Buffer }>;
type Forgery<T> = readonly [name: string, template: string, seed: number, forge: T];

/** The manipulation of the forged image; each is applied to another document. */
export const FORGERIES: readonly Forgery<Forge>[] = [
  ["a portrait pasted in", "utopia-passport", 41, edited("photo_swap")],
  ["a line typed over", "utopia-card", 42, edited("text_edit")],
  ["a piece of the page copied", "avalon-card", 43, edited("copy_move")],
  ["a line of another document", "lemuria-passport", 44, edited("splice")],
  ["the same image saved again", "utopia-permit", 45, savedAgain],
  ["the same MRZ under another's portrait, printed again", "utopia-card", 46, printedAgain],
];

function edited(attack: Attack): Forge {
  return (template, seed) => makeCase(template, attack, seed);
}

async function savedAgain(template: DocumentTemplate, seed: number) {
  const { content: original } = (await setScene(template, seed)).capture;
  return { original, content: await saveAgain(original, { format: "jpeg", quality: 80 }) };
}

async function printedAgain(template: DocumentTemplate, seed: number) {
  const { content: original } = (await setScene(template, seed)).capture;
  const { content } = (await setScene(template, seed, { portrait: SAMPLE_FACES[4]! })).capture;
  return { original, content };
}

/** The images of one of `FORGERIES`. */
export async function makeTwins([, name, seed, forge]: Forgery<Forge>): Promise<Twins> {
  const { original, content } = await forge(named(TEMPLATES, name), seed);
  const dark = await sharp(content).resize(800).linear(0.12).jpeg({ quality: 90 }).toBuffer();
  return { genuine: bytes(original), forged: bytes(content), dark: bytes(dark) };
}

/** Images of a card's two sides. */
export type Sides = Readonly<Record<"front" | "back", Image>>;
type ForgeSide = (template: DocumentTemplate, seed: number) => Promise<Partial<Sides>>;

/** Manipulations of one side of a card whose other side is genuine. */
export const SIDE_FORGERIES: readonly Forgery<ForgeSide>[] = [
  ["another's back", "utopia-residence", 51, async (of, seed) => ({ back: await backOf(of, seed + 10) })],
  [
    "a wrong check digit",
    "utopia-residence",
    52,
    withMrz((mrz) => withWrongCheckDigit(mrz, "TD1", "composite")),
  ],
  ["a portrait pasted in", "ruritania-residence", 54, withFront("photo_swap")],
  ["a line typed over", "france-card", 55, withFront("text_edit")],
];

function withMrz(alterMrz: NonNullable<SpecimenOptions["alterMrz"]>): ForgeSide {
  return async (template, seed) => ({ back: await backOf(template, seed, { alterMrz }) });
}

function withFront(attack: Attack): ForgeSide {
  return async (template, seed) => ({ front: bytes((await makeCase(template, attack, seed)).content) });
}

/** The images of one of `SIDE_FORGERIES`: the genuine card, and the one with a forged side. */
export async function makeSides([, name, seed, forge]: Forgery<ForgeSide>): Promise<{
  genuine: Sides;
  forged: Sides;
}> {
  const template = named(TWO_SIDED, name);
  const front = bytes((await setScene(template, seed)).capture.content);
  const genuine = { front, back: await backOf(template, seed) };
  return { genuine, forged: { ...genuine, ...(await forge(template, seed)) } };
}

/** Taken a moment after the front: another image, of the same holder's card. */
async function backOf(template: DocumentTemplate, seed: number, changes: Partial<SpecimenOptions> = {}) {
  const holder = inventHolder(seed, template);
  const { capture } = await setScene(template, seed + 1000, { side: "back", holder, ...changes });
  return bytes(capture.content);
}

const named = (templates: readonly DocumentTemplate[], name: string) =>
  templates.find((each) => each.name === name)!;
