import type { Point } from "../../../inference/port.ts";

/**
 * Landmarks by MediaPipe's numbers. "Left" and "right" are the subject's own; pairs list the right side
 * first.
 */
export const FACE = {
  crown: 10,
  chin: 152,
  noseBase: 2,
  mouthCorners: [61, 291],
  /** Inner edge of the lips: upper and lower points. */
  lips: [
    [82, 87],
    [13, 14],
    [312, 317],
  ],
  eyes: [
    {
      corners: [33, 133],
      lids: [
        [160, 144],
        [158, 153],
        [159, 145],
      ],
    },
    {
      corners: [263, 362],
      lids: [
        [387, 373],
        [385, 380],
        [386, 374],
      ],
    },
  ],
} as const;

/** Points that move with the eyes. */
const EYELIDS: ReadonlySet<number> = new Set([
  ...[33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173],
  ...[263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398],
]);

/** The number of points of a whole mesh. */
const LANDMARKS = 468;

/**
 * Numbers of the landmarks that keep their place on the head under any expression: those above the base of
 * the nose, without the eyelids. Throws `RangeError` unless the mesh is whole.
 */
export function steadyPoints(landmarks: readonly Point[]): number[] {
  if (landmarks.length !== LANDMARKS) throw new RangeError("a face's mesh has 468 landmarks");
  const [crown, chin, base] = [landmarks[FACE.crown]!, landmarks[FACE.chin]!, landmarks[FACE.noseBase]!];
  const up = { x: crown.x - chin.x, y: crown.y - chin.y, z: crown.z - chin.z };
  const height = ({ x, y, z }: Point) => (x - base.x) * up.x + (y - base.y) * up.y + (z - base.z) * up.z;
  return landmarks.flatMap((point, index) => (height(point) > 0 && !EYELIDS.has(index) ? [index] : []));
}
