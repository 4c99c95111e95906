import type { z } from "zod";
import type { ResultKind } from "../../../vocabulary/enumerations.ts";
import { faceMatchAnswer } from "../../schemas/faces.ts";
import { fraudAnswer } from "../../schemas/fraud.ts";
import { livenessAnswer } from "../../schemas/liveness.ts";
import { ocrAnswer } from "../../schemas/ocr.ts";
import type { ResultRow } from "../../store/results/results.ts";

const SCHEMAS = {
  ocr: ocrAnswer,
  fraud: fraudAnswer,
  liveness: livenessAnswer,
  face: faceMatchAnswer,
} as const satisfies Record<ResultKind, z.ZodType>;

/** The body of each kind of result in the API's form. */
export type Body<K extends ResultKind> = z.output<(typeof SCHEMAS)[K]>;

/** A liveness score; null when the score is 0 because no frame could be measured. */
export const measuredScore = ({ score, frames }: Body<"liveness">): number | null =>
  score === 0 && frames.every((frame) => frame.score === null) ? null : score;

/** The body of a row; null for an erased row, and for a row of an earlier release with another shape. */
export function bodyOf<K extends ResultKind>(kind: K, row: ResultRow): Body<K> | null {
  const created_at = new Date(row.createdAt).toISOString();
  const parsed = SCHEMAS[kind].safeParse({ ...row.body, created_at });
  return parsed.success ? (parsed.data as Body<K>) : null;
}
