import { randomBytes } from "node:crypto";
import type {
  FaceAnalysis,
  Forensics,
  FrameAssessment,
  InferenceCaller,
  ModelBundle,
  Mrz,
  Point,
  PortraitReading,
  PrincipalFace,
  Template,
} from "#edge/inference/port.ts";
import { faceLandmarks, type Look } from "./face-shape.ts";

/** Results of inference: good ones, in which a test changes its own subject. */

export const TEMPLATE_VERSION = "test-model@1";

/** A caller of the port that ignores whether a worker worked. */
export const CALLER: InferenceCaller = { tenant: "tenant.test", priority: "interactive", inferenceUsed() {} };

export const BUNDLE: ModelBundle = {
  name: "test",
  executionProvider: "cpu",
  models: [
    { task: "face_template", name: "test-model", version: "1" },
    { task: "pad_a", name: "test-pad", version: "1" },
    { task: "pad_b", name: "test-pad", version: "1" },
  ],
  templateVersion: TEMPLATE_VERSION,
  operatingPoints: [
    { level: "fmr_1e-2", comparisonScore: 0.3, fmr: 1e-2 },
    { level: "fmr_1e-3", comparisonScore: 0.5, fmr: 1e-3 },
    { level: "fmr_1e-4", comparisonScore: 0.7, fmr: 1e-4 },
  ],
};

/** A unit vector whose dot product with `templateAt(0)` is the cosine of the angle. */
export function templateAt(degrees: number, version = TEMPLATE_VERSION): Template {
  const radians = (degrees * Math.PI) / 180;
  return { vector: new Float32Array([Math.cos(radians), Math.sin(radians)]), version, hashes: [] };
}

/** The template that scores `score` against `templateAt(0)`. */
export function templateScoring(score: number): Template {
  return templateAt((Math.acos(score) * 180) / Math.PI);
}

interface FaceChanges {
  pose?: Partial<PrincipalFace["pose"]>;
  components?: Partial<PrincipalFace["quality"]["components"]>;
  native?: Partial<PrincipalFace["quality"]["native"]>;
  template?: Template;
  look?: Look;
  landmarks?: readonly Point[];
}

export function face(changes: FaceChanges = {}): PrincipalFace {
  const pose = { yaw: 0, pitch: 0, roll: 0, ...changes.pose };
  return {
    pose,
    quality: {
      score: 0.9,
      components: {
        sharpness: 0.9,
        brightness: 0.9,
        contrast: 0.9,
        face_size: 0.9,
        pose: 0.9,
        occlusion: 0.9,
        eyes_open: 0.9,
        ...changes.components,
      },
      native: {
        interEyeDistance: 100,
        meanLuma: 130,
        laplacianVariance: 300,
        eyeAspectRatio: 0.3,
        mouthAspectRatio: 0,
        ...changes.native,
      },
    },
    landmarks: changes.landmarks ?? faceLandmarks(pose, changes.look),
    template: changes.template ?? templateAt(0),
  };
}

export function analysis(changes: FaceChanges = {}): FaceAnalysis {
  return {
    width: 800,
    height: 1000,
    faces: [{ box: [200, 200, 400, 500], confidence: 0.98 }],
    principal: face(changes),
  };
}

export const NO_FACE: FaceAnalysis = { width: 800, height: 1000, faces: [], principal: null };

export function frame(changes: FaceChanges = {}, pad: number | null = null): FrameAssessment {
  return {
    analysis: analysis(changes),
    pad: pad === null ? null : { score: pad, model: { name: "pad-model", version: "1" } },
  };
}

/** ICAO Doc 9303's specimen of Utopia, as a reader gives it. */
export const MRZ: Mrz = {
  format: "TD3",
  lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204159ZE184226B<<<<<10"],
  fields: [
    mrzField("document_code", "P"),
    mrzField("issuing_state", "UTO"),
    mrzField("primary_identifier", "ERIKSSON"),
    mrzField("secondary_identifier", "ANNA MARIA"),
    mrzField("document_number", "L898902C3"),
    mrzField("nationality", "UTO"),
    mrzField("date_of_birth", "740812"),
    mrzField("sex", "F"),
    mrzField("date_of_expiry", "320415"),
    mrzField("personal_number", "ZE184226B"),
  ],
  checks: ["document_number", "date_of_birth", "date_of_expiry", "personal_number", "composite"].map(
    (name) => ({
      name,
      valid: true,
      confidence: 0.98,
    }),
  ),
  repairs: [],
};

export function mrzField(name: string, value: string, confidence = 0.97) {
  return { name, value, confidence, box: [10, 600, 200, 20] as const };
}

/** A line of an upright page, at one pixel to the upload's. */
export function line(text: string, y: number, x = 300, confidence = 0.95) {
  const box = [x, y, text.length * 12, 20] as const;
  return { text, confidence, certainty: confidence, box, place: box };
}

/** The whole image of `reading`. */
const CARD = [
  { x: 0, y: 0, z: 0 },
  { x: 1200, y: 0, z: 0 },
  { x: 1200, y: 840, z: 0 },
  { x: 0, y: 840, z: 0 },
];

/** The passport of Anna Maria Eriksson, sharp and evenly lit, valid until 2032-04-15. */
export function reading(changes: Partial<PortraitReading> = {}): PortraitReading {
  return {
    width: 1200,
    height: 840,
    quality: {
      laplacianVariance: 400,
      meanLuma: 180,
      saturatedShare: 0.05,
      documentLongSide: 1100,
      unreadLines: 0,
    },
    outline: null,
    lines: [
      line("PASSPORT", 40),
      line("Surname / Nom", 100),
      line("Eriksson", 124),
      line("Place of birth", 300),
      line("Zenith", 324),
      line("Date of issue: 16 APR 2022", 400),
      line(MRZ.lines[0]!, 740, 20),
      line(MRZ.lines[1]!, 780, 20),
    ],
    mrz: MRZ,
    unknownMrz: false,
    portrait: {
      box: [60, 120, 200, 260],
      face: face({ landmarks: [] }),
      jpeg: new Uint8Array([0xff, 0xd8, 0xff]),
    },
    card: CARD,
    otherFaces: [],
    barcodes: [],
    models: [{ name: "text-model", version: "1" }],
    reader: { name: "text-model", version: "1" },
    ...changes,
  };
}

/** An assessment of an image that is unlike every other. */
export const forensics = (changes: Partial<Forensics> = {}): Forensics => ({
  signals: ["digital_tampering"].map((name) => ({
    name,
    score: 0.05,
    region: null,
    model: { name, version: "1" },
  })),
  editingSoftware: [],
  perceptualHash: new Uint8Array(randomBytes(128)),
  reading: reading(),
  ...changes,
});
