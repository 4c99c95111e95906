import type { Scope } from "../../core/scope.ts";
import type { AuditEntry } from "../../store/audit/chain.ts";
import { listOverdueChecks, lostRace } from "../../store/verifications/verifications.ts";
import type { CheckAnswer } from "../../verification/external-checks.ts";
import type { Inputs } from "../../verification/inputs.ts";
import { applyAnswer, applyDeadlines } from "../../verification/machine.ts";
import type { Verification } from "../../verification/types.ts";
import { judgeUntilNewest } from "../checks.ts";
import { type CallContext, commit, commitResult, type Write } from "../commit/commit.ts";
import { auditEntry, type Context, type ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { NOTHING_FRESH } from "../kept-faces.ts";
import {
  changeWithRegistration,
  type Present,
  withPresentRegistration,
} from "../registrations/present-registration.ts";
import { registerApproved } from "../registrations/register-approved.ts";
import { NOT_SEARCHED, searchAgain } from "../registrations/search-others.ts";
import { completionEvents, existingVerification, verificationWrite } from "../verification-write.ts";

/**
 * Writes the tenant's answer to an external check, and the decision if it was the last thing awaited. Throws
 * 404 `not_found` for an unknown verification or check, and 409 `verification_not_open` for a check that is
 * not awaited. Of two simultaneous answers one is written. An answer that approves brings a new search of the
 * gallery.
 */
export async function answerCheck(
  ctx: CallContext<Verification, "inference" | "clock" | "serviceKey">,
  { id, ...answer }: CheckAnswer & { readonly id: string },
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const verification = await existingVerification(services.db, scope, id);
  return judgeUntilNewest(() =>
    changeWithRegistration(ctx, verification, async (current, present) => {
      const approved = applyAnswer(current, answer, now).verification;
      const searched = await searchAgain(ctx, approved, { fresh: NOTHING_FRESH, present });
      const answered = applyAnswer(current, answer, now, searched.found?.step);
      // What the tenant wrote beside the outcome may name a person: no erasure reaches the audit log.
      const entry = auditEntry(ctx, {
        action: "verification.check",
        target: id,
        after: { check: answer.name, outcome: answer.outcome },
      });
      const { name, outcome } = answer;
      const given = { check: { name, outcome }, present, searched, audit: [entry] };
      return commitResult(ctx, await checkedWrite(ctx, answered, given), answered.verification);
    }),
  );
}

interface Given {
  readonly check: Extract<Inputs, { readonly check: unknown }>["check"];
  readonly present: Present;
  readonly searched: Awaited<ReturnType<typeof searchAgain>>;
  readonly audit: readonly AuditEntry[];
}

/** The batch of a verification after an answer or a deadline, with all that a decision brings. */
async function checkedWrite(
  ctx: ScopeContext<"vault" | "publicUrl">,
  { verification: changed, completed }: ReturnType<typeof applyAnswer>,
  { check, present, searched, audit }: Given,
): Promise<Write> {
  const registering = await registerApproved(ctx, changed, present, NOTHING_FRESH);
  return verificationWrite(ctx, {
    changed,
    kind: "checked",
    inputs: { check, ...(searched.found !== null && { searchAgain: searched.found.measured }) },
    statements: [
      ...registering.statements,
      ...searched.statements,
      ...(completed ? completionEvents(ctx, changed, ctx.now) : []),
    ],
    audit: [...audit, ...registering.audit],
  });
}

/** The most verifications that one sweep decides; the next sweep continues. */
const PER_SWEEP = 200;

/** Applies the policies' `on_deadline` to every overdue external check. */
export async function decideOverdue(ctx: Context<"vault" | "publicUrl">): Promise<void> {
  for (const { scope, verification } of await listOverdueChecks(ctx.services.db, ctx.now, PER_SWEEP)) {
    await decide(ctx, scope, verification);
  }
}

async function decide(
  ctx: Context<"vault" | "publicUrl">,
  scope: Scope,
  verification: Verification,
): Promise<void> {
  const within = { ...ctx, scope };
  try {
    await withPresentRegistration(within, verification, async (present) => {
      // A deadline approves nothing.
      const given = { check: "overdue", present, searched: NOT_SEARCHED, audit: [] } as const;
      await commit(ctx, await checkedWrite(within, applyDeadlines(verification, ctx.now), given));
    });
  } catch (error) {
    // Another writer was faster. The next sweep finds what is still overdue.
    if (!lostRace(error)) throw error;
  }
}
