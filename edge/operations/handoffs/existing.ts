import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import type { Database } from "../../store/batch.ts";
import { findHandoff, type Handoff } from "../../store/verifications/handoffs.ts";

/** The verification's handoff of this id. Throws 404 `not_found` where it has none. */
export async function existingHandoff(
  db: Database,
  scope: Scope,
  which: Parameters<typeof findHandoff>[2],
): Promise<Handoff> {
  const handoff = await findHandoff(db, scope, which);
  if (handoff === undefined) throw new ApiError("not_found", "There is no such handoff.");
  return handoff;
}

export const codeUsed = () =>
  new ApiError("handoff_expired", "The code was used by another device, or its handoff has ended.");
