import type { OpenBundle } from "../../bundle/open.ts";
import { area, type Box, centre, contains } from "../../geometry/boxes.ts";
import type { Detection } from "../../geometry/detections.ts";
import type { Raster } from "../../imaging/raster.ts";
import type { QuarterTurns } from "../../imaging/turn.ts";
import { blazeface } from "../../models/blazeface.ts";
import type { FaceDetector } from "../../models/face-detector.ts";
import { type FaceMesh, meshView, readMesh, refinedView } from "../../models/facemesh.ts";
import { yunet } from "../../models/yunet.ts";
import type { DetectedFace, FaceAnalysis, PrincipalFace } from "../types.ts";
import { measureFace, measurePose } from "./measures.ts";
import { faceQuality } from "./quality.ts";
import { templateExtractor } from "./template.ts";

/** Finds and analyses faces. `landmarks: false` leaves the 468 points out of the answer. */
export interface FacePipeline {
  /** Boxes and scores of the faces that `analyze` finds, largest first. */
  detect(image: Raster): Promise<DetectedFace[]>;
  analyze(image: Raster, options?: { readonly landmarks?: boolean }): Promise<FaceAnalysis>;
  /** The face whose middle lies in a box, without landmarks; undefined if there is none. */
  analyzeAt(image: Raster, place: Box): Promise<PlacedFace | undefined>;
}

interface PlacedFace {
  readonly box: Box;
  readonly face: PrincipalFace;
}

const DETECTORS: Readonly<Record<string, (model: Model) => FaceDetector>> = {
  blazeface,
  yunet,
};

/**
 * The mesh model's own judgement of whether it sees a face; at 0.5 it drops every false face on our material.
 */
const FACE_FLAG_MIN = 0.5;

/** So many of the largest faces are analysed: any policy rejects an image of more. */
const FACES_MAX = 16;

/**
 * Upright first; then the rotations of a phone held sideways or upside down whose EXIF orientation got lost.
 * The mesh accepts an upside-down face as surely as an upright one, but the detectors score it lower. A
 * doubtful face is therefore analysed in all rotations, and the one with the best detector score wins. None
 * of 221 upside-down photos passed for upright at 0.85 (at 0.72 one in twenty did); one upright photo in five
 * pays for the other rotations.
 */
const TURNS: readonly QuarterTurns[] = [0, 1, 3, 2];
const CERTAIN = 0.85;

type Model = ReturnType<OpenBundle["model"]>;

interface Finder {
  readonly detector: FaceDetector;
  readonly meshModel: Model;
}

interface Face {
  readonly detection: Detection;
  readonly mesh: FaceMesh;
}

function detectorOf(bundle: OpenBundle): FaceDetector {
  const { name } = bundle.info("face_detection");
  const open = DETECTORS[name];
  if (open === undefined) throw new Error(`there is no code for the face detector ${name}`);
  return open(bundle.model("face_detection"));
}

/** The detector's score of the largest face, 0..1, which is highest for an upright face. */
const uprightness = ([largest]: readonly Face[]) => largest?.detection.score ?? 0;

const isCertain = ([largest]: readonly Face[]) =>
  largest !== undefined && largest.detection.score * largest.mesh.flag >= CERTAIN;

/** Throws `BundleError` or `Error` when the bundle lacks a face model or has a detector that is not known. */
export async function openFacePipeline(bundle: OpenBundle): Promise<FacePipeline> {
  const finder = { detector: detectorOf(bundle), meshModel: bundle.model("face_landmarks") };
  const makeTemplate = templateExtractor(bundle);
  const analyzed = async (
    image: Raster,
    { mesh: seen }: Face,
    landmarks: boolean,
  ): Promise<PrincipalFace> => {
    const mesh = await readMesh(finder.meshModel, image, refinedView(seen));
    const faceFlag = Math.min(mesh.flag, seen.flag);
    return {
      ...(await measure(image, mesh, faceFlag)),
      landmarks: landmarks ? [...mesh.landmarks] : [],
      template: await makeTemplate(image, mesh.landmarks),
    };
  };
  return {
    detect: async (image) => (await findFaces(finder, image)).map(describe),
    async analyze(image, { landmarks = true } = {}) {
      const faces = await findFaces(finder, image);
      const analysis = {
        imageWidth: image.width,
        imageHeight: image.height,
        faces: faces.map(describe),
      };
      const [largest] = faces;
      if (largest === undefined) return analysis;
      return { ...analysis, principal: await analyzed(image, largest, landmarks) };
    },
    async analyzeAt(image, place) {
      const faces = await findFaces(finder, image);
      const found = faces.find(({ detection }) => contains(place, centre(detection.box)));
      return found && { box: found.detection.box, face: await analyzed(image, found, false) };
    },
  };
}

const describe = ({ detection: { box, score } }: Face): DetectedFace => ({
  box: { ...box },
  confidence: score,
});

async function measure(image: Raster, { landmarks }: FaceMesh, faceFlag: number) {
  const pose = measurePose(landmarks);
  return { pose, quality: faceQuality(await measureFace(image, landmarks), pose, faceFlag) };
}

async function findFaces(finder: Finder, image: Raster): Promise<Face[]> {
  let best: Face[] = [];
  for (const turns of TURNS) {
    const faces = await lookFrom(finder, image, turns);
    if (uprightness(faces) > uprightness(best)) best = faces;
    if (isCertain(best)) break;
  }
  return best;
}

/** Faces that both models see, largest first. */
async function lookFrom(
  { detector, meshModel }: Finder,
  image: Raster,
  turns: QuarterTurns,
): Promise<Face[]> {
  const detections = await detector.detect(image, turns);
  const largest = detections.toSorted((a, b) => area(b.box) - area(a.box)).slice(0, FACES_MAX);
  const faces: Face[] = [];
  for (const detection of largest) {
    const mesh = await readMesh(meshModel, image, meshView(detection, detector.view));
    if (mesh.flag >= FACE_FLAG_MIN) faces.push({ detection, mesh });
  }
  return faces;
}
