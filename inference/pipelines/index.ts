import { openForensicNets } from "../forensics/nets.ts";
import { decodeImage, ImageRefusedError } from "../imaging/decode.ts";
import type { Raster } from "../imaging/raster.ts";
import type { OpenPack } from "../pack/open.ts";
import { openDocumentPipeline } from "./document.ts";
import { openFacePipeline } from "./face.ts";
import { openForensicsPipeline } from "./forensics.ts";
import { openPadPipeline } from "./pad.ts";
import type { DocumentReading, Examination, FaceAnalysis, Forensics, FrameAssessment } from "./types.ts";

/** What an engine can do with uploads. Each refuses a bad image by `RequestImageRefusedError`. */
export interface Pipelines {
  analyzeFace(content: Uint8Array): Promise<FaceAnalysis>;
  /** Frames of one capture, in order; one assessment for each. */
  assessPresentationAttack(frames: readonly Uint8Array[]): Promise<FrameAssessment[]>;
  readDocument(content: Uint8Array): Promise<DocumentReading>;
  assessForensics(content: Uint8Array): Promise<Forensics>;
  examineDocument(content: Uint8Array): Promise<Examination>;
}

/** An image of a request was refused; `index` says which, from 0. */
export class RequestImageRefusedError extends Error {
  override readonly name = "RequestImageRefusedError";
  readonly refusal: { readonly reason: ImageRefusedError["reason"]; readonly index: number };

  constructor(cause: ImageRefusedError, index: number) {
    super(cause.message, { cause });
    this.refusal = { reason: cause.reason, index };
  }
}

/** Opens every pipeline on a pack's nets. Throws when the pack lacks one that a pipeline cannot do without. */
export async function openPipelines(pack: OpenPack): Promise<Pipelines> {
  const face = await openFacePipeline(pack);
  const pad = await openPadPipeline(pack, face);
  const document = await openDocumentPipeline(pack, face);
  const forensics = openForensicsPipeline(await openForensicNets(pack.open));
  return {
    analyzeFace: async (content) => face.analyze(await decodeAt(content, 0)),
    async assessPresentationAttack(frames) {
      // One after another, so that a single raster of up to 120 MB is held at a time.
      const assessments: FrameAssessment[] = [];
      for (const [index, frame] of frames.entries()) {
        assessments.push(await pad.assess(await decodeAt(frame, index)));
      }
      return assessments;
    },
    readDocument: async (content) => document.read(await decodeAt(content, 0), { portrait: "full" }),
    async assessForensics(content) {
      const raster = await decodeAt(content, 0);
      // A portrait's place is looked for tampering, and its absence tells; what identifies its bearer is left out.
      const reading = await document.read(raster, { portrait: "place" });
      return { ...(await forensics.assess(content, raster, reading)), reading };
    },
    async examineDocument(content) {
      const raster = await decodeAt(content, 0);
      const reading = await document.read(raster, { portrait: true });
      return { ...(await forensics.assess(content, raster, reading)), reading };
    },
  };
}

async function decodeAt(content: Uint8Array, index: number): Promise<Raster> {
  try {
    return await decodeImage(content);
  } catch (error) {
    throw error instanceof ImageRefusedError ? new RequestImageRefusedError(error, index) : error;
  }
}
