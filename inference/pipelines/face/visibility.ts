import { insidePolygon } from "../../geometry/polygon.ts";
import { centroid, type Vec2 } from "../../geometry/transform.ts";
import { CHEEKS, EYES, OUTER_LIPS } from "../../models/facemesh-topology.ts";

/** Visibility of a face's features: standard deviations of luma, over the luma of the brighter cheek. */
export interface Visibility {
  /** Of the more visible eye, because a turned head hides the other: iris, white and lids. */
  readonly eyes: number;
  /** Of the lips and their edge. */
  readonly mouth: number;
}

/** The region around an eye, in widths of the eye: brows and the rims of glasses stay outside. */
const EYE_REGION = { across: 0.5, up: 0.3, corners: 20 } as const;

/** The lips' outline is widened by this, so that their edge lies inside. */
const LIPS_REGION = 1.25;

/** Visibility of the face whose landmarks lie on a square plane of luma, `side` pixels wide. */
export function faceVisibility(plane: Float32Array, side: number, landmarks: readonly Vec2[]): Visibility {
  const within = (outline: readonly Vec2[]) => moments(plane, insidePolygon(outline, side, side));
  const at = (indexes: readonly number[]) => indexes.map((index) => landmarks[index]!);
  const cheek = Math.max(...CHEEKS.map((outline) => within(at(outline)).mean), 1);
  const eyes = EYES.map(({ corners: [outer, inner] }) =>
    within(ellipse(landmarks[outer]!, landmarks[inner]!)),
  );
  const lips = within(widened(at(OUTER_LIPS), LIPS_REGION));
  return { eyes: Math.max(...eyes.map(({ deviation }) => deviation)) / cheek, mouth: lips.deviation / cheek };
}

function ellipse(from: Vec2, to: Vec2): Vec2[] {
  const { across, up, corners } = EYE_REGION;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const width = Math.hypot(from.x - to.x, from.y - to.y);
  return Array.from({ length: corners }, (_, n) => {
    const angle = (2 * Math.PI * n) / corners;
    return {
      x: middle.x + across * width * Math.cos(angle),
      y: middle.y + up * width * Math.sin(angle),
    };
  });
}

function widened(outline: readonly Vec2[], factor: number): Vec2[] {
  const middle = centroid(outline);
  return outline.map(({ x, y }) => ({
    x: middle.x + factor * (x - middle.x),
    y: middle.y + factor * (y - middle.y),
  }));
}

/**
 * Mean and standard deviation of the plane under the mask; both are 0 if the mask is empty, so that an
 * invisible feature counts as hidden.
 */
function moments(plane: Float32Array, mask: Uint8Array): { mean: number; deviation: number } {
  let [count, sum, squares] = [0, 0, 0];
  for (let n = 0; n < mask.length; n++) {
    if (mask[n] === 0) continue;
    count++;
    sum += plane[n]!;
    squares += plane[n]! ** 2;
  }
  if (count === 0) return { mean: 0, deviation: 0 };
  const mean = sum / count;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean ** 2)) };
}
