import { join } from "node:path";
import { INCOMPARABLE } from "../../../edge/verdicts/match/capture-rules.ts";
import { type OpenBundle, openBundle } from "../../../inference/bundle/open.ts";
import {
  type Comparisons,
  compareAll,
  countAtLeast,
  dot,
} from "../../../inference/calibration/comparisons.ts";
import { errorRates } from "../../../inference/calibration/error-rates.ts";
import { type EnrolledPhoto, enrol, listSubjects } from "../../../inference/calibration/labelled-faces.ts";
import { LEVELS, type Level, operatingPoint } from "../../../inference/calibration/operating-point.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import { mean } from "../../../inference/statistics.ts";
import { type Evaluation, type EvaluationRequest, requiredData } from "../evaluation.ts";
import { percent, share, withInterval } from "../report/figures.ts";
import type { Report, Section } from "../report/markdown.ts";
import { bestThreshold, heldOutAccuracy, type ScoredPair } from "./accuracy.ts";
import { acquisition, issuesOf } from "./acquisition.ts";
import { copies } from "./copies.ts";
import { groupPhotoScores } from "./group-photos.ts";
import { heldOutLevels } from "./held-out.ts";
import { readPairs } from "./pairs.ts";

/** Templates and capture quality on photos of known people. */
export const faces: Evaluation = {
  summary: "face templates: error trade-off, error rates at the levels, failure to acquire, copies",
  flags: {},
  run: measureFaces,
};

async function measureFaces(request: EvaluationRequest): Promise<Report> {
  const dir = requiredData(request);
  const bundle = await openBundle(request.models, CPU);
  const pipeline = await openFacePipeline(bundle);
  const photos = await listSubjects(dir);
  const enrolment = await enrol(dir, photos, pipeline);
  const comparisons = compareAll(enrolment.enrolled);
  const { mated, nonMated, sizes } = comparisons;
  const groups = await groupPhotoScores(join(dir, "_groups"), pipeline);
  const sections = [
    ...(await accuracySections(dir, enrolment.enrolled)),
    levels(bundle, comparisons, groups),
    supported(enrolment.enrolled, comparisons),
    tradeOff(comparisons),
    acquisition(enrolment),
    ...(await copies(dir, enrolment.enrolled, pipeline)),
  ];
  await bundle.release();
  const facts = {
    bundle: bundle.name,
    "template version": bundle.templateVersion,
    photos: photos.length,
    "with a face": enrolment.enrolled.length,
    subjects: sizes.length,
    "mated comparisons": mated.score.length,
    "non-mated comparisons": nonMated.score.length,
    "comparisons within one group photo": groups.length,
  };
  return { title: "Face templates", facts, sections };
}

/** Accuracy on the folder's pairs: on all, and on those whose photos the API does not reject to compare. */
async function accuracySections(dir: string, enrolled: readonly EnrolledPhoto[]): Promise<Section[]> {
  const comparable = enrolled.filter(
    ({ analysis }) => !issuesOf(analysis).some((issue) => INCOMPARABLE.includes(issue)),
  );
  const all = await scoredPairs(dir, enrolled);
  if (all.length === 0) return [];
  const compared = (await scoredPairs(dir, comparable)).filter(({ score }) => Number.isFinite(score));
  const rows = [accuracyRow("all", all), accuracyRow("that the API compares", compared)];
  const columns = ["pairs", "", "at the best threshold", "at one fitted on the other part", "its deviation"];
  const text = `The best threshold gives an upper bound. A pair of which a photo gave no template counts as wrong. The API refuses to compare photos with ${INCOMPARABLE.join(", ")}.`;
  return [{ heading: "Accuracy", text, table: { columns, rows } }];
}

function accuracyRow(name: string, pairs: readonly ScoredPair[]): (string | number)[] {
  const accuracies = heldOutAccuracy(pairs);
  const centre = mean(accuracies);
  const spread = Math.sqrt(mean(accuracies.map((value) => (value - centre) ** 2)));
  return [name, pairs.length, ...[bestThreshold(pairs).accuracy, centre, spread].map(twoDecimals)];
}

const twoDecimals = (rate: number) => `${(100 * rate).toFixed(2)} %`;

/** The folder's pairs. A pair is wrong at any threshold when one of its photos gave no template. */
async function scoredPairs(dir: string, enrolled: readonly EnrolledPhoto[]): Promise<ScoredPair[]> {
  const vectors = new Map(enrolled.map(({ file, vector }) => [join(dir, file), vector]));
  return (await readPairs(dir)).map(({ x, y, mated, fold }) => {
    const [a, b] = [vectors.get(x), vectors.get(y)];
    const missed = mated ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return { score: a && b ? dot(a, b) : missed, mated, fold };
  });
}

function levels(bundle: OpenBundle, comparisons: Comparisons, groups: readonly number[]): Section {
  const rows = bundle.operatingPoints.map(({ level, comparisonScore }) => {
    const { fmr, fmrInterval, fnmr, fnmrInterval } = errorRates(comparisons, comparisonScore);
    const matches = groups.filter((score) => score >= comparisonScore).length;
    return [
      level,
      comparisonScore,
      withInterval(fmr, fmrInterval),
      withInterval(fnmr, fnmrInterval),
      share(matches, groups.length),
    ];
  });
  return {
    heading: "The pack's levels on this material",
    text: "95 % intervals over resampled subjects, or exact where errors are few.",
    table: {
      columns: ["level", "comparison score", "FMR", "FNMR", "false matches within group photos"],
      rows,
    },
  };
}

/** Points of the DET curve: the false non-matches that each false match rate costs. */
function tradeOff({ mated, nonMated }: Comparisons): Section {
  const rows = [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6].flatMap((fmr) => {
    const rank = Math.floor(fmr * nonMated.score.length);
    if (rank === 0) return [];
    const threshold = nonMated.score[rank - 1]!;
    const fnmr = 1 - countAtLeast(mated, threshold) / mated.score.length;
    return [[percent(fmr), threshold.toFixed(4), percent(fnmr)]];
  });
  return { heading: "Error trade-off", table: { columns: ["FMR", "comparison score", "FNMR"], rows } };
}

function supported(enrolled: readonly EnrolledPhoto[], comparisons: Comparisons): Section {
  const points = (Object.keys(LEVELS) as Level[]).map((level) => operatingPoint(comparisons, level));
  const lines = points.map((point) =>
    "refused" in point
      ? `- \`${point.level}\` refused: ${point.refused}`
      : `- \`${point.level}\` at ${point.comparisonScore}: FMR ${withInterval(point.fmr, point.fmrInterval)}, FNMR ${withInterval(point.fnmr, point.fnmrInterval)}`,
  );
  return {
    heading: "Levels that this material supports",
    text: `${lines.join("\n")}\n\nSet on a random half of the subjects and measured on the other:`,
    table: heldOutLevels(enrolled),
  };
}
