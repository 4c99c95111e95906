/** A vector of the image's space: x right, y down, z away from the camera. */
export interface Vec3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Degrees: yaw > 0 to the subject's own left, pitch > 0 up, roll > 0 clockwise in the image. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

/**
 * The pose of a head by two directions on it: from its right to its left side, and from its crown to its
 * chin. The first is used as it is, the second is made orthogonal to it. Yaw and pitch give the direction of
 * the face; roll is the rotation about that direction. Throws `RangeError` if the directions do not span a
 * plane.
 */
export function headPose(rightToLeft: Vec3, crownToChin: Vec3): Pose {
  const across = normalise(rightToLeft);
  const inward = normalise(cross(across, crownToChin));
  const level = normalise({ x: inward.z, y: 0, z: -inward.x });
  return {
    yaw: degrees(Math.atan2(-inward.x, inward.z)),
    pitch: degrees(Math.asin(Math.min(1, Math.max(-1, inward.y)))),
    roll: degrees(Math.atan2(dot(across, cross(inward, level)), dot(across, level))),
  };
}

const degrees = (radians: number) => (radians * 180) / Math.PI;

const dot = (a: Vec3, b: Vec3) => a.x * b.x + a.y * b.y + a.z * b.z;

function cross(a: Vec3, b: Vec3): Vec3 {
  return { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x };
}

function normalise({ x, y, z }: Vec3): Vec3 {
  const length = Math.hypot(x, y, z);
  if (!(length > 0)) throw new RangeError("direction has no length");
  return { x: x / length, y: y / length, z: z / length };
}
