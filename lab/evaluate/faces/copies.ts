import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Template } from "../../../edge/inference/port.ts";
import { similarityOf } from "../../../edge/verdicts/match/comparison.ts";
import {
  bitsApart,
  isPortraitCopied,
  isRegisteredPhoto,
  mirrored,
} from "../../../edge/verdicts/match/copy.ts";
import { exactInterval } from "../../../inference/calibration/binomial.ts";
import { dot } from "../../../inference/calibration/comparisons.ts";
import type { EnrolledPhoto } from "../../../inference/calibration/labelled-faces.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { FacePipeline } from "../../../inference/pipelines/face/face.ts";
import type { FaceTemplate } from "../../../inference/pipelines/types.ts";
import { share, withInterval } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";

/** One photo in this many is copied. */
const COPIED_OF = 16;

type Change = (photo: Sharp, size: { width: number; height: number }) => Sharp;

/** Changes to another person's photo before it is sent. */
const CHANGES: Readonly<Record<string, Change>> = {
  "saved again, JPEG 80": (photo) => photo.jpeg({ quality: 80 }),
  "JPEG 50": (photo) => photo.jpeg({ quality: 50 }),
  "JPEG 40": (photo) => photo.jpeg({ quality: 40 }),
  "enlarged 2.7 times": (photo, { width }) => photo.resize(Math.round(2.7 * width)),
  "cut by 3 % on each side": (photo, size) => photo.extract(inner(size, 0.03)),
  "cut by 5 % on each side": (photo, size) => photo.extract(inner(size, 0.05)),
  "a mirror image": (photo) => photo.flop(),
  "brighter by 30 %": (photo) => photo.modulate({ brightness: 1.3 }),
  "darker by 30 %": (photo) => photo.modulate({ brightness: 0.7 }),
  "more contrast": (photo) => photo.linear(1.35, -45),
  "without colour": (photo) => photo.greyscale(),
  "turned by 3°": (photo) => photo.rotate(3, { background: "#808080" }),
  "turned by 10°": (photo) => photo.rotate(10, { background: "#808080" }),
};

const inner = ({ width, height }: { width: number; height: number }, cut: number) => ({
  left: Math.round(cut * width),
  top: Math.round(cut * height),
  width: Math.round((1 - 2 * cut) * width),
  height: Math.round((1 - 2 * cut) * height),
});

const templateOf = ({ vector, model, perceptualHash }: FaceTemplate): Template => ({
  vector: Float32Array.from(vector),
  version: model.version,
  hashes: [perceptualHash],
});

/** Bits between two hashes, or one of them and the other's mirror image. */
const apart = ([a]: readonly Uint8Array[], [b]: readonly Uint8Array[]) =>
  Math.min(bitsApart(a!, b!), bitsApart(mirrored(a!), b!));

/** How often two photos of one person, or of two, count as one photo, and how often copies do. */
export async function copies(
  dir: string,
  enrolled: readonly EnrolledPhoto[],
  pipeline: FacePipeline,
): Promise<Section[]> {
  const photos = enrolled.map(({ subject, face }) => ({ subject, template: templateOf(face.template) }));
  const pairs = { same: [] as Compared[], other: [] as Compared[] };
  for (const [n, a] of photos.entries()) {
    for (const b of photos.slice(n + 1)) {
      pairs[a.subject === b.subject ? "same" : "other"].push({ subject: a.subject, ...compared(a, b) });
    }
  }
  const rows = Object.entries(CHANGES).map(([name]) => ({ name, all: 0, portrait: 0, photo: 0 }));
  for (const { file, face } of enrolled.filter((_, n) => n % COPIED_OF === 0)) {
    const content = await readFile(join(dir, file));
    const { width, height } = await decodeImage(content);
    for (const row of rows) {
      const changed = await CHANGES[row.name]!(sharp(content), { width, height }).toBuffer();
      const { principal } = await pipeline.analyze(await decodeImage(changed), { landmarks: false });
      if (principal === undefined) continue;
      const [copy, original] = [templateOf(principal.template), templateOf(face.template)];
      row.all++;
      if (isPortraitCopied(copy, original)) row.portrait++;
      if (isRegisteredPhoto(copy.hashes, original)) row.photo++;
    }
  }
  return [
    {
      heading: "Different photos that count as one",
      text: "Intervals by person: each person with a pair that counts is one sample.",
      table: {
        columns: ["pairs", "", "most alike", "nearest hashes", "copies of a portrait", "the same photo"],
        rows: [row("of one person", pairs.same), row("of two people", pairs.other)],
      },
    },
    {
      heading: "Copies that are found",
      table: {
        columns: ["one photo in 16", "as a portrait's", "as a photo that was sent or registered"],
        rows: rows.map(({ name, all, portrait, photo }) => [name, share(portrait, all), share(photo, all)]),
      },
    },
  ];
}

interface Compared {
  readonly subject: string;
  readonly similarity: number;
  readonly bits: number;
  readonly portrait: boolean;
  readonly photo: boolean;
}

function compared(a: { template: Template }, b: { template: Template }): Omit<Compared, "subject"> {
  return {
    similarity: similarityOf(dot(a.template.vector, b.template.vector)),
    bits: apart(a.template.hashes, b.template.hashes),
    portrait: isPortraitCopied(a.template, b.template) === true,
    photo: isRegisteredPhoto(a.template.hashes, b.template) === true,
  };
}

function row(name: string, pairs: readonly Compared[]): (string | number)[] {
  const people = new Set(pairs.map(({ subject }) => subject)).size;
  const of = (counts: (pair: Compared) => boolean) => {
    const found = new Set(pairs.filter(counts).map(({ subject }) => subject)).size;
    return withInterval(found / people, exactInterval(found, people));
  };
  const most = pairs.reduce((best, { similarity }) => Math.max(best, similarity), 0);
  const nearest = pairs.reduce((best, { bits }) => Math.min(best, bits), 1024);
  return [name, pairs.length, most.toFixed(4), nearest, of((p) => p.portrait), of((p) => p.photo)];
}
