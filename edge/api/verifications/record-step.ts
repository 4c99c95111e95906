import { ApiError } from "../../errors.ts";
import type { Scope } from "../../scope.ts";
import type { Services } from "../../services.ts";
import { commitAudited } from "../../store/audit.ts";
import type { AuditEntry } from "../../store/audit-chain.ts";
import type { Statement } from "../../store/batch.ts";
import { hasQueued } from "../../store/deliveries.ts";
import {
  type Change,
  loadVerification,
  lostRace,
  type StoredVerification,
  updateVerification,
} from "../../store/verifications.ts";
import { applyResults } from "../../verification/machine.ts";
import type { StepResult, Verification } from "../../verification/types.ts";
import { eventStatements } from "../../webhooks/outbox.ts";
import { renderCompleted } from "./render.ts";

/** What one call brings into a verification. */
export interface StepWork {
  /** Its own result, then the face match if the server could make one. */
  readonly results: readonly [StepResult, ...StepResult[]];
  /** Rows and events of the results. */
  readonly statements: readonly Statement[];
}

/** Each collision means that another writer got through, so that this many in a row mean a crowd. */
const MAX_TRIES = 12;

/**
 * Records results as steps of a verification: rows, events, the verification and, when they decide it,
 * `verification.completed`, in one batch. Starts from the verification as the caller read it; when another writer was
 * faster it reads again and calls `makeWork` again, so that no attempt is lost and nothing is decided twice. `makeWork`
 * must therefore look up afresh whatever another result may have changed, such as templates to compare with.
 *
 * Throws 409 `verification_not_open` when the verification takes no such result any more; then nothing is written.
 */
export async function recordStep(
  services: Services,
  scope: Scope,
  verification: StoredVerification,
  makeWork: (verification: StoredVerification) => Promise<StepWork> | StepWork,
): Promise<StoredVerification> {
  const now = services.clock();
  return changeVerification(services, scope, verification, async (current) => {
    const { results, statements } = await makeWork(current);
    const applied = applyResults(current, results, now);
    const completed = applied.completed ? completedEvent(services, scope, applied.verification, now) : [];
    return {
      verification: applied.verification,
      change: { at: now, kind: "step_result", resultId: results[0].resultId },
      statements: [...statements, ...completed],
    };
  });
}

export interface Changed {
  /** The verification after the change, its revision one higher. */
  readonly verification: Verification;
  readonly change: Change;
  readonly statements: readonly Statement[];
  /** What the audit log is told, where it is. */
  readonly audit?: AuditEntry;
}

/**
 * Commits a change that `decide` makes, deciding anew on what another writer made of the verification meanwhile;
 * deliveries that it queued begin.
 */
export async function changeVerification(
  { db, wakeDispatcher }: Pick<Services, "db" | "wakeDispatcher">,
  scope: Scope,
  verification: StoredVerification,
  decide: (current: StoredVerification) => Promise<Changed> | Changed,
): Promise<StoredVerification> {
  let current = verification;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const changed = await decide(current);
    const update = updateVerification(db, scope, changed.verification, changed.change);
    try {
      const told = changed.audit === undefined ? [] : [changed.audit];
      const results = await commitAudited(db, told, [...update, ...changed.statements]);
      if (hasQueued(results)) wakeDispatcher();
      return changed.verification;
    } catch (error) {
      if (!lostRace(error)) throw error;
    }
    const latest = await loadVerification(db, scope, verification.id);
    if (latest === undefined) throw new ApiError("not_found", "There is no such verification.");
    current = latest;
  }
  throw new ApiError("service_unavailable", "This verification is being changed by too many calls at once.", {
    retryAfter: 1,
  });
}

function completedEvent(
  { db }: Services,
  scope: Scope,
  verification: Verification,
  now: number,
): readonly Statement[] {
  const { id: subjectId, customerRef } = verification;
  const data = renderCompleted(verification);
  const type = "verification.completed";
  return eventStatements(db, scope, { type, subjectId, customerRef, data, now }).statements;
}
