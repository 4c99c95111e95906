import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { Action } from "../../edge/verdicts/liveness/actions.ts";
import { openBundle } from "../../inference/bundle/open.ts";
import { type FacePipeline, openFacePipeline } from "../../inference/pipelines/face/face.ts";
import { captureDocument } from "./capture/capture.ts";
import { inventHolder, renderSpecimen, type SpecimenOptions } from "./documents/specimen.ts";
import { type DocumentTemplate, defaultTemplate } from "./documents/templates.ts";
import type { DocumentSide } from "./documents/viz.ts";
import { headOf } from "./faces/head-warp.ts";
import type { SampleFace } from "./faces/sample-faces.ts";
import { performance } from "./performances.ts";

/** The images of one made-up end user; every image is JPEG. */
export interface Person {
  /**
   * A phone's photo of the identity card, the person's portrait on it; of a card of two sides, of its front.
   */
  readonly card: Uint8Array<ArrayBuffer>;
  /** Another photo, of the back of a card of two sides; null for a card of one. */
  readonly back: Uint8Array<ArrayBuffer> | null;
  readonly selfie: Uint8Array<ArrayBuffer>;
  /** Frames that answer a challenge: neutral first, then the action half way and at its end. */
  perform(action: Action): Promise<Uint8Array<ArrayBuffer>[]>;
}

interface PersonOptions {
  readonly face: SampleFace;
  /** Another photo of the person, which their live frames are made of; the card's portrait when absent. */
  readonly today?: SampleFace;
  readonly seed: number;
  /** Index of the document's photo: each is taken from another angle. Default: 0, the first one. */
  readonly shot?: number;
  /** Of an identity card; the first one's when absent. */
  readonly template?: DocumentTemplate;
  /** Forges the card, or leaves out the features that live mode rejects. */
  readonly forge?: Partial<Pick<SpecimenOptions, "alterMrz" | "printed" | "unmarked">>;
}

/** The seed of the person on the sample images; the first tutorial lists what their card shows. */
export const SAMPLE_SEED = 5;

/** Seeds between two photos of one document: the seeds of people and sides lie closer together. */
const SHOTS_APART = 1_000;

const plain = (bytes: Buffer) => new Uint8Array(bytes);

/** Makes an end user of a sample photo: card, selfie, and frames of the head turned through its own mesh. */
export async function makePerson(
  turner: FacePipeline,
  { face, today = face, seed, shot = 0, template = defaultTemplate("TD1"), forge }: PersonOptions,
): Promise<Person> {
  const photograph = async (side: DocumentSide, taken: number) => {
    const printed = {
      format: template.format,
      template,
      side,
      holder: inventHolder(seed, template),
      portrait: face,
    };
    const specimen = await renderSpecimen({ ...printed, seed, ...forge });
    return plain((await captureDocument(specimen.content, { seed: taken + shot * SHOTS_APART })).content);
  };
  const selfie = await takeSelfie(today);
  return {
    card: await photograph("front", seed),
    back: template.behind === undefined ? null : await photograph("back", seed + 1),
    selfie: plain(selfie),
    async perform(action) {
      const head = await headOf(turner, selfie);
      const [half, whole] = performance(action);
      return [selfie, await head.show(half), await head.show(whole)].map(plain);
    },
  };
}

/** Head and shoulders out of the sample photo, framed as a phone's front camera would: 720 × 960. */
export async function takeSelfie({ photo, face }: SampleFace): Promise<Buffer> {
  const height = Math.round(face.height * 2.1);
  const width = Math.round(height * 0.75);
  const left = Math.max(0, Math.round(face.x + face.width / 2 - width / 2));
  const top = Math.max(0, Math.round(face.y + face.height / 2 - height / 2));
  return sharp(photo)
    .extract({ left, top, width, height })
    .resize(720, 960)
    .modulate({ brightness: 1.04 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A face pipeline on the bundled models, for making material; `close` frees it. */
export async function openTurner(): Promise<{ turner: FacePipeline; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-turner-"));
  const bundle = await openBundle(folder, {
    provider: "cpu",
    deviceId: 0,
    fallbackToCpu: false,
    intraOpThreads: 1,
  });
  return {
    turner: await openFacePipeline(bundle),
    async close() {
      await bundle.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
