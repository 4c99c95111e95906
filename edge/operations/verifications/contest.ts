import type { Scope } from "../../core/scope.ts";
import { reviewEnd } from "../../media/kept.ts";
import { keepForContest } from "../../store/verifications/decided-media.ts";
import { contest } from "../../verification/contest.ts";
import { renderCompleted } from "../../verification/render.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import { auditEntry, type Services } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification, verificationEvent, verificationWrite } from "../verification-write.ts";

/** The encryption context of a person's statement. */
const contextOf = (verificationId: string) => `contest:${verificationId}`;

interface Contesting {
  readonly verification: Verification;
  /** The person's own words for the reviewer; may be empty. */
  readonly statement: string;
}

/**
 * The person asks that a human decides: the verification joins the review queue, before the others, and
 * `verification.contested` is sent. The decision stands until then, and nothing may be captured again. Throws
 * 409 `not_contestable`.
 */
export async function contestVerification(
  ctx: CallContext<Verification>,
  { verification, statement }: Contesting,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { id } = verification;
  const text = statement === "" ? null : await encryptStatement(services, scope, id, statement);
  return changeVerification(ctx, verification, async (current) => {
    const changed = contest(current, text, now);
    const event = { type: "verification.contested", data: renderCompleted(changed, services), now } as const;
    const write = verificationWrite(ctx, {
      changed,
      kind: "contested",
      statements: [
        keepForContest(services.db, scope, id, reviewEnd(changed)),
        ...verificationEvent(services.db, scope, changed, event),
      ],
      audit: [auditEntry(ctx, { action: "verification.contest", target: id })],
    });
    return commitResult(ctx, write, changed);
  });
}

/** The statement is about a person, so the database holds it encrypted. */
function encryptStatement({ vault }: Services<"vault">, scope: Scope, id: string, statement: string) {
  return vault.encrypt(scope, contextOf(id), new TextEncoder().encode(statement));
}

/** The person's words, for reviewers only; null if they wrote none, or were erased. */
export async function readStatement(
  { vault }: Pick<Services<"vault">, "vault">,
  scope: Scope,
  { id, contestText }: Pick<Verification, "id" | "contestText">,
): Promise<string | null> {
  if (contestText === null) return null;
  return new TextDecoder().decode(await vault.open(scope, contextOf(id), contestText));
}
