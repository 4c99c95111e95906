import { type ChipFacts, type ChipFiles, type FaceImage, readChip } from "../chip/read-chip.ts";
import { encodeShown } from "../imaging/encode.ts";
import type { Raster } from "../imaging/raster.ts";
import { type ImageRefusal, ImageRefusedError } from "../imaging/upload/refusal.ts";
import type { FacePipeline } from "./face/face.ts";
import type { Portrait } from "./types.ts";

/** Why a chip has no portrait: the names of `PortraitProblem` in the proto. */
type PortraitProblem =
  | "NOT_SIGNED"
  | "MALFORMED"
  | "IMAGE_UNREADABLE"
  | "IMAGE_TOO_LARGE"
  | "IMAGE_TOO_SMALL"
  | "NO_FACE";

/** A chip's facts and the face of its DG2, or why there is none; neither without a DG2. */
export interface ChipReading extends Omit<ChipFacts, "faceImage"> {
  readonly portrait?: Portrait;
  readonly portraitProblem?: PortraitProblem;
}

/** Reads a chip; `decode` decodes the face image of DG2. */
export async function readChipWithFace(
  files: ChipFiles,
  face: FacePipeline,
  decode: (image: Uint8Array) => Promise<Raster>,
): Promise<ChipReading> {
  const { faceImage, ...facts } = readChip(files);
  if (faceImage === undefined) return facts;
  const found = await portraitOf(faceImage, face, decode);
  return { ...facts, ...(typeof found === "string" ? { portraitProblem: found } : { portrait: found }) };
}

/** The face of an image that an issuer signed; null if it cannot be decoded or shows no face. */
export async function readPortrait(
  image: Uint8Array,
  face: FacePipeline,
  decode: (image: Uint8Array) => Promise<Raster>,
): Promise<Portrait | null> {
  const found = await portraitOf(image, face, decode);
  return typeof found === "string" ? null : found;
}

async function portraitOf(
  image: FaceImage,
  face: FacePipeline,
  decode: (image: Uint8Array) => Promise<Raster>,
): Promise<Portrait | PortraitProblem> {
  if (typeof image === "string") return image;
  const raster = await decode(image).catch(problemOf);
  if (typeof raster === "string") return raster;
  const { faces, principal } = await face.analyze(raster, { landmarks: false });
  if (principal === undefined) return "NO_FACE";
  return { box: faces[0]!.box, face: principal, jpeg: await encodeShown(raster) };
}

const PROBLEMS: Readonly<Record<ImageRefusal, PortraitProblem>> = {
  empty: "MALFORMED",
  unsupported_type: "IMAGE_UNREADABLE",
  unreadable: "IMAGE_UNREADABLE",
  too_small: "IMAGE_TOO_SMALL",
  too_large: "IMAGE_TOO_LARGE",
  not_processable: "IMAGE_TOO_LARGE",
};

function problemOf(error: unknown): PortraitProblem {
  if (error instanceof ImageRefusedError) return PROBLEMS[error.reason];
  throw error;
}
