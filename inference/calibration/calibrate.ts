import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type Calibration, calibrationPath, type OperatingPoint } from "../bundle/calibration.ts";
import { openBundle } from "../bundle/open.ts";
import { openFacePipeline } from "../pipelines/face/face.ts";
import { CPU } from "../runtime/session.ts";
import { compareAll } from "./comparisons.ts";
import { enrol, listSubjects } from "./labelled-faces.ts";
import { LEVELS, type Level, operatingPoint, type RefusedLevel } from "./operating-point.ts";

interface CalibrationReport {
  /** Path of the file; null if the material supports no level, so that no file was written. */
  readonly path: string | null;
  readonly levels: readonly (OperatingPoint | RefusedLevel)[];
  /** Files in the folders of people. */
  readonly photos: number;
  readonly withFace: number;
}

/**
 * Measures the model bundle of a folder on photos of known people, one subfolder for each, and stores the
 * supported levels beside the bundle. Workers that start on the folder from then on use only these levels.
 */
export async function calibrateModels(dir: string, data: string, name: string): Promise<CalibrationReport> {
  const bundle = await openBundle(dir, CPU);
  const photos = await listSubjects(data);
  const { enrolled, failed } = await enrol(data, photos, await openFacePipeline(bundle));
  await bundle.release();
  const comparisons = compareAll(enrolled);
  const levels = (Object.keys(LEVELS) as Level[]).map((level) => operatingPoint(comparisons, level));
  const operatingPoints = levels.filter((point) => !("refused" in point)) as OperatingPoint[];
  const report = { levels, photos: photos.length, withFace: enrolled.length };
  if (operatingPoints.length === 0) return { path: null, ...report };
  const path = calibrationPath(dir, bundle.templateVersion);
  const subjects = comparisons.sizes.length;
  await store(path, {
    templateVersion: bundle.templateVersion,
    measuredOn: { name, photos: photos.length, subjects, withoutFace: failed.length },
    measuredAt: new Date().toISOString(),
    operatingPoints,
  });
  return { path, ...report };
}

/** Writes the file whole or not at all, since a worker may start at any time. */
async function store(path: string, calibration: Calibration): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, `${JSON.stringify(calibration, null, 2)}\n`);
  await rename(`${path}.part`, path);
}
