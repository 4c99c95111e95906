import { EYES, INNER_LIPS, MESH } from "../../../inference/models/facemesh-topology.ts";
import type { Point } from "../../../inference/pipelines/types.ts";

/** Degree of each expression: 0 leaves the face unchanged, 1 is the usual maximum. */
export interface Expression {
  readonly blink: number;
  readonly smile: number;
  readonly openMouth: number;
}

export const NEUTRAL: Expression = { blink: 0, smile: 0, openMouth: 0 };

/** Upper lids from the outer to the inner corner, and the point of the lower lid that each comes down on. */
const LIDS = [
  [
    [246, 7],
    [161, 163],
    [160, 144],
    [159, 145],
    [158, 153],
    [157, 154],
    [173, 155],
  ],
  [
    [466, 249],
    [388, 390],
    [387, 373],
    [386, 374],
    [385, 380],
    [384, 381],
    [398, 382],
  ],
] as const;

/**
 * The inner edge of the lips, around: the upper from the right to the left corner, then the lower one back.
 */
export const MOUTH = [
  78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308, 324, 318, 402, 317, 14, 87, 178, 88, 95,
] as const;

/** The lower lip, both edges: it goes down with the jaw, all of it. */
const LOWER_LIP = [
  95, 88, 178, 87, 14, 317, 402, 318, 324, 146, 91, 181, 84, 17, 314, 405, 321, 375, 90, 180, 85, 16, 315,
  404, 320, 77, 89, 179, 86, 15, 316, 403, 319, 325, 96, 307, 62, 292,
] as const;

/**
 * In distances between the eyes: how far a jaw drops, and how far a smile draws a corner of the mouth aside
 * and up.
 */
const JAW_DROP = 0.4;
const SMILE = { aside: 0.13, up: 0.09, reach: 0.28 } as const;
/** Share of the lids' opening that remains in a closed eye: the lashes. */
const LASHES = 0.08;

/** The landmarks of the face with the expression put on, in its own frame: x to its left, y to its chin. */
export function express(landmarks: readonly Point[], expression: Expression): Point[] {
  const axes = faceAxes(landmarks);
  const closed = closeLids(landmarks, expression.blink);
  const smiling = smile(closed, axes, expression.smile);
  return dropJaw(smiling, axes, expression.openMouth);
}

interface Axes {
  readonly across: Point;
  readonly down: Point;
  /** Between the eyes' centres, in pixels. */
  readonly unit: number;
}

function faceAxes(landmarks: readonly Point[]): Axes {
  const centre = ({ corners: [a, b] }: (typeof EYES)[number]) => mix(landmarks[a]!, landmarks[b]!, 0.5);
  const [right, left] = [centre(EYES[0]), centre(EYES[1])];
  const span = minus(left, right);
  const unit = Math.hypot(span.x, span.y, span.z);
  const chin = minus(landmarks[MESH.chin]!, landmarks[MESH.foreheadTop]!);
  const height = Math.hypot(chin.x, chin.y, chin.z);
  return { across: times(span, 1 / unit), down: times(chin, 1 / height), unit };
}

function closeLids(landmarks: readonly Point[], share: number): Point[] {
  const moved = [...landmarks];
  for (const [upper, lower] of LIDS.flat()) {
    moved[upper] = mix(landmarks[upper]!, landmarks[lower]!, share * (1 - LASHES));
  }
  return moved;
}

function smile(landmarks: readonly Point[], { across, down, unit }: Axes, share: number): Point[] {
  const { right, left } = MESH.mouthCorners;
  const corners = [
    { at: landmarks[right]!, aside: -1 },
    { at: landmarks[left]!, aside: 1 },
  ];
  return landmarks.map((point) =>
    corners.reduce((moved, { at, aside }) => {
      const away = minus(point, at);
      const weight = share * Math.exp(-((Math.hypot(away.x, away.y, away.z) / (SMILE.reach * unit)) ** 2));
      const outward = times(across, aside * SMILE.aside * unit * weight);
      return plus(moved, plus(outward, times(down, -SMILE.up * unit * weight)));
    }, point),
  );
}

/** Everything beneath the mouth moves down with the jaw, less so towards the cheeks. */
function dropJaw(landmarks: readonly Point[], { across, down, unit }: Axes, share: number): Point[] {
  const [upper, lower] = INNER_LIPS.lids[1];
  const mouth = mix(landmarks[upper]!, landmarks[lower]!, 0.5);
  const lip: ReadonlySet<number> = new Set(LOWER_LIP);
  return landmarks.map((point, index) => {
    const away = minus(point, mouth);
    const aside = dot(away, across) / unit;
    const beneath = dot(away, down) / unit;
    const follows = lip.has(index)
      ? 1 - Math.min(1, (Math.abs(aside) / 0.5) ** 4)
      : Math.min(1, Math.max(0, beneath / 0.3)) * Math.exp(-((aside / 0.9) ** 4));
    return plus(point, times(down, JAW_DROP * unit * share * follows));
  });
}

const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const times = (a: Point, by: number): Point => ({ x: a.x * by, y: a.y * by, z: a.z * by });
const mix = (a: Point, b: Point, share: number): Point => plus(a, times(minus(b, a), share));
const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y + a.z * b.z;
