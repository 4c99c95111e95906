import { area, type Detection } from "../geometry/boxes.ts";
import type { Raster } from "../imaging/raster.ts";
import { blazeface } from "../models/blazeface/blazeface.ts";
import type { FaceDetector, QuarterTurns } from "../models/face-detector.ts";
import { type FaceMesh, meshView, readMesh, refinedView } from "../models/facemesh/facemesh.ts";
import { yunet } from "../models/yunet/yunet.ts";
import type { OpenPack } from "../pack/open.ts";
import { measureFace, measurePose } from "./face-measures.ts";
import { faceQuality } from "./face-quality.ts";
import { templateMaker } from "./face-template.ts";
import type { FaceAnalysis, PrincipalFace } from "./types.ts";

/** Finds and analyses faces. `landmarks: false` leaves the 468 points out of the answer. */
export interface FacePipeline {
  analyze(picture: Raster, options?: { readonly landmarks?: boolean }): Promise<FaceAnalysis>;
}

const DETECTORS: Readonly<Record<string, (net: ReturnType<OpenPack["net"]>) => FaceDetector>> = {
  blazeface,
  yunet,
};

/** The mesh net's own judgement of whether it sees a face; at 0.5 it drops every false face on our material. */
const FACE_FLAG_MIN = 0.5;

/** A picture of a crowd is refused by any policy: the largest faces suffice to say so. */
const FACES_MAX = 16;

/**
 * Upright first; then as a phone held sideways or upside down takes pictures whose EXIF orientation got lost. BlazeFace and
 * the mesh also see a face in one that stands on its head, with lower scores: a doubtful one is looked at from all sides.
 */
const TURNS: readonly QuarterTurns[] = [0, 1, 3, 2];
const CERTAIN = 0.72;

interface Face {
  readonly detection: Detection;
  readonly mesh: FaceMesh;
}

/** How sure it is that the largest face is one, and upright: 0..1. */
const certainty = ([largest]: readonly Face[]) =>
  largest === undefined ? 0 : largest.detection.score * largest.mesh.flag;

/** Throws `PackError` or `Error` when the pack lacks a face net or has a detector that is not known. */
export async function openFacePipeline(pack: OpenPack): Promise<FacePipeline> {
  const detectorName = pack.model("face_detection").name;
  const detector = DETECTORS[detectorName]?.(pack.net("face_detection"));
  if (detector === undefined) throw new Error(`no code for the face detector ${detectorName}`);
  const meshNet = pack.net("face_landmarks");
  const makeTemplate = templateMaker(pack);

  async function lookFrom(picture: Raster, turns: QuarterTurns): Promise<Face[]> {
    const detections = await detector!.detect(picture, turns);
    const largest = detections.toSorted((a, b) => area(b.box) - area(a.box)).slice(0, FACES_MAX);
    const faces: Face[] = [];
    for (const detection of largest) {
      const mesh = await readMesh(meshNet, picture, meshView(detection, detector!.view));
      if (mesh.flag >= FACE_FLAG_MIN) faces.push({ detection, mesh });
    }
    return faces;
  }

  async function findFaces(picture: Raster): Promise<Face[]> {
    let best: Face[] = [];
    for (const turns of TURNS) {
      const faces = await lookFrom(picture, turns);
      if (certainty(faces) > certainty(best)) best = faces;
      if (certainty(best) >= CERTAIN) break;
    }
    return best;
  }

  async function analyzePrincipal(
    picture: Raster,
    face: Face,
    withLandmarks: boolean,
  ): Promise<PrincipalFace> {
    const { landmarks, flag } = await readMesh(meshNet, picture, refinedView(face.mesh));
    const pose = measurePose(landmarks);
    const measures = await measureFace(picture, landmarks);
    return {
      pose,
      quality: faceQuality(measures, pose, Math.min(flag, face.mesh.flag)),
      landmarks: withLandmarks ? [...landmarks] : [],
      template: await makeTemplate(picture, landmarks),
    };
  }

  return {
    async analyze(picture, { landmarks = true } = {}) {
      const faces = await findFaces(picture);
      const analysis = {
        imageWidth: picture.width,
        imageHeight: picture.height,
        faces: faces.map(({ detection: { box, score } }) => ({ box: { ...box }, confidence: score })),
      };
      const [largest] = faces;
      if (largest === undefined) return analysis;
      return { ...analysis, principal: await analyzePrincipal(picture, largest, landmarks) };
    },
  };
}
