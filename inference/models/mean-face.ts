import type { Transform, Vec2 } from "../geometry/transform.ts";
import { alignedChip, type FaceLandmarks } from "./face-chip.ts";
import { RIGID_68 } from "./facemesh-topology.ts";

/** dlib's mean face, 0..1 (interpolation.h, Boost licence): points of the 68-point scheme. */
// biome-ignore format: ten to a line, by part of the face.
const MEAN_FACE: Readonly<Record<number, readonly [x: number, y: number]>> = {
  27: [0.490127, 0.203352], 28: [0.490127, 0.307009], 29: [0.490127, 0.409805], 30: [0.490127, 0.515625],
  31: [0.36688, 0.587326], 32: [0.426036, 0.609345], 33: [0.490127, 0.628106], 34: [0.554217, 0.609345],
  35: [0.613373, 0.587326],
  36: [0.121737, 0.216423], 37: [0.187122, 0.178758], 38: [0.265825, 0.179852], 39: [0.334606, 0.231733],
  40: [0.260918, 0.245099], 41: [0.182743, 0.244077],
  42: [0.645647, 0.231733], 43: [0.714428, 0.179852], 44: [0.793132, 0.178758], 45: [0.858516, 0.216423],
  46: [0.79751, 0.244077], 47: [0.719335, 0.245099],
  48: [0.254149, 0.780233], 49: [0.340985, 0.745405], 50: [0.428858, 0.727388], 51: [0.490127, 0.742578],
  52: [0.551395, 0.727388], 53: [0.639268, 0.745405], 54: [0.726104, 0.780233],
  60: [0.290379, 0.784792], 61: [0.428096, 0.778746], 62: [0.490127, 0.785343], 63: [0.552157, 0.778746],
  64: [0.689874, 0.784792],
};

const LANDMARKS: readonly number[] = Object.keys(MEAN_FACE).map((point) => RIGID_68[Number(point)]!);

/** The part of the mean face that a square shows: its middle and its side, in widths of the mean face. */
interface MeanFacePart {
  readonly middle: Vec2;
  readonly side: number;
}

/** The map to the image from a square of `size` pixels, on which the face lies as the mean face does. */
export function meanFaceChip(
  landmarks: FaceLandmarks,
  size: number,
  { middle, side }: MeanFacePart,
): Transform {
  const onChip = Object.values(MEAN_FACE).map(([x, y]) => ({
    x: size * ((x - middle.x) / side + 0.5),
    y: size * ((y - middle.y) / side + 0.5),
  }));
  return alignedChip(
    LANDMARKS.map((index) => landmarks[index]!),
    onChip,
  );
}
