import { sha256 } from "../onnx/digest.ts";
import type { Task } from "./manifest.ts";

/** A comparison score at which a false match rate was measured; rates 0..1. */
export interface OperatingPoint {
  readonly level: "fmr_1e-2" | "fmr_1e-3" | "fmr_1e-4";
  /** Dot product at or over which two templates match. */
  readonly comparisonScore: number;
  readonly mated: number;
  readonly nonMated: number;
  readonly fmr: number;
  readonly fnmr: number;
}

/** A kind of template: which nets make it, and what was measured on it. */
export interface TemplateKind {
  readonly name: string;
  /** The nets whose vectors it is made of. */
  readonly nets: readonly Task[];
  /** The nets that decide where those look; a change of them changes templates too. */
  readonly alignment: readonly Task[];
  /** Raised whenever the alignment, the fusion or the mirror mean changes. */
  readonly revision: number;
  readonly operatingPoints: readonly OperatingPoint[];
}

/**
 * In order of preference: a pack makes the first kind whose nets it has.
 *
 * The operating points come from `test/evaluate/faces.ts` on LFW's first fold and CompreFace's single persons: every pair
 * among 816 photos of 438 subjects. At each score the upper 95 % bound of the false match rate, over resampled subjects,
 * is the level's rate. The data cannot support fmr_1e-4. These are mostly strangers of mixed sex and origin: people out
 * of one group photo match falsely far more often (single 11 and 4 of 79 pairs, fused 7 and 4).
 */
export const TEMPLATE_KINDS: readonly TemplateKind[] = [
  {
    name: "single",
    nets: ["face_template"],
    alignment: ["face_landmarks"],
    revision: 1,
    operatingPoints: [
      {
        level: "fmr_1e-2",
        comparisonScore: 0.256,
        mated: 947,
        nonMated: 331_573,
        fmr: 0.00872,
        fnmr: 0.00422,
      },
      {
        level: "fmr_1e-3",
        comparisonScore: 0.3647,
        mated: 947,
        nonMated: 331_573,
        fmr: 0.00076,
        fnmr: 0.01267,
      },
    ],
  },
  {
    name: "fused",
    nets: ["face_template_a", "face_template_b"],
    alignment: ["face_landmarks"],
    revision: 1,
    operatingPoints: [
      {
        level: "fmr_1e-2",
        comparisonScore: 0.8215,
        mated: 947,
        nonMated: 331_573,
        fmr: 0.00778,
        fnmr: 0.02218,
      },
      {
        level: "fmr_1e-3",
        comparisonScore: 0.8462,
        mated: 947,
        nonMated: 331_573,
        fmr: 0.000706,
        fnmr: 0.04646,
      },
    ],
  },
];

/** Templates of one version may be compared with one another and with no others. */
export function templateVersion(kind: TemplateKind, versions: ReadonlyMap<Task, string>): string {
  const made = [...kind.nets, ...kind.alignment].map((task) => `${task}=${versions.get(task)}`);
  return `${kind.name}-${sha256(new TextEncoder().encode(made.join("\n"))).slice(0, 12)}.${kind.revision}`;
}
