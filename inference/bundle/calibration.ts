import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { BundleError } from "./manifest.ts";

const rate = z.number().min(0).max(1);
const interval = z.tuple([rate, rate]).readonly();

const operatingPoint = z.strictObject({
  level: z.enum(["fmr_1e-2", "fmr_1e-3", "fmr_1e-4"]),
  comparisonScore: z.number().min(-1).max(1),
  mated: z.int().positive(),
  nonMated: z.int().positive(),
  fmr: rate,
  fmrInterval: interval,
  fnmr: rate,
  fnmrInterval: interval,
});

/**
 * A comparison score (dot product, -1..1) at or over which two templates match, and the error rates that were
 * measured there, each 0..1 with its 95 % interval.
 */
export type OperatingPoint = Readonly<z.infer<typeof operatingPoint>>;

const calibration = z.strictObject({
  /** The one template version that it holds for. */
  templateVersion: z.string().min(1),
  measuredOn: z.strictObject({
    /** The operator's name for the material. */
    name: z.string().min(1),
    photos: z.int().positive(),
    subjects: z.int().positive(),
    withoutFace: z.int().min(0),
  }),
  measuredAt: z.iso.datetime(),
  /** Levels that the material supports; the others have no threshold. */
  operatingPoints: z
    .array(operatingPoint)
    .refine((points) => new Set(points.map(({ level }) => level)).size === points.length, "a level twice"),
});

/** The operating points of one template version and the material that they were measured on. */
export type Calibration = Readonly<z.infer<typeof calibration>>;

/** The calibrations that come with the release, for its own bundles. */
const SHIPPED = join(import.meta.dirname, "calibration");

/** Path of the operator's own calibration of a template version in a models folder. */
export const calibrationPath = (dir: string, templateVersion: string): string =>
  join(dir, "calibration", `${templateVersion}.json`);

/**
 * The calibration of a template version: the folder's own, else the release's, else null. Throws BundleError
 * calibration_invalid for a file that is malformed or belongs to other templates.
 */
export async function readCalibration(dir: string, templateVersion: string): Promise<Calibration | null> {
  const shipped = join(SHIPPED, `${templateVersion}.json`);
  return (
    (await readOne(calibrationPath(dir, templateVersion), templateVersion)) ??
    (await readOne(shipped, templateVersion))
  );
}

async function readOne(path: string, templateVersion: string): Promise<Calibration | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const parsed = calibration.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.templateVersion !== templateVersion) {
    throw new BundleError("calibration_invalid", `${path} is no calibration of ${templateVersion}.`);
  }
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema rejects undefined.
    return undefined;
  }
}
