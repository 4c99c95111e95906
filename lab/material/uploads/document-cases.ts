import { readFileSync } from "node:fs";
import sharp from "sharp";
import { boundingBox } from "../../../inference/geometry/boxes.ts";
import { flattening, rectangle } from "../../../inference/geometry/quad.ts";
import { apply } from "../../../inference/geometry/transform.ts";
import { type Capture, type CaptureOptions, captureDocument, rawPixels } from "../capture/capture.ts";
import { LAYOUT_NAMES, showOnDisplay } from "../capture/display.ts";
import { type Camera, type Light, photograph, toLight } from "../capture/phone-camera.ts";
import { photocopy, printHalftone, screenshot } from "../capture/recapture.ts";
import {
  inventHolder,
  type Place,
  renderSpecimen,
  type Specimen,
  type SpecimenOptions,
} from "../documents/specimen.ts";
import type { DocumentTemplate } from "../documents/templates.ts";
import { SAMPLE_FACES } from "../faces/sample-faces.ts";
import { between, pick, type Random, seededRandom } from "../random.ts";
import {
  movePatch,
  type Patch,
  pasteImage,
  retype,
  type Save,
  saveAgain,
  scaledPatch,
  splice,
} from "./forgery.ts";

/** One upload, its manipulation, and the places of the document's elements in it. */
interface DocumentCase {
  readonly template: string;
  readonly attack: Attack | "none";
  readonly content: Buffer;
  /** The phone's own image, before any manipulation. */
  readonly original: Buffer;
  /** The changed area, in the upload's pixels; null if nothing or everything was changed. */
  readonly changed: Patch | null;
  readonly portrait: Patch;
  readonly document: Patch;
  /** Printed values, with the value before the manipulation. */
  readonly lines: readonly { readonly box: Patch; readonly text: string }[];
}

/** A captured document, as a forger or an honest user holds it. */
interface Scene {
  readonly specimen: Specimen;
  readonly capture: Capture;
  readonly options: CaptureOptions;
  readonly random: Random;
  place(on: Place): Patch;
}

interface UploadContent {
  readonly content: Buffer;
  readonly changed: Patch | null;
  /** Positions of the specimen's parts, if they differ from the capture's. */
  readonly place?: Scene["place"];
}
type Make = (scene: Scene, stranger: () => Promise<Scene>) => Promise<UploadContent>;

/** Presentations that are genuine, and attacks on documents; each is made of a capture. */
const ATTACKS = {
  photo_swap: async (scene) => {
    const changed = scene.place(scene.specimen.portrait);
    const { photo, face } = pick(scene.random, SAMPLE_FACES.slice(3));
    const image = await sharp(readFileSync(photo))
      .extract({ left: face.x, top: face.y, width: face.width, height: face.height })
      .png()
      .toBuffer();
    return { content: await pasteImage(scene.capture.content, image, changed, saving(scene)), changed };
  },
  text_edit: async (scene) => {
    const changed = grown(value(scene), 4);
    const words = pick(scene.random, ["HARRISON", "12.03.1991", "NOVAK", "4QX81L7ZK"]);
    const paper = scene.random() < 0.5 ? await colourAt(scene.capture.content, changed) : "#e9edf0";
    return { content: await retype(scene.capture.content, words, changed, saving(scene), paper), changed };
  },
  copy_move: async (scene) => {
    const from = grown(value(scene), 3);
    const [x, y] = [from.x + 3, from.y + Math.round(from.height * between(scene.random, 1.8, 3.2))];
    const content = await movePatch(scene.capture.content, from, x, y, saving(scene));
    return { content, changed: { ...from, x, y } };
  },
  splice: async (scene, stranger) => {
    const other = await stranger();
    const changed = grown(value(scene), 4);
    const from = grown(value(other), 4);
    const content = await splice(scene.capture.content, other.capture.content, from, changed, saving(scene));
    return { content, changed };
  },
  screen: async ({ specimen, options, random }) => {
    const pixels = Math.round(between(random, 450, 1500));
    const { light, exposure } = await showOnDisplay(specimen.content, pixels, pick(random, LAYOUT_NAMES));
    return seenBySensor(light, { ...sensor(options, random), exposure, lamp: [1, 1, 1] });
  },
  print: async ({ specimen, options, random }) => {
    const printed = await printHalftone(specimen.content, Math.round(between(random, 420, 640)));
    return seenBySensor(await paperLight(printed), sensor(options, random));
  },
  photocopy: async ({ specimen, options, random }) => {
    const copy = await photocopy(specimen.content, random);
    return random() < 0.5
      ? retaken(options, copy)
      : seenBySensor(await paperLight(copy), sensor(options, random));
  },
  screenshot: async ({ specimen, random }) => {
    const { content: shot, card } = await screenshot(specimen.content, random);
    const content = random() < 0.5 ? shot : await saveAgain(shot, { format: "jpeg", quality: 92 });
    const scale = card.width / specimen.width;
    const place = ({ x, y, width, height }: Place) =>
      scaledPatch({ x: x + card.x / scale, y: y + card.y / scale, width, height }, scale);
    return { content, changed: null, place };
  },
} satisfies Record<string, Make>;

export type Attack = keyof typeof ATTACKS;
export const ATTACK_NAMES = Object.keys(ATTACKS) as Attack[];
/** Attacks on the image's pixels, after the capture. */
const EDITS: readonly Attack[] = ["photo_swap", "text_edit", "copy_move", "splice"];

/** An upload of a template's document, genuine or attacked; equal seeds give equal files. */
export async function makeCase(
  template: DocumentTemplate,
  attack: Attack | "none",
  seed: number,
): Promise<DocumentCase> {
  const scene = await setScene(template, seed);
  const make: Make = attack === "none" ? genuine : ATTACKS[attack];
  const made = await make(scene, () => setScene(template, seed + 500_000));
  const isSent = EDITS.includes(attack as Attack) && scene.random() < SENT;
  const { content, changed, place = scene.place } = isSent ? await sent(made, scene) : made;
  const { width, height } = scene.specimen;
  const document = place({ x: 0, y: 0, width, height });
  const portrait = place(scene.specimen.portrait);
  const lines = Object.values(scene.specimen.values).map(({ text, ...at }) => ({ box: place(at), text }));
  const original = scene.capture.content;
  return { template: template.name, attack, content, original, changed, portrait, document, lines };
}

/**
 * As the camera saved it, of a third also as its sensor saw it, as displays and prints are; a third opened
 * and saved again, a few of these made smaller.
 */
async function genuine(scene: Scene): Promise<UploadContent> {
  const { specimen, capture, options, random } = scene;
  const made: UploadContent = { content: capture.content, changed: null };
  const processing = random();
  if (processing < 0.33) return seenBySensor(await paperLight(specimen.content), sensor(options, random));
  if (processing < 0.65) return made;
  if (processing >= 0.9) return sent(made, scene);
  const save: Save = { format: "jpeg", quality: Math.round(between(random, 75, 97)) };
  return { content: await saveAgain(capture.content, save), changed: null };
}

/** Share of edited photos that are resent as messengers do, which hides traces best. */
const SENT = 0.1;

/** Makes the image smaller and saves it again, as a messenger does. */
async function sent(
  { content, changed }: UploadContent,
  { capture, random, place }: Scene,
): Promise<UploadContent> {
  const width = Math.round(capture.width * between(random, 0.75, 0.95));
  const quality = Math.round(between(random, 75, 97));
  const by = width / capture.width;
  return {
    content: await sharp(content).resize(width).jpeg({ quality }).toBuffer(),
    changed: changed && scaledPatch(changed, by),
    place: (on) => scaledPatch(place(on), by),
  };
}

/** A template's document in front of a phone; `changes` are the printer's. */
export async function setScene(
  template: DocumentTemplate,
  seed: number,
  changes: Partial<SpecimenOptions> = {},
): Promise<Scene> {
  const random = seededRandom(seed * 7919 + 17);
  const specimen = await renderSpecimen({
    format: template.format,
    template,
    holder: inventHolder(seed, template),
    portrait: SAMPLE_FACES[seed % 3]!,
    seed,
    scale: 16,
    ...changes,
  });
  const options = phone(random, seed);
  const capture = await captureDocument(specimen.content, options);
  const onPhoto = flattening(capture.corners, specimen.width, specimen.height);
  const place = ({ x, y, width, height }: Place): Patch => {
    const box = boundingBox(rectangle(x, y, width, height).map((corner) => apply(onPhoto, corner)));
    const [left, top] = [Math.max(0, Math.round(box.x)), Math.max(0, Math.round(box.y))];
    return {
      x: left,
      y: top,
      width: Math.min(capture.width - left, Math.round(box.width)),
      height: Math.min(capture.height - top, Math.round(box.height)),
    };
  };
  return { specimen, capture, options, random, place };
}

/** One phone in one light. */
function phone(random: Random, seed: number): CaptureOptions {
  return {
    seed,
    longSide: Math.round(between(random, 1200, 1900)),
    coverage: between(random, 0.7, 0.88),
    perspective: between(random, 0.005, 0.03),
    rotation: between(random, -6, 6),
    blur: between(random, 0.55, 1.1),
    noise: between(random, 1.5, 6),
    processing: random() < 0.5 ? between(random, 0.2, 0.8) : 0,
    glare: random() < 0.25 ? between(random, 15, 60) : 0,
    shadow: random() < 0.25 ? between(random, 0.1, 0.35) : 0,
    quality: Math.round(between(random, 50, 95)),
  };
}

/**
 * The same phone down to its sensor: its lens, how many of its pixels make one of the photo, and half the
 * time a warm lamp.
 */
const sensor = (options: CaptureOptions, random: Random): Camera => ({
  ...options,
  blur: between(random, 0.4, 0.8),
  noise: between(random, 1, 4),
  oversampling: random() < 0.5 ? 1 : between(random, 1, 1.6),
  exposure: 1,
  lamp: random() < 0.5 ? [1, between(random, 0.92, 0.98), between(random, 0.65, 0.95)] : [1, 1, 1],
});

const paperLight = async (paper: Buffer): Promise<Light> => toLight(await rawPixels(sharp(paper)));

async function seenBySensor(light: Light, camera: Camera): Promise<UploadContent> {
  const { content } = await photograph(light, camera);
  return { content, changed: null };
}

async function retaken(options: CaptureOptions, document: Buffer): Promise<UploadContent> {
  const { content } = await captureDocument(document, options);
  return { content, changed: null };
}

/**
 * A forger's habits: two in five blend the patch's rim, one in three adds noise to the patch. Few save
 * without loss; most save at a usual quality.
 */
function saving({ random }: Scene): Save {
  const feather = random() < 0.4 ? Math.round(between(random, 1, 4)) : 0;
  const grain = random() < 0.33 ? between(random, 1, 4) : 0;
  const craft = { feather, grain };
  return random() < 0.15
    ? { format: "png", ...craft }
    : { format: "jpeg", quality: Math.round(between(random, 75, 97)), ...craft };
}

function value({ specimen, random, place }: Scene): Patch {
  const key = pick(random, ["surname", "dateOfBirth", "documentNumber", "dateOfExpiry"] as const);
  return place(specimen.values[key]!);
}

const grown = ({ x, y, width, height }: Patch, by: number): Patch => ({
  x: Math.max(0, x - by),
  y: Math.max(0, y - by),
  width: width + 2 * by,
  height: height + 2 * by,
});

/** The colour just above a patch, as a careful forger picks it. */
async function colourAt(photo: Buffer, { x, y, width }: Patch): Promise<string> {
  const strip = sharp(photo).extract({ left: x, top: Math.max(0, y - 6), width, height: 4 });
  const [red, green, blue] = (await sharp(await strip.png().toBuffer()).stats()).channels;
  return `rgb(${[red, green, blue].map((channel) => Math.round(channel!.mean)).join(" ")})`;
}
