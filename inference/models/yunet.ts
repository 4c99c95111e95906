import { type Detection, suppress } from "../geometry/detections.ts";
import { planes } from "../imaging/pixels.ts";
import type { Model } from "../runtime/session.ts";
import type { Tensor } from "../runtime/tensors.ts";
import { type FaceDetector, inImage, letterboxed } from "./face-detector.ts";

/** The model takes any multiple of 32. With one size, CUDA searches for convolution kernels only once. */
const SIZE = 640;
const STRIDES = [8, 16, 32] as const;
const SCORE_MIN = 0.7;
const OVERLAP_MAX = 0.3;

/**
 * YuNet, doi:10.1007/s11633-023-1423-y: score ≥ 0.7. Points: right eye, left eye, nose tip, right mouth
 * corner, left mouth corner.
 */
export function yunet(model: Model): FaceDetector {
  return {
    // Its boxes reach from forehead to chin. With BlazeFace's view the mesh model lost 6 of 68 faces; with
    // this one it lost 0.
    view: { context: 1.3, down: 0.05 },
    async detect(image, quarterTurns) {
      const { square, toImage } = letterboxed(image, SIZE, { quarterTurns });
      const outputs = await model.run({ [model.inputs[0]!]: planes(square, "bgr") });
      const candidates = STRIDES.flatMap((stride) => decode(outputs, stride));
      return suppress(candidates, OVERLAP_MAX, false).map((face) => inImage(face, toImage));
    },
  };
}

/** Centres and points are offsets from the cell's corner in strides; sizes are logarithms of strides. */
function decode(outputs: Record<string, Tensor>, stride: number): Detection[] {
  const [cls, obj, bbox, kps] = ["cls", "obj", "bbox", "kps"].map(
    (name) => outputs[`${name}_${stride}`]!.data as Float32Array,
  ) as [Float32Array, Float32Array, Float32Array, Float32Array];
  const columns = SIZE / stride;
  const found: Detection[] = [];
  for (let n = 0; n < cls.length; n++) {
    const score = Math.sqrt(clamp(cls[n]!) * clamp(obj[n]!));
    if (score < SCORE_MIN) continue;
    const [column, row] = [n % columns, Math.floor(n / columns)];
    const [width, height] = [Math.exp(bbox[n * 4 + 2]!) * stride, Math.exp(bbox[n * 4 + 3]!) * stride];
    const x = (column + bbox[n * 4]!) * stride - width / 2;
    const y = (row + bbox[n * 4 + 1]!) * stride - height / 2;
    const points = [0, 2, 4, 6, 8].map((offset) => ({
      x: (column + kps[n * 10 + offset]!) * stride,
      y: (row + kps[n * 10 + offset + 1]!) * stride,
    }));
    found.push({ box: { x, y, width, height }, points, score });
  }
  return found;
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
