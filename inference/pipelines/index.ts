import { openForensicNets } from "../forensics/graphs.ts";
import { type Decodable, decodeImage, decodePixels } from "../imaging/decode.ts";
import type { Raster } from "../imaging/raster.ts";
import { ImageRefusedError } from "../imaging/upload/refusal.ts";
import { encodeShown } from "../imaging/upload/shown.ts";
import type { OpenPack } from "../pack/open.ts";
import { openDocumentPipeline } from "./document/document.ts";
import type { Portraits } from "./document/portrait.ts";
import { openFacePipeline } from "./face/face.ts";
import { openPadPipeline } from "./face/presentation-attack.ts";
import { openForensicsPipeline } from "./forensics/forensics.ts";
import { ALONE, type Helper, type LookRequest, type Looks } from "./forensics/helper.ts";
import { type StopToken, UNSTOPPED } from "./stop-token.ts";
import type {
  Assessment,
  DocumentReading,
  Examination,
  FaceAnalysis,
  Forensics,
  FrameAssessment,
  PageSketch,
  PlainReading,
  Portrait,
} from "./types.ts";

/** The methods of an engine. Each refuses a bad image by `ImageRefusedError`. */
export interface Pipelines {
  analyzeFace(content: Uint8Array): Promise<FaceAnalysis>;
  /** Frames of one capture, in order; one assessment for each. */
  assessPresentationAttack(frames: readonly Uint8Array[]): Promise<FrameAssessment[]>;
  readDocument(content: Uint8Array): Promise<DocumentReading>;
  /** Answers with the sketch of its page, for `portray`. */
  assessForensics(content: Uint8Array): Promise<Forensics & { readonly sketch: PageSketch }>;
  examineDocument(content: Uint8Array): Promise<Examination>;
  /** The measurements of `assessForensics`, for an upload that was read before. */
  assessReading(read: { readonly content: Uint8Array; readonly reading: PlainReading }): Promise<Assessment>;
  /** The portrait of `readDocument`, for an upload that was read before. */
  portray(read: { readonly content: Uint8Array; readonly sketch: PageSketch }): Promise<Portrait | undefined>;
  /** The upload's raster, which every other method judges, as a JPEG for people. */
  show(content: Uint8Array): Promise<Uint8Array>;
  /** Does a part of another engine's work. */
  look(request: LookRequest): Promise<Looks>;
}

/** What pipelines need of the engine that runs them. */
interface Surroundings {
  readonly helper: Helper;
  /** Asked between steps: a net's own runs are the pack's to stop. */
  readonly stop: StopToken;
  /** Decodes a picture for as long as somebody waits for it; in this process unless another one is given. */
  readonly decode?: (picture: Decodable, stop: StopToken) => Promise<Uint8Array>;
}

/** Opens every pipeline on a pack's nets. Throws when the pack lacks a required net. */
export async function openPipelines(
  pack: OpenPack,
  { helper, stop, decode: pixels = decodePixels }: Surroundings = { helper: ALONE, stop: UNSTOPPED },
): Promise<Pipelines> {
  const face = await openFacePipeline(pack);
  const pad = await openPadPipeline(pack, face);
  const document = await openDocumentPipeline(pack, face);
  const forensics = openForensicsPipeline(await openForensicNets(pack.open), helper, stop);
  const decode = async (content: Uint8Array): Promise<Raster> => {
    await stop.throwIfStopped();
    try {
      return await decodeImage(content, (picture) => pixels(picture, stop));
    } catch (error) {
      // A decoder that ran out of the caller's time says nothing of the picture.
      await stop.throwIfStopped();
      throw error;
    }
  };
  /** Reads and measures. Meanwhile another engine, if one is idle, takes over looks of the measures. */
  const examine = async <Kind extends keyof Portraits>(content: Uint8Array, portrait: Kind) => {
    const raster = await decode(content);
    let sketch: PageSketch | undefined;
    let ahead: Promise<Looks | undefined> | undefined;
    const reading = await document.read(raster, {
      portrait,
      onOutline(outline) {
        ahead = forensics.lookAhead(content, raster, outline);
      },
      onSketch(found) {
        sketch = found;
      },
    });
    return { ...(await forensics.assess(content, raster, reading, ahead)), reading, sketch: sketch! };
  };
  return {
    analyzeFace: async (content) => face.analyze(await decode(content)),
    async assessPresentationAttack(frames) {
      // One after another, so that a single raster of up to 120 MB is held at a time.
      const assessments: FrameAssessment[] = [];
      for (const [index, frame] of frames.entries()) {
        assessments.push(await pad.assess(await decode(frame).catch(atIndex(index))));
      }
      return assessments;
    },
    readDocument: async (content) => document.read(await decode(content), { portrait: "full" }),
    // Measures need the portrait's place, and its absence is a finding; its picture and template would
    // identify the bearer.
    assessForensics: (content) => examine(content, "place"),
    async examineDocument(content) {
      const { sketch: _, ...examination } = await examine(content, "full");
      return examination;
    },
    assessReading: async ({ content, reading }) => forensics.assess(content, await decode(content), reading),
    portray: async ({ content, sketch }) => document.portray(await decode(content), sketch),
    show: async (content) => encodeShown(await decode(content)),
    look: async (request) => forensics.look(request, await decode(request.content)),
  };
}

/** The same error, of a picture at a place in the request. */
const atIndex = (index: number) => (error: unknown) => {
  throw error instanceof ImageRefusedError ? error.at(index) : error;
};
