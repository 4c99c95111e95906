import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { decodeImage } from "../../inference/imaging/decode.ts";
import type { Raster } from "../../inference/imaging/raster.ts";
import { crop } from "../../inference/imaging/resize.ts";
import { openPack } from "../../inference/pack/open.ts";
import { type FacePipeline, openFacePipeline } from "../../inference/pipelines/face.ts";
import { bestAccuracy, compareAll, dot, operatingPoint, type Sample } from "./comparisons.ts";

/**
 * Measures the templates of a model pack: `node test/evaluate/faces.ts --data DIR [--models DIR]`, with DIR as
 * `eval/faces`. Mated and non-mated comparisons are all pairs among LFW's first fold and CompreFace's single persons.
 * "samePhoto" are pairs of people out of one group photo: alike in light, camera and often in kin, age and sex, they
 * match falsely far more often than LFW's strangers.
 */
const { values } = parseArgs({ options: { data: { type: "string" }, models: { type: "string" } } });
if (values.data === undefined) throw new Error("--data DIR is missing");

const LEVELS = { "fmr_1e-2": 1e-2, "fmr_1e-3": 1e-3, "fmr_1e-4": 1e-4 } as const;
const ENGINE = { provider: "cpu", deviceId: 0, fallbackToCpu: false, intraOpThreads: 1 } as const;

const pack = await openPack(values.models ?? ".local/models", ENGINE);
const face = await openFacePipeline(pack);
const lfw = join(values.data, "lfw_pairs");
const groups = join(values.data, "compreface");
const persons = JSON.parse(await readFile(join(groups, "annotations.json"), "utf8")).person as Record<
  string,
  string
>;

const byFile = new Map<string, readonly number[]>();
const samples: Sample[] = [];
const withoutFace: string[] = [];
async function enrol(path: string, file: string, subject: string) {
  const { principal } = await face.analyze(await decodeImage(await readFile(path)));
  if (principal === undefined) return withoutFace.push(file);
  byFile.set(file, principal.template.vector);
  return samples.push({ subject, vector: principal.template.vector });
}

for (const file of (await readdir(join(lfw, "img"))).sort()) {
  await enrol(join(lfw, "img", file), file, file.replace(/_\d+\.jpg$/, ""));
}
for (const [file, person] of Object.entries(persons)) {
  await enrol(join(groups, file), file, `compreface ${person}`);
}

const rows = (await readFile(join(lfw, "pairs.csv"), "utf8")).trim().split("\n").slice(1);
const pairs = rows.flatMap((row) => {
  const [x, y, same] = row.split(",");
  const [a, b] = [byFile.get(x!), byFile.get(y!)];
  return a && b ? [{ score: dot(a, b), mated: same === "1" }] : [];
});

const comparisons = compareAll(samples);
const samePhoto = await samePhotoScores(face, groups, persons);
const operatingPoints = Object.entries(LEVELS).map(([level, target]) => {
  const point = operatingPoint(comparisons, target);
  if (point === null) return { level, refused: "too few subjects" };
  return { level, ...point, samePhoto: samePhoto.filter((score) => score >= point.comparisonScore).length };
});
const report = {
  pack: pack.name,
  templateVersion: pack.templateVersion,
  images: samples.length,
  subjects: comparisons.sizes.length,
  withoutFace,
  lfwPairs: pairs.length,
  lfwBestAccuracy: bestAccuracy(pairs),
  samePhotoComparisons: samePhoto.length,
  operatingPoints,
};
console.log(JSON.stringify(report, null, 2));

async function samePhotoScores(pipeline: FacePipeline, folder: string, known: Record<string, string>) {
  const scores: number[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".jpg") && !(name in known))) {
    const picture = await decodeImage(await readFile(join(folder, file)));
    const { faces } = await pipeline.analyze(picture);
    const vectors: (readonly number[])[] = [];
    for (const { box } of faces) {
      const { principal } = await pipeline.analyze(surroundings(picture, box));
      if (principal) vectors.push(principal.template.vector);
    }
    scores.push(...vectors.flatMap((a, n) => vectors.slice(n + 1).map((b) => dot(a, b))));
  }
  return scores;
}

/** The face and half its size around it, so that its neighbours are cut. */
function surroundings(picture: Raster, { x, y, width, height }: Parameters<typeof crop>[1]): Raster {
  return crop(picture, { x: x - width / 2, y: y - height / 2, width: width * 2, height: height * 2 });
}
