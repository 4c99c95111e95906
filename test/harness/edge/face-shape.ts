import type { Point, PrincipalFace } from "#edge/inference/port.ts";

/** The expression of a synthetic face: shares 0..1. */
export interface Look {
  readonly blink?: number;
  readonly smile?: number;
  readonly openMouth?: number;
  /** Leaves out the third dimension: a photo of the face, in the same pose before the camera. */
  readonly flat?: boolean;
}

/** In distances between the eyes, from the middle between them: x to the subject's left, y down. */
type Place = readonly [number, number];

/** The landmarks that verdicts use; the others are spread evenly over the face. */
const NAMED: Readonly<Record<number, Place>> = {
  10: [0, -1.0],
  152: [0, 1.75],
  2: [0, 0.68],
  61: [-0.42, 1.05],
  291: [0.42, 1.05],
  33: [-0.74, 0],
  133: [-0.27, 0.02],
  263: [0.74, 0],
  362: [0.27, 0.02],
};

/** Upper point, lower point, and how far aside: the gap of the lids is 0.15, that of the lips none. */
const LIDS = [
  [160, 144, -0.6],
  [158, 153, -0.4],
  [159, 145, -0.5],
  [387, 373, 0.6],
  [385, 380, 0.4],
  [386, 374, 0.5],
] as const;
const LIPS = [
  [82, 87, -0.12],
  [13, 14, 0],
  [312, 317, 0.12],
] as const;

const PIXELS = 100;
/** The neck that a head turns about lies so far behind the eyes. A print turns about itself. */
const AXIS = 0.8;
const GOLDEN_ANGLE = 2.399963;

/**
 * 468 landmarks of one synthetic head: domed, with a nose. Pixels; distance between the eyes about
 * 100.
 */
export function faceLandmarks(pose: PrincipalFace["pose"], look: Look = {}): Point[] {
  const places = Array.from({ length: 468 }, (_, n): Place => {
    const [reach, angle] = [Math.sqrt((n + 0.5) / 468), n * GOLDEN_ANGLE];
    return NAMED[n] ?? [0.95 * reach * Math.cos(angle), 0.35 + 1.35 * reach * Math.sin(angle)];
  });
  const { blink = 0, smile = 0, openMouth = 0 } = look;
  for (const [upper, lower, x] of LIDS) {
    places[upper] = [x, -0.08 + 0.15 * blink];
    places[lower] = [x, 0.07];
  }
  for (const [upper, lower, x] of LIPS) {
    places[upper] = [x, 1.03];
    places[lower] = [x, 1.05 + 0.3 * openMouth];
  }
  places[152] = [0, 1.75 + 0.3 * openMouth];
  places[61] = [-0.42 - 0.07 * smile, 1.05 - 0.06 * smile];
  places[291] = [0.42 + 0.07 * smile, 1.05 - 0.06 * smile];
  return places.map(([x, y]) => seen({ x, y, z: look.flat ? 0 : depth(x, y) }, pose, look.flat === true));
}

function depth(x: number, y: number): number {
  const dome = 0.35 * (x * x) + 0.18 * (y - 0.35) ** 2;
  return dome - 0.45 * Math.exp(-((x / 0.22) ** 2) - ((y - 0.45) / 0.35) ** 2);
}

/** Roll first, then pitch, then yaw. A mesh model gives a flat image its face's depth all the same. */
function seen(point: Point, pose: PrincipalFace["pose"], flat: boolean): Point {
  const axis = flat ? 0 : AXIS;
  const [x, y] = turn(point.x, point.y, pose.roll);
  const [down, far] = turn(y, point.z - axis, -pose.pitch);
  const [across, away] = turn(x, far, pose.yaw);
  return {
    x: 300 + PIXELS * across,
    y: 300 + PIXELS * down,
    z: PIXELS * (flat ? depth(point.x, point.y) : away),
  };
}

function turn(a: number, b: number, degrees: number): [number, number] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [a * cos - b * sin, a * sin + b * cos];
}
