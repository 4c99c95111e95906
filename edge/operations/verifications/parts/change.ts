import { ApiError } from "../../../errors.ts";
import type { Scope } from "../../../scope.ts";
import type { Services } from "../../../services.ts";
import { commitAudited } from "../../../store/audit/audit.ts";
import type { AuditEntry } from "../../../store/audit/chain.ts";
import type { Database, Statement } from "../../../store/batch.ts";
import {
  type Change,
  loadVerification,
  lostRace,
  updateVerification,
} from "../../../store/verifications/verifications.ts";
import { hasQueued } from "../../../store/webhooks/deliveries.ts";
import type { Verification } from "../../../verification/types.ts";
import { eventStatements } from "../../../webhooks/outbox.ts";

/** A change of a verification, decided on what it is when it is written. */
export interface VerificationChange {
  /** As it was read. */
  readonly verification: Verification;
  /** Throws what the rules refuse with, such as 409 `verification_not_open`. Called again when another writer was faster. */
  advance(current: Verification): Promise<Advanced> | Advanced;
}

export interface Advanced {
  /** The verification after the change, its revision one higher. */
  readonly changed: Verification;
  readonly change: Change;
  /** Rows and events that the change brings with it. */
  readonly statements: readonly Statement[];
  /** What the audit log is told, where it is. */
  readonly audit?: AuditEntry;
}

/** Each collision means that another writer got through, so that this many in a row mean a crowd. */
const MAX_TRIES = 12;

/**
 * Writes a change of a verification: its row, its revision, the change's own statements and what is written `alongside`
 * are one batch. When another writer was faster it reads again and decides anew, so that no attempt is lost and nothing is
 * decided twice. Deliveries that it queued begin. When the rules refuse, nothing is written.
 */
export async function commitChange(
  { db, wakeDispatcher }: Pick<Services, "db" | "wakeDispatcher">,
  scope: Scope,
  { verification, advance }: VerificationChange,
  alongside: (changed: Verification) => Promise<readonly Statement[]>,
): Promise<Verification> {
  let current = verification;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { changed, change, statements, audit } = await advance(current);
    const update = updateVerification(db, scope, changed, change);
    const rows = [...update, ...(await alongside(changed)), ...statements];
    try {
      const results = await commitAudited(db, audit === undefined ? [] : [audit], rows);
      if (hasQueued(results)) wakeDispatcher();
      return changed;
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

/** An event about a verification. */
export function verificationEvent(
  db: Database,
  scope: Scope,
  { id: subjectId, customerRef }: Verification,
  event: {
    type: `verification.${"completed" | "reviewed"}`;
    data: Readonly<Record<string, unknown>>;
    now: number;
  },
): readonly Statement[] {
  return eventStatements(db, scope, { ...event, subjectId, customerRef }).statements;
}
