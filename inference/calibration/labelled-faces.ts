import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Box, stretched } from "../geometry/boxes.ts";
import { decodeImage } from "../imaging/decode.ts";
import { crop } from "../imaging/resize.ts";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import type { FacePipeline } from "../pipelines/face/face.ts";
import type { FaceAnalysis, PrincipalFace } from "../pipelines/types.ts";
import type { Sample } from "./comparisons.ts";

/** A photo of one person; `file` is its path from the folder. */
interface LabelledPhoto {
  readonly file: string;
  readonly subject: string;
}

/** A photo in which a face was found. */
export interface EnrolledPhoto extends LabelledPhoto, Sample {
  readonly analysis: FaceAnalysis;
  readonly face: PrincipalFace;
}

export interface Enrolment {
  readonly enrolled: readonly EnrolledPhoto[];
  /** Photos without a template, with the reason: `no_face`, or that of the rejected image. */
  readonly failed: readonly (LabelledPhoto & { readonly reason: string })[];
}

/** Folders with this prefix hold no subject. */
const RESERVED = "_";

/** The photos of a folder with one subfolder for each person, in the order of their names. */
export async function listSubjects(dir: string): Promise<LabelledPhoto[]> {
  const folders = (await readdir(dir, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith(RESERVED))
    .map(({ name }) => name)
    .sort();
  const photos = folders.map(async (subject) => {
    // A photo may be a link to one.
    const files = (await readdir(join(dir, subject), { withFileTypes: true }))
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
      .sort();
    return files.map((file) => ({ subject, file: `${subject}/${file}` }));
  });
  return (await Promise.all(photos)).flat();
}

/** Makes a template of each photo, one after another. Throws for a file that cannot be read. */
export async function enrol(
  dir: string,
  photos: readonly LabelledPhoto[],
  pipeline: FacePipeline,
): Promise<Enrolment> {
  const enrolled: EnrolledPhoto[] = [];
  const failed: (LabelledPhoto & { reason: string })[] = [];
  for (const photo of photos) {
    const analysis = await analyse(join(dir, photo.file), pipeline);
    const face = typeof analysis === "string" ? undefined : analysis.principal;
    if (typeof analysis === "string") failed.push({ ...photo, reason: analysis });
    else if (face === undefined) failed.push({ ...photo, reason: "no_face" });
    else enrolled.push({ ...photo, analysis, face, vector: face.template.vector });
  }
  return { enrolled, failed };
}

/** The analysis of the labelled person, or the reason of the rejected image. */
async function analyse(path: string, pipeline: FacePipeline): Promise<FaceAnalysis | string> {
  try {
    const image = await decodeImage(await readFile(path));
    const analysis = await pipeline.analyze(image, { landmarks: false });
    const labelled = aroundLabelled(analysis);
    return labelled === undefined ? analysis : pipeline.analyze(crop(image, labelled), { landmarks: false });
  } catch (error) {
    if (error instanceof ImageRefusedError) return error.reason;
    throw error;
  }
}

/** Side of the crop around a face that is not the largest, in the face's sides. */
const AROUND = 2;

/**
 * The part of the image that shows the labelled person, undefined for all of it: a label names the one
 * whose face is at the image's centre, as LFW has it (Huang et al. 2007), and the largest face is analysed,
 * which may be a bystander's.
 */
export function aroundLabelled({ faces, imageWidth, imageHeight }: FaceAnalysis): Box | undefined {
  const central = faces.findIndex(
    ({ box: { x, y, width, height } }) =>
      Math.abs(x + width / 2 - imageWidth / 2) <= width / 2 &&
      Math.abs(y + height / 2 - imageHeight / 2) <= height / 2,
  );
  if (central <= 0) return undefined;
  return stretched(faces[central]!.box, AROUND);
}
