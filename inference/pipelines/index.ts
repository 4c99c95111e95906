import type { OpenBundle } from "../bundle/open.ts";
import type { ChipFiles } from "../chip/read-chip.ts";
import { openForensicModels } from "../forensics/graphs.ts";
import { type Decodable, decodeContainer, decodePixels } from "../imaging/decode.ts";
import { encodeShown } from "../imaging/encode.ts";
import type { Raster } from "../imaging/raster.ts";
import { openChipImage, openUpload } from "../imaging/upload/open.ts";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { type ChipReading, readChipWithFace, readPortrait } from "./chip.ts";
import { openDocumentPipeline } from "./document/document.ts";
import { openFacePipeline } from "./face/face.ts";
import { openPadPipeline } from "./face/presentation-attack.ts";
import { openForensicsPipeline } from "./forensics.ts";
import { type StopToken, UNSTOPPED } from "./stop-token.ts";
import type {
  DocumentReading,
  Examination,
  FaceAnalysis,
  Forensics,
  FrameAssessment,
  Portrait,
} from "./types.ts";

/** The methods of a worker. Each rejects a bad image by `ImageRefusedError`. */
export interface Pipelines {
  analyzeFace(content: Uint8Array): Promise<FaceAnalysis>;
  /** Frames of one capture, in order; one assessment for each. */
  assessPresentationAttack(frames: readonly Uint8Array[]): Promise<FrameAssessment[]>;
  readDocument(content: Uint8Array): Promise<DocumentReading>;
  assessForensics(content: Uint8Array): Promise<Forensics>;
  examineDocument(content: Uint8Array): Promise<Examination>;
  /** Never rejects: a chip's facts include what could not be read. */
  readChip(files: ChipFiles): Promise<ChipReading>;
  /** The face of a signed image; null if it cannot be decoded or shows no face. */
  readPortrait(content: Uint8Array): Promise<Portrait | null>;
  /** The upload's raster, which every other method judges, as a JPEG for people. */
  show(content: Uint8Array): Promise<Uint8Array>;
}

/** Dependencies of the pipelines on the inference worker that runs them. */
interface Surroundings {
  /** Checked between steps; the bundle stops a model's own run. */
  readonly stop: StopToken;
  /** Decodes an image. Default: in this process. */
  readonly decode?: (image: Decodable) => Promise<Uint8Array>;
}

/** Opens every pipeline on a bundle's models. Throws when the bundle lacks a required model. */
export async function openPipelines(
  bundle: OpenBundle,
  { stop, decode: pixels = decodePixels }: Surroundings = { stop: UNSTOPPED },
): Promise<Pipelines> {
  const face = await openFacePipeline(bundle);
  const pad = await openPadPipeline(bundle, face);
  const document = await openDocumentPipeline(bundle, face);
  const forensics = openForensicsPipeline(await openForensicModels(bundle.open), stop);
  const decode = async (content: Uint8Array, open = openUpload): Promise<Raster> => {
    await stop.throwIfStopped();
    try {
      return await decodeContainer(open(content), pixels);
    } catch (error) {
      // A timeout of the decoder at the caller's deadline says nothing about the image.
      await stop.throwIfStopped();
      throw error;
    }
  };
  const decodeSigned = (image: Uint8Array) => decode(image, openChipImage);
  return {
    analyzeFace: async (content) => face.analyze(await decode(content)),
    async assessPresentationAttack(frames) {
      // One after another, so that only one raster of up to 120 MB is in memory at a time.
      const assessments: FrameAssessment[] = [];
      for (const [index, frame] of frames.entries()) {
        assessments.push(await pad.assess(await decode(frame).catch(atIndex(index))));
      }
      return assessments;
    },
    readDocument: async (content) => document.read(await decode(content), { portrait: "full" }),
    async assessForensics(content) {
      const raster = await decode(content);
      // Measures need the portrait's place, and its absence is a finding; its image and template would
      // identify the bearer.
      const reading = await document.read(raster, { portrait: "place" });
      return { ...(await forensics.assess(content, raster, reading)), reading };
    },
    async examineDocument(content) {
      const raster = await decode(content);
      const reading = await document.read(raster, { portrait: "full" });
      return { ...(await forensics.assess(content, raster, reading)), reading };
    },
    readChip: (files) => readChipWithFace(files, face, decodeSigned),
    readPortrait: (content) => readPortrait(content, face, decodeSigned),
    show: async (content) => encodeShown(await decode(content)),
  };
}

/** The same error, of an image at a place in the request. */
const atIndex = (index: number) => (error: unknown) => {
  throw error instanceof ImageRefusedError ? error.at(index) : error;
};
