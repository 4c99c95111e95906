import { assertStanding } from "../../auth/standing.ts";
import { ApiError } from "../../errors.ts";
import type { Scope } from "../../scope.ts";
import type { AuditEntry } from "../../store/audit/chain.ts";
import type { Database, Statement } from "../../store/batch.ts";
import { type Change, lostRace, updateVerification } from "../../store/verifications/verifications.ts";
import type { Verification } from "../../verification/types.ts";
import { eventStatements } from "../../webhooks/outbox.ts";
import type { Write } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { existingVerification } from "./existing-verification.ts";

/** A change of a verification, decided on the state that the verification has when it is written. */
interface VerificationChange<Outcome> {
  /** The verification as it was read. */
  readonly verification: Verification;
  /**
   * Throws the refusals of the rules, such as 409 `verification_not_open`. Called again after a lost race.
   */
  advance(current: Verification): Promise<Advanced> | Advanced;
  /** Whether a device may make it that has handed the verification over. */
  readonly mayWatch?: boolean;
  /** Rows that are written with the change, in every try. */
  readonly statements?: readonly Statement[];
  /** Commits the batch; `changed` is the verification after the change. */
  write(batch: Write, changed: Verification): Promise<Outcome>;
}

export interface Advanced {
  /** The verification after the change, its revision one higher. */
  readonly changed: Verification;
  readonly change: Change;
  /** Rows and events of the change. */
  readonly statements: readonly Statement[];
  readonly audit?: AuditEntry;
}

/** Each failed try means that another writer succeeded. After this many the answer is 503. */
const MAX_TRIES = 12;

/**
 * Writes a change of a verification in one batch: its row, its revision and the rest of the change. When
 * another writer was faster the verification is read again and the change is decided anew, so that no attempt
 * is lost and no decision is made twice. When the rules refuse, nothing is written: nor where the token that
 * calls is of a device that no longer has the verification, 401 `token_revoked` or 403
 * `token_scope_insufficient`.
 */
export async function changeVerification<Outcome>(
  ctx: ScopeContext,
  { verification, advance, mayWatch = false, statements = [], write }: VerificationChange<Outcome>,
): Promise<Outcome> {
  const { services, scope, actor } = ctx;
  const { db } = services;
  let current = verification;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // The row is written under the revision that is judged here, so that no handoff comes between.
    if (actor.kind === "token") assertStanding(current.holder, actor.device, { mayWatch });
    const { changed, change, audit, ...advanced } = await advance(current);
    const batch = {
      statements: [...updateVerification(db, scope, changed, change), ...statements, ...advanced.statements],
      audit: audit === undefined ? [] : [audit],
      changed: { scope, verification: changed },
    };
    try {
      return await write(batch, changed);
    } catch (error) {
      if (!lostRace(error)) throw error;
    }
    current = await existingVerification(db, scope, verification.id);
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
