import { writeFile } from "node:fs/promises";
import type { Signal } from "../../../edge/verdicts/fraud/signals/signal.ts";
import { fuse, weighMeasured } from "../../../edge/verdicts/fraud/signals/signals.ts";
import { type OpenBundle, openBundle } from "../../../inference/bundle/open.ts";
import {
  CALIBRATION,
  type CalibrationPoints,
  calibrated,
} from "../../../inference/forensics/detector/calibration.ts";
import { INDICATORS, type IndicatorName } from "../../../inference/forensics/detector/indicators.ts";
import { DETECTORS } from "../../../inference/forensics/detectors.ts";
import { openForensicModels } from "../../../inference/forensics/graphs.ts";
import { readUploadFile } from "../../../inference/forensics/upload/upload-file.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { openDocumentPipeline } from "../../../inference/pipelines/document/document.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import { subjectOf } from "../../../inference/pipelines/forensics.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import { quantile } from "../../../inference/statistics.ts";
import { TEMPLATES } from "../../material/documents/templates.ts";
import { ATTACK_NAMES, type Attack, makeCase } from "../../material/uploads/document-cases.ts";
import type { Evaluation, EvaluationRequest } from "../evaluation.ts";
import { percent } from "../report/figures.ts";
import type { Report, Section } from "../report/markdown.ts";
import { canFit, fitCalibration } from "./fit.ts";
import { areaUnderCurve, missRateAt, type Scores } from "./statistics.ts";

/**
 * Genuine uploads for each attacked one of a template: the points are fitted on the tail of the genuine
 * values.
 */
const GENUINE = 8;
const RATE = 0.1;
const NAMES = Object.keys(INDICATORS) as IndicatorName[];

/**
 * Values of genuine material that the generator does not cover: photos cropped and saved again (histories),
 * published specimens with small or pixel-sharp print, scans of pale documents, and the cards and cameras of
 * `lab/material/generators`, whose enlarged portraits keep their file's blocks. In one of fifty captures a
 * portrait's edges lie on the pixel grid at three sides. Slanted lines of coloured text rotate hue.
 */
const FLOORS: Readonly<Partial<Record<IndicatorName, number>>> = {
  foreign_history: 55,
  foreign_history_at_text: 55,
  foreign_history_in_portrait: 55,
  seam_at_portrait: 12,
  seam_at_text: 3.6,
  seam_on_page: 3.8,
  resampled_portrait: 8.2,
  turning_hue: 0.4,
  halftone: 1.4,
  odd_word: 6.6,
  odd_character: 8.5,
  odd_slope: 1.4,
  copied_patch: 17,
  missing_colour: -3,
};

interface MeasuredUpload {
  readonly attack: Attack | "none";
  readonly values: ReadonlyMap<IndicatorName, number>;
}

/** Every indicator by itself, its calibration, and its contribution. */
export const indicators: Evaluation = {
  summary: "indicators of forgery one by one: fits their calibration, and reports the contribution of each",
  flags: {
    count: "uploads for each template and attack, eight times as many genuine ones (12)",
    use: "templates: tuning, or reporting, which nothing may be fitted on (tuning)",
    write: "the file that the fitted calibration is written to (none)",
  },
  run: measureIndicators,
};

async function measureIndicators(request: EvaluationRequest): Promise<Report> {
  const [count, use] = [Number(request.flag("count") ?? 12), request.flag("use") ?? "tuning"];
  const write = request.flag("write");
  if (write !== undefined && use !== "tuning")
    throw new Error("--write takes a calibration of tuning templates.");
  const bundle = await openBundle(request.models, CPU);
  const uploads = await measured(await openLook(bundle), count, use);
  await bundle.release();
  const points = Object.fromEntries(NAMES.map((name) => [name, pointsOf(uploads, name)])) as Record<
    IndicatorName,
    CalibrationPoints
  >;
  if (write !== undefined) await writeFile(write, `${JSON.stringify(points, null, 2)}\n`);
  const facts = { templates: use, uploads: uploads.length, genuine: uploads.filter(isGenuine).length };
  return {
    title: "Indicators of forgery",
    facts,
    sections: [areas(uploads), fitted(uploads, points), fused(uploads, points)],
  };
}

/** Every value of an upload, from the real reader, because an indicator must tolerate its errors. */
type Look = (content: Uint8Array) => Promise<ReadonlyMap<IndicatorName, number>>;

async function openLook(bundle: OpenBundle): Promise<Look> {
  const documents = await openDocumentPipeline(bundle, await openFacePipeline(bundle));
  const models = await openForensicModels(bundle.open);
  return async (content) => {
    const raster = await decodeImage(content);
    const reading = await documents.read(raster, { portrait: "place" });
    const subject = subjectOf(await readUploadFile(content), raster, reading);
    const values = new Map<IndicatorName, number>();
    for (const { measure } of DETECTORS) {
      for (const { indicator, value } of await measure(subject, models)) values.set(indicator, value);
    }
    return values;
  };
}

async function measured(look: Look, count: number, use: string): Promise<MeasuredUpload[]> {
  const templates = TEMPLATES.filter((each) => each.use === use);
  const kinds = [...Array<"none">(GENUINE).fill("none"), ...ATTACK_NAMES];
  const total = templates.length * kinds.length * count;
  const uploads: MeasuredUpload[] = [];
  for (const [n, template] of templates.entries()) {
    for (let i = 0; i < kinds.length * count; i++) {
      const attack = kinds[i % kinds.length]!;
      const { content } = await makeCase(template, attack, 600_000 + n * 10_000 + i);
      uploads.push({ attack, values: await look(content) });
      process.stderr.write(`\ruploads: ${uploads.length} of ${total}${uploads.length === total ? "\n" : ""}`);
    }
  }
  return uploads;
}

/**
 * An indicator that could not be measured counts as the lowest value, so that rates are rates among all
 * uploads.
 */
function pointsOf(uploads: readonly MeasuredUpload[], name: IndicatorName): CalibrationPoints {
  const [genuine, attacked] = [uploads.filter(isGenuine), uploads.filter((each) => !isGenuine(each))];
  const values = (of: readonly MeasuredUpload[], unmeasured: readonly number[] = []) =>
    of.flatMap((each) => each.values.get(name) ?? unmeasured);
  if (!canFit(values(genuine), values(attacked))) return CALIBRATION[name];
  const least = [Math.min(...values(uploads))];
  return fitCalibration(values(genuine, least), values(attacked, least), FLOORS[name]);
}

const isGenuine = ({ attack }: MeasuredUpload) => attack === "none";

/** Lower than any measured value. */
function areas(uploads: readonly MeasuredUpload[]): Section {
  const scores = (name: IndicatorName, attack: Attack | "none") =>
    uploads
      .filter((each) => each.attack === attack)
      .map(({ values }) => values.get(name) ?? -Number.MAX_VALUE);
  const rows = NAMES.map((name) => [
    name,
    ...ATTACK_NAMES.map((attack) =>
      areaUnderCurve({ genuine: scores(name, "none"), attacked: scores(name, attack) }).toFixed(2),
    ),
  ]);
  return {
    heading: "AUC of each indicator by attack",
    table: { columns: ["indicator", ...ATTACK_NAMES], rows },
  };
}

function fitted(
  uploads: readonly MeasuredUpload[],
  points: Readonly<Record<IndicatorName, CalibrationPoints>>,
): Section {
  const all = missRateAt(overall(uploads, points, NAMES), RATE);
  const rows = NAMES.map((name) => {
    const { none, suspect, sure } = points[name];
    const without = missRateAt(
      overall(
        uploads,
        points,
        NAMES.filter((other) => other !== name),
      ),
      RATE,
    );
    const genuine = uploads.filter((each) => isGenuine(each) && each.values.has(name)).length;
    return [name, INDICATORS[name], genuine, none, suspect, sure, percent(without - all)];
  });
  const columns = [
    "indicator",
    "signal",
    "genuine measured",
    "none",
    "suspect",
    "sure",
    "missed more without it",
  ];
  return {
    heading: "Calibration",
    text: `Missed at ${percent(RATE)} false positives: ${percent(all)}.`,
    table: { columns, rows },
  };
}

function overall(
  uploads: readonly MeasuredUpload[],
  points: Readonly<Record<IndicatorName, CalibrationPoints>>,
  names: readonly IndicatorName[],
): Scores {
  const score = ({ values }: MeasuredUpload) => {
    const signals = names.flatMap((name) => {
      const value = values.get(name);
      return value === undefined ? [] : [[INDICATORS[name], calibrated(value, points[name])] as const];
    });
    return fuse(weighed(signals), "live");
  };
  return {
    genuine: uploads.filter(isGenuine).map(score),
    attacked: uploads.filter((each) => !isGenuine(each)).map(score),
  };
}

/** The highest signal of each name, as in the pipeline. */
function weighed(scores: readonly (readonly [name: string, score: number])[]): Signal[] {
  const loudest = new Map<string, number>();
  for (const [name, score] of scores) loudest.set(name, Math.max(score, loudest.get(name) ?? 0));
  const signals = [...loudest].map(([name, score]) => ({
    name,
    score,
    region: null,
    model: { name: "", version: "" },
  }));
  return weighMeasured(signals);
}

/** The figures by which thresholds of the overall score are chosen. */
function fused(
  uploads: readonly MeasuredUpload[],
  points: Readonly<Record<IndicatorName, CalibrationPoints>>,
): Section {
  const { genuine, attacked } = overall(uploads, points, NAMES);
  const rows = [0.9, 0.95, 0.98, 0.99, 1].map((share) => {
    const threshold = quantile(genuine, share);
    const found = attacked.filter((score) => score > threshold).length;
    return [percent(1 - share), threshold.toFixed(3), percent(found / attacked.length)];
  });
  const columns = ["genuine over it", "overall score", "attacks over it"];
  return {
    heading: "Overall score",
    text: `AUC ${areaUnderCurve({ genuine, attacked }).toFixed(3)}.`,
    table: { columns, rows },
  };
}
