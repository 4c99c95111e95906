import type { Scope } from "../../core/scope.ts";
import { listOverdueChecks, lostRace } from "../../store/verifications/verifications.ts";
import type { CheckAnswer } from "../../verification/external-checks.ts";
import { applyAnswer, applyDeadlines } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commit, commitResult } from "../commit/commit.ts";
import { auditEntry, type Context } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import {
  changeVerification,
  completionEvents,
  existingVerification,
  verificationWrite,
} from "../verification-write.ts";

/**
 * Writes the tenant's answer to an external check, and the decision if it was the last thing awaited. Throws
 * 404 `not_found` for an unknown verification or check, and 409 `verification_not_open` for a check that is
 * not awaited. Of two simultaneous answers one is written.
 */
export async function answerCheck(
  ctx: CallContext<Verification>,
  { id, ...answer }: CheckAnswer & { readonly id: string },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const verification = await existingVerification(services.db, scope, id);
  return changeVerification(ctx, verification, async (current) => {
    const { verification: changed, completed } = applyAnswer(current, answer, now);
    const write = verificationWrite(ctx, {
      changed,
      kind: "checked",
      statements: completed ? completionEvents(ctx, changed, now) : [],
      // What the tenant wrote beside the outcome may name a person: no erasure reaches the audit log.
      audit: auditEntry(ctx, {
        action: "verification.check",
        target: id,
        after: { check: answer.name, outcome: answer.outcome },
      }),
    });
    return commitResult(ctx, write, changed);
  });
}

/** The most verifications that one sweep decides; the next sweep continues. */
const PER_SWEEP = 200;

/** Applies the policies' `on_deadline` to every overdue external check. */
export async function decideOverdue(ctx: Context): Promise<void> {
  for (const { scope, verification } of await listOverdueChecks(ctx.services.db, ctx.now, PER_SWEEP)) {
    await decide(ctx, scope, verification);
  }
}

async function decide(ctx: Context, scope: Scope, verification: Verification): Promise<void> {
  const { verification: changed, completed } = applyDeadlines(verification, ctx.now);
  const within = { ...ctx, scope };
  const statements = completed ? completionEvents(within, changed, ctx.now) : [];
  try {
    await commit(ctx, verificationWrite(within, { changed, kind: "checked", statements }));
  } catch (error) {
    // Another writer was faster. The next sweep finds what is still overdue.
    if (!lostRace(error)) throw error;
  }
}
