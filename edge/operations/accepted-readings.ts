import type { Scope } from "../core/scope.ts";
import { findResults } from "../store/results/results.ts";
import type { ReadSide } from "../verdicts/document/accepted-data.ts";
import { findStep } from "../verification/steps.ts";
import type { Verification } from "../verification/types.ts";
import type { Services } from "./commit/context.ts";

/** Bodies of results that the same batch writes, by their ids. */
export type FreshBodies = ReadonlyMap<string, unknown>;

/**
 * The readings of the document that counts, of its one or two sides. A reading that was deleted or erased is
 * undefined. Empty if no reading counts.
 */
export async function acceptedReadings(
  { db }: Pick<Services, "db">,
  scope: Scope,
  { steps }: Pick<Verification, "steps">,
  fresh: FreshBodies = new Map(),
): Promise<readonly (ReadSide | undefined)[]> {
  const evidence = findStep(steps, "ocr")?.parts.ocr?.evidence;
  if (evidence?.resultId == null) return [];
  const { resultId, otherResultId } = evidence;
  const ids = otherResultId === undefined ? [resultId] : [resultId, otherResultId];
  const stored = ids.filter((id) => !fresh.has(id));
  const rows = stored.length === 0 ? new Map() : await findResults(db, scope, stored);
  return ids.map((id) => (fresh.get(id) ?? rows.get(id)?.body) as ReadSide | undefined).map(unlessErased);
}

/** An erased reading keeps its row, without data. A credential has no MRZ. */
const unlessErased = (side: ReadSide | undefined) =>
  side?.fields === undefined ? undefined : { ...side, mrz: side.mrz ?? null };
