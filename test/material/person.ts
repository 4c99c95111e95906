import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { openPack } from "../../inference/pack/open.ts";
import { type FacePipeline, openFacePipeline } from "../../inference/pipelines/face.ts";
import { captureDocument } from "./capture.ts";
import { type HeadChange, headOf } from "./head-warp.ts";
import type { SampleFace } from "./sample-faces.ts";
import { inventHolder, renderSpecimen, type SpecimenOptions } from "./specimen.ts";

/** What a person does who is asked to, half way and at the end. */
const PERFORMANCES = {
  turn_left: [{ yaw: 16 }, { yaw: 32 }],
  turn_right: [{ yaw: -16 }, { yaw: -32 }],
  look_up: [{ pitch: 12 }, { pitch: 24 }],
  look_down: [{ pitch: -12 }, { pitch: -24 }],
  blink: [{ yaw: -8 }, { blink: 1, yaw: 6 }],
  smile: [
    { smile: 0.5, yaw: -8 },
    { smile: 1, yaw: 6 },
  ],
  open_mouth: [
    { openMouth: 0.5, yaw: -8 },
    { openMouth: 1, yaw: 6 },
  ],
} as const satisfies Record<string, readonly HeadChange[]>;

export type ChallengeAction = keyof typeof PERFORMANCES;

/** What one made-up end user holds up to the camera; every image is JPEG. */
export interface Person {
  /** A phone's photo of the identity card, the person's portrait on it. */
  readonly card: Uint8Array<ArrayBuffer>;
  readonly selfie: Uint8Array<ArrayBuffer>;
  /** Frames that answer a challenge: neutral first, then the action half way and at its end. */
  perform(action: ChallengeAction): Promise<Uint8Array<ArrayBuffer>[]>;
}

export interface PersonOptions {
  readonly face: SampleFace;
  readonly seed: number;
  /** Forges the card. */
  readonly forge?: Partial<Pick<SpecimenOptions, "alterMrz" | "printed">>;
}

const plain = (bytes: Buffer) => new Uint8Array(bytes);

/** Makes an end user of a sample photo: card, selfie, and frames of the head turned through its own mesh. */
export async function makePerson(
  turner: FacePipeline,
  { face, seed, forge }: PersonOptions,
): Promise<Person> {
  const specimen = await renderSpecimen({
    format: "TD1",
    holder: inventHolder(seed),
    portrait: face,
    seed,
    ...forge,
  });
  const { content } = await captureDocument(specimen.content, { seed });
  const selfie = await takeSelfie(face);
  return {
    card: plain(content),
    selfie: plain(selfie),
    async perform(action) {
      const head = await headOf(turner, selfie);
      const [half, whole] = PERFORMANCES[action];
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

/** A face pipeline on the bundled pack, for making material; `close` frees it. */
export async function openTurner(): Promise<{ turner: FacePipeline; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-turner-"));
  const pack = await openPack(folder, {
    provider: "cpu",
    deviceId: 0,
    fallbackToCpu: false,
    intraOpThreads: 1,
  });
  return {
    turner: await openFacePipeline(pack),
    async close() {
      await pack.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
