import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { toFrameAssessment } from "../../../edge/inference/convert-face.ts";
import type { CapturedFrame } from "../../../edge/verdicts/liveness/motion/movement.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { FacePipeline } from "../../../inference/pipelines/face/face.ts";
import type { PadPipeline } from "../../../inference/pipelines/face/presentation-attack.ts";
import { FrameAssessmentSchema } from "../../../proto/gen/selfsame/inference/v1/face_service_pb.js";
import { presentPrint } from "../../material/faces/flat-photo.ts";
import { headOf } from "../../material/faces/head-warp.ts";
import { SAME_PERSON, SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { takeSelfie } from "../../material/person.ts";
import { between, type Random, seededRandom } from "../../material/random.ts";
import type { Shot } from "./motion-cases.ts";

/** One photo for each person: the first of every folder `<subject>/`, or the sample photos of a package. */
export async function subjectPhotos(dir: string | undefined, most: number): Promise<Uint8Array[]> {
  if (dir === undefined) {
    return Promise.all([...SAMPLE_FACES, SAME_PERSON[0]].slice(0, most).map(takeSelfie));
  }
  const entries = await readdir(dir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"));
  return Promise.all(
    folders.slice(0, most).map(async ({ name }) => {
      const [first] = (await readdir(join(dir, name))).sort();
      if (first === undefined) throw new Error("A subject's folder is empty.");
      return readFile(join(dir, name, first));
    }),
  );
}

/** Takes frames of one subject, each shot once. Throws `RangeError` when the photo shows no face. */
export async function openSubject(photo: Uint8Array, face: FacePipeline, pad: PadPipeline, seed: number) {
  const head = await headOf(face, photo);
  const random = seededRandom(seed);
  const taken = new Map<string, Promise<CapturedFrame>>();
  const take = async (shot: Shot): Promise<CapturedFrame> => {
    const content =
      "head" in shot
        ? await presentPrint(await head.show(shot.head), inHand(random))
        : await presentPrint(photo, shot.print);
    const assessed = await pad.assess(await decodeImage(content));
    const { analysis } = toFrameAssessment(create(FrameAssessmentSchema, assessed));
    return { content: new Uint8Array(content), assessment: { analysis, pad: CLEAR } };
  };
  return {
    frame(shot: Shot): Promise<CapturedFrame> {
      const key = JSON.stringify(shot);
      const frame = taken.get(key) ?? take(shot);
      taken.set(key, frame);
      return frame;
    },
  };
}

/** PAD scores of drawn images have no meaning, so they are set to live. */
const CLEAR = { score: 1, model: { name: "none", version: "1" } } as const;

/** The movement of a hand-held camera between frames: only the motion of a plane. */
function inHand(random: Random) {
  return {
    right: between(random, -0.015, 0.015),
    down: between(random, -0.015, 0.015),
    roll: between(random, -2, 2),
    zoom: between(random, 0.97, 1.03),
    jpeg: Math.round(between(random, 80, 95)),
  };
}
