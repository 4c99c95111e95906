import type * as common from "../../proto/gen/selfsame/inference/v1/common_pb.js";
import type * as proto from "../../proto/gen/selfsame/inference/v1/face_service_pb.js";
import {
  finite,
  MalformedAnswerError,
  measure,
  present,
  unitInterval,
  unitVector,
  wholeHash,
} from "./numbers.ts";
import type {
  Box,
  FaceAnalysis,
  FaceQuality,
  FrameAssessment,
  ModelRef,
  Point,
  PrincipalFace,
  Template,
} from "./port.ts";

const LANDMARKS = 468;

/** The port's face analysis from the message. Throws `MalformedAnswerError`, as do all functions here. */
export function toFaceAnalysis(message: proto.FaceAnalysis): FaceAnalysis {
  return {
    width: message.imageWidth,
    height: message.imageHeight,
    faces: message.faces.map(({ box, confidence }) => ({
      box: toBox(box, "face.box"),
      confidence: unitInterval(confidence, "face.confidence"),
    })),
    principal: message.principal === undefined ? null : toPrincipalFace(message.principal),
  };
}

/** Maximum bytes of an image to show (`DocumentReading.shown`). */
const SHOWN_BYTES = 4 * 1024 * 1024;

/** The image to show; undefined if none was requested. */
export function toShown(shown: Uint8Array): Uint8Array | undefined {
  if (shown.length === 0) return undefined;
  if (shown.length > SHOWN_BYTES) throw new MalformedAnswerError("shown is longer than it can be");
  return shown;
}

export function toFrameAssessment({ analysis, pad, shown }: proto.FrameAssessment): FrameAssessment {
  return {
    analysis: toFaceAnalysis(present(analysis, "analysis")),
    pad:
      pad === undefined ? null : { score: unitInterval(pad.score, "pad.score"), model: toModel(pad.model) },
    shown: toShown(shown),
  };
}

export function toPrincipalFace(face: proto.PrincipalFace): PrincipalFace {
  const pose = present(face.pose, "pose");
  if (face.landmarks.length !== 0 && face.landmarks.length !== LANDMARKS) {
    throw new MalformedAnswerError(`landmarks are not ${LANDMARKS}`);
  }
  return {
    pose: {
      yaw: finite(pose.yaw, "pose.yaw"),
      pitch: finite(pose.pitch, "pose.pitch"),
      roll: finite(pose.roll, "pose.roll"),
    },
    quality: toQuality(present(face.quality, "quality")),
    landmarks: face.landmarks.map(toPoint),
    template: toTemplate(present(face.template, "template")),
  };
}

function toQuality(quality: proto.FaceQuality): FaceQuality {
  const native = present(quality.native, "quality.native");
  const component = (name: "sharpness" | "brightness" | "contrast" | "pose" | "occlusion") =>
    unitInterval(quality[name], `quality.${name}`);
  return {
    score: unitInterval(quality.score, "quality.score"),
    components: {
      sharpness: component("sharpness"),
      brightness: component("brightness"),
      contrast: component("contrast"),
      face_size: unitInterval(quality.faceSize, "quality.face_size"),
      pose: component("pose"),
      occlusion: component("occlusion"),
      eyes_open: unitInterval(quality.eyesOpen, "quality.eyes_open"),
    },
    native: {
      interEyeDistance: measure(native.interEyeDistance, "native.inter_eye_distance"),
      meanLuma: measure(native.meanLuma, "native.mean_luma"),
      laplacianVariance: measure(native.laplacianVariance, "native.laplacian_variance"),
      eyeAspectRatio: measure(native.eyeAspectRatio, "native.eye_aspect_ratio"),
      mouthAspectRatio: measure(native.mouthAspectRatio, "native.mouth_aspect_ratio"),
    },
  };
}

function toTemplate({ vector, model, perceptualHash }: proto.FaceTemplate): Template {
  return {
    vector: unitVector(vector, "template.vector"),
    version: toModel(model).version,
    hashes: [wholeHash(perceptualHash, "template.perceptual_hash")],
  };
}

export function toBox(box: common.BoundingBox | undefined, field: string): Box {
  const { x, y, width, height } = present(box, field);
  return [finite(x, field), finite(y, field), measure(width, field), measure(height, field)];
}

export function toPoint({ x, y, z }: common.Point): Point {
  return { x: finite(x, "point.x"), y: finite(y, "point.y"), z: finite(z, "point.z") };
}

export function toModel(model: common.ModelRef | undefined): ModelRef {
  const { name, version } = present(model, "model");
  if (name === "" || version === "") throw new MalformedAnswerError("model is unnamed");
  return { name, version };
}
