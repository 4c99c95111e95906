import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { toFaceAnalysis, toFrameAssessment } from "#edge/inference/convert-face.ts";
import {
  FaceAnalysisSchema,
  FrameAssessmentSchema,
} from "#proto/gen/selfsame/inference/v1/face_service_pb.js";

type Face = NonNullable<MessageInitShape<typeof FaceAnalysisSchema>["principal"]>;

const components = { sharpness: 0.1, brightness: 0.2, contrast: 0.3, pose: 0.5, occlusion: 0.6 };
const native = { interEyeDistance: 80, meanLuma: 120, laplacianVariance: 300, eyeAspectRatio: 0.3 };

const whole: Face = {
  pose: { yaw: -20, pitch: 5, roll: 1 },
  quality: {
    score: 0.9,
    ...components,
    faceSize: 0.4,
    eyesOpen: 0.7,
    native: { ...native, mouthAspectRatio: 0 },
  },
  landmarks: Array.from({ length: 468 }, (_, i) => ({ x: i, y: -i, z: 0.5 })),
  template: {
    vector: [0.6, 0.8],
    model: { name: "fused", version: "v1" },
    perceptualHash: new Uint8Array(128).fill(7),
  },
};

const analysisOf = (principal: Face) =>
  create(FaceAnalysisSchema, {
    imageWidth: 640,
    imageHeight: 480,
    faces: [{ box: { x: -1, y: 2, width: 3, height: 4 }, confidence: 0.99 }],
    principal,
  });

it("puts an analysis into the port's words", () => {
  const analysis = toFaceAnalysis(analysisOf(whole));
  expect(analysis).toMatchObject({ width: 640, height: 480 });
  expect(analysis.faces[0]?.box).toEqual([-1, 2, 3, 4]);
  expect(analysis.principal?.quality.components).toEqual({
    ...components,
    face_size: 0.4,
    eyes_open: 0.7,
  });
  expect(analysis.principal?.landmarks[467]).toEqual({ x: 467, y: -467, z: 0.5 });
  expect(analysis.principal?.template).toEqual({
    vector: Float32Array.of(0.6, 0.8),
    version: "v1",
    hashes: [new Uint8Array(128).fill(7)],
  });
});

it("returns null for absent values", () => {
  expect(toFaceAnalysis(create(FaceAnalysisSchema, {})).principal).toBeNull();
  const frame = toFrameAssessment(create(FrameAssessmentSchema, { analysis: {} }));
  expect(frame.pad).toBeNull();
});

const quality = (changed: object) => ({ ...whole, quality: { ...whole.quality, ...changed } }) as Face;

it.each<[string, Face]>([
  ["a score that is not a number", quality({ score: Number.NaN })],
  ["a component over 1", quality({ occlusion: 1.01 })],
  ["a negative component", quality({ eyesOpen: -0.5 })],
  ["a pose that is not a number", { ...whole, pose: { yaw: Number.POSITIVE_INFINITY } } as Face],
  ["an absent pose", { ...whole, pose: undefined } as Face],
  ["an absent template", { ...whole, template: undefined } as Face],
  ["an empty template", { ...whole, template: { vector: [], model: { name: "a", version: "b" } } } as Face],
  [
    "a template that is no unit vector",
    { ...whole, template: { ...whole.template, vector: [0.6, 0.9] } } as Face,
  ],
  [
    "a template that is not a number",
    { ...whole, template: { ...whole.template, vector: [1, Number.NaN] } } as Face,
  ],
  [
    "a template whose hash is cut",
    { ...whole, template: { ...whole.template, perceptualHash: new Uint8Array(8) } } as Face,
  ],
  ["a template of an unnamed model", { ...whole, template: { vector: [1], model: {} } } as Face],
  ["landmarks of another mesh", { ...whole, landmarks: [{ x: 1 }] } as Face],
])("throws on %s", (_what, face) => {
  expect(() => toFaceAnalysis(analysisOf(face))).toThrow(
    expect.objectContaining({ name: "MalformedAnswerError" }),
  );
});

it("throws on a PAD score outside 0..1", () => {
  const pad = { score: 1.5, model: { name: "a", version: "b" } };
  expect(() => toFrameAssessment(create(FrameAssessmentSchema, { analysis: {}, pad }))).toThrow("pad.score");
});

it("clears a score of rounding", () => {
  const analysis = toFaceAnalysis(analysisOf(quality({ score: 1 + 1e-7 })));
  expect(analysis.principal?.quality.score).toBe(1);
});
