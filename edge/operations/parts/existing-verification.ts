import { ApiError } from "../../errors.ts";
import type { Scope } from "../../scope.ts";
import type { Database } from "../../store/batch.ts";
import { loadVerification } from "../../store/verifications/verifications.ts";
import type { Verification } from "../../verification/types.ts";

/** The verification of this id. Throws 404 `not_found` where this tenant and mode does not have it. */
export async function existingVerification(db: Database, scope: Scope, id: string): Promise<Verification> {
  const verification = await loadVerification(db, scope, id);
  if (verification === undefined) throw new ApiError("not_found", "There is no such verification.");
  return verification;
}
