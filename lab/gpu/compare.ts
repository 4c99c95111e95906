/** How far apart two answers to the same image are. */
export interface Distance {
  /** Least cosine of any template or perceptual vector. */
  readonly cosine: number;
  /** Largest difference of a score, which lies in 0..1. */
  readonly score: number;
  /** Largest difference of a place or a measure, in its own unit: pixels, degrees. */
  readonly measure: number;
  /** Where texts, counts or booleans differ, on which decisions depend. */
  readonly decisions: readonly string[];
}

const SAME: Distance = { cosine: 1, score: 0, measure: 0, decisions: [] };

/** Fields whose number is a place or a measure and no score. */
const MEASURES =
  /\.(x|y|z|width|height|left|top|right|bottom|yaw|pitch|roll|laplacianVariance|meanLuma|interEyeDistance|documentLongSide|eyeAspectRatio|mouthAspectRatio|cost)$/;

/** Fields that differ between providers without an effect on decisions. */
const LEFT_OUT = /\.(jpeg|executionProvider|\$typeName)$/;

const TEMPLATE = /\.template\.vector$/;

/** Compares two answers of the service, field by field; `path` is their place in the answer. */
export function distance(one: unknown, other: unknown, path = ""): Distance {
  if (LEFT_OUT.test(path)) return SAME;
  if (TEMPLATE.test(path)) return { ...SAME, cosine: cosine(one as number[], other as number[]) };
  if (typeof one === "number" && typeof other === "number") return numbers(one, other, path);
  if (isNested(one) && isNested(other)) {
    const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
    return farthest([...keys].map((key) => distance(one[key], other[key], `${path}.${key}`)));
  }
  return Object.is(one, other) ? SAME : { ...SAME, decisions: [path] };
}

function numbers(one: number, other: number, path: string): Distance {
  const apart = Math.abs(one - other);
  // Counts, sizes and enumerations are whole; a score that is whole, such as 1, is compared all the same.
  if (MEASURES.test(path)) return { ...SAME, measure: apart };
  return { ...SAME, score: apart };
}

/** The worst of several distances. */
export function farthest(all: readonly Distance[]): Distance {
  return all.reduce(
    (worst, each) => ({
      cosine: Math.min(worst.cosine, each.cosine),
      score: Math.max(worst.score, each.score),
      measure: Math.max(worst.measure, each.measure),
      decisions: [...worst.decisions, ...each.decisions],
    }),
    SAME,
  );
}

const isNested = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** 1 for two empty templates; 0 if one is empty, or they are of different lengths. */
export function cosine(a: readonly number[] = [], b: readonly number[] = []): number {
  if (a.length !== b.length) return 0;
  if (a.length === 0) return 1;
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
