import { and, eq, isNotNull } from "drizzle-orm";
import { inScope } from "../../../drizzle/schema/columns.ts";
import { livenessResults, ocrResults } from "../../../drizzle/schema/results.ts";
import { isOpenStatus } from "../../../vocabulary/verifications.ts";
import type { Scope } from "../../core/scope.ts";
import { isAgeOnly } from "../../verification/purpose.ts";
import type { Verification } from "../../verification/types.ts";
import type { Database, Statement } from "../batch.ts";

/** For the end of a verification of the age alone: its results lose their faces. Any other one keeps them. */
export function endFaces(db: Database, scope: Scope, { id, status, policy }: Verification): Statement[] {
  if (isOpenStatus(status) || !isAgeOnly(policy)) return [];
  return [
    db
      .update(ocrResults)
      .set({ portraitTemplate: null, templateVersion: null })
      .where(
        and(
          inScope(ocrResults, scope),
          eq(ocrResults.verificationId, id),
          isNotNull(ocrResults.portraitTemplate),
        ),
      ),
    db
      .update(livenessResults)
      .set({ frameTemplate: null, templateVersion: null })
      .where(
        and(
          inScope(livenessResults, scope),
          eq(livenessResults.verificationId, id),
          isNotNull(livenessResults.frameTemplate),
        ),
      ),
  ];
}
