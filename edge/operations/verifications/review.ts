import type { Ruling } from "../../../vocabulary/verifications.ts";
import { ApiError } from "../../core/errors.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import { findResults } from "../../store/results/results.ts";
import { findTenant } from "../../store/tenancy/tenants.ts";
import { insertNote } from "../../store/verifications/history.ts";
import { findClaim, onlyIfOpenTo, releaseClaim } from "../../store/verifications/reviews.ts";
import { assertReasoned } from "../../verification/overridden.ts";
import { renderCompleted } from "../../verification/render.ts";
import { review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import { judgeUntilNewest } from "../checks.ts";
import { type CallContext, commit, commitResult, type Write } from "../commit/commit.ts";
import { auditEntry, type OperationServices, type ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { NOTHING_FRESH } from "../kept-faces.ts";
import { changeWithRegistration, type Present } from "../registrations/present-registration.ts";
import { registerApproved } from "../registrations/register-approved.ts";
import { isSearchDue, searchAgain } from "../registrations/search-others.ts";
import { existingVerification, verificationEvent, verificationWrite } from "../verification-write.ts";
import { claimed, reviewerOf } from "./claim.ts";
import { encryptNote } from "./review-notes.ts";

/** A reviewer's ruling and its reason, a code of `REVIEW_REASONS`. */
export interface Judgement {
  readonly ruling: Ruling;
  readonly reason: string;
  /** For other reviewers only, encrypted: never in events, audit entries or API answers. */
  readonly note?: string | undefined;
  /** The tenant's name for the reviewer, of an API call. */
  readonly actingAs?: string;
}

type Ruled = Judgement & { readonly id: string };

/** Rules on a review by a call of the API: see `rule`. */
export async function reviewByCall(
  ctx: CallContext<Verification, "inference" | "clock" | "serviceKey">,
  ruled: Ruled,
): Promise<Answer> {
  return rule(ctx, ruled, (batch, changed) => commitResult(ctx, batch, changed));
}

type RulingContext = ScopeContext<"vault" | "publicUrl"> & {
  /** Null in an admin command, which cannot search the gallery. */
  readonly services: Pick<OperationServices, "clock" | "serviceKey"> & {
    readonly inference: OperationServices["inference"] | null;
  };
};

/** Rules on a review for a member of the dashboard or the operator: see `rule`. */
export async function reviewVerification(ctx: RulingContext, ruled: Ruled): Promise<Verification> {
  return rule(ctx, ruled, async (batch, changed): Promise<Verification> => {
    await commit(ctx, batch);
    return changed;
  });
}

/**
 * Ends a review, or proposes its end if the tenant asks for a second reviewer: the verification, the note and
 * the audit entry are one batch, with `verification.reviewed` and its deliveries if the review has ended, and
 * with the registration of the face if an approval makes one. The slower of two reviewers, and any later one,
 * gets 409 `verification_not_open`. Throws 404 `not_found` for a verification that this tenant and mode does
 * not have, 409 `review_claimed` while another person's lease holds, 409 `second_reviewer_required` if the
 * person has made the proposal, and 400 `invalid_parameter` for an approval that needs a note, or another
 * reason: see `requireNoDuplicate`.
 */
async function rule<Outcome>(
  ctx: RulingContext,
  { id, ruling, reason, note = "", actingAs }: Ruled,
  write: (batch: Write, changed: Verification) => Promise<Outcome>,
): Promise<Outcome> {
  const { services, scope, now } = ctx;
  const { db } = services;
  const verification = await existingVerification(db, scope, id);
  const by = await reviewerOf(ctx, actingAs);
  const { secondReviewer } = (await findTenant(db, scope.tenantId))!;
  return judgeUntilNewest(() =>
    changeWithRegistration(ctx, verification, async (current, present) => {
      const changed = review(current, { ruling, reason, by }, secondReviewer, now);
      const resultIds = current.steps.flatMap((step) => step.resultIds);
      assertReasoned(current, await findResults(db, scope, resultIds), { ruling, note });
      const left = { author: by, at: now, text: note };
      const noted =
        note === "" ? [] : [insertNote(db, scope, await encryptNote(services, scope, changed, left))];
      const unseen = await requireNoDuplicate(ctx, { current, changed, reason, present });
      const registering = await registerApproved(ctx, changed, present, NOTHING_FRESH);
      const batch = verificationWrite(ctx, {
        changed,
        kind: isDecided(changed) ? "reviewed" : "proposed",
        inputs: { ruling, reason, by, secondReviewer },
        statements: [
          onlyIfOpenTo(db, scope, id, by, now),
          releaseClaim(db, scope, id, by),
          ...registering.statements,
          ...unseen,
          ...noted,
          ...reviewedEvent(ctx, changed),
        ],
        audit: [rulingEntry(ctx, current, changed, { ruling, reason, by }), ...registering.audit],
      });
      return write(batch, changed).catch((error) => refuseIfClaimed(ctx, id, by, error));
    }),
  );
}

async function refuseIfClaimed(
  { services, scope, now }: ScopeContext,
  id: string,
  by: string,
  error: unknown,
): Promise<never> {
  const claim = isUnmet(error) ? await findClaim(services.db, scope, id, now) : null;
  throw claim === null || claim.by === by ? error : claimed();
}

/** What a reviewer has seen of the gallery, if one of these is among the reasons. */
const SEARCHED: readonly string[] = ["duplicate_face", "list_blocked", "model_version_mismatch"];

interface Approving {
  readonly current: Verification;
  readonly changed: Verification;
  readonly reason: string;
  readonly present: Present;
}

/**
 * For an approval of a verification whose policy has `dedupe`: the condition that the face is still
 * registered under no other reference. Throws 400 `invalid_parameter` if it is, or if the gallery cannot be
 * searched: the reason must be `not_a_duplicate` then. Empty if the reviewer knows what the search has found.
 */
async function requireNoDuplicate(
  ctx: RulingContext,
  { current, changed, reason, present }: Approving,
): Promise<readonly Statement[]> {
  const { inference } = ctx.services;
  const codes = current.steps.flatMap(({ findings }) => findings.map(({ code }) => code));
  const known = [...codes, ...current.decisionReasons.map(({ code }) => code)];
  if (
    !isSearchDue(changed, present) ||
    reason === "not_a_duplicate" ||
    known.some((code) => SEARCHED.includes(code))
  )
    return [];
  if (inference === null)
    throw mustSay(
      "This command cannot search the registered faces. Decide in the dashboard or by the API, or",
    );
  const searching = { ...ctx, services: { ...ctx.services, inference } };
  const { found, statements } = await searchAgain(searching, changed, { fresh: NOTHING_FRESH, present });
  if (found === null) return statements;
  throw mustSay(
    found.step.reason === "model_version_mismatch"
      ? "The registered faces cannot be searched for this person's. To approve all the same,"
      : "The face has been registered under another customer_ref since the selfie was checked. Decline it as duplicate_person. If it is another person,",
  );
}

const mustSay = (why: string) =>
  new ApiError("invalid_parameter", `${why} give the reason not_a_duplicate.`, { param: "reason" });

/** Whether the ruling has ended the review, and is no proposal. */
const isDecided = ({ proposal }: Verification) => proposal === null;

function reviewedEvent({ services, scope, now }: ScopeContext<"publicUrl">, changed: Verification) {
  if (!isDecided(changed)) return [];
  const event = { type: "verification.reviewed", data: renderCompleted(changed, services), now } as const;
  return verificationEvent(services.db, scope, changed, event);
}

function rulingEntry(
  ctx: ScopeContext,
  { decision, proposal }: Verification,
  changed: Verification,
  { ruling, reason, by }: { readonly ruling: Ruling; readonly reason: string; readonly by: string },
) {
  return auditEntry(ctx, {
    action: isDecided(changed) ? "verification.review" : "verification.propose",
    target: changed.id,
    before: { decision, ...(proposal && { proposed_by: proposal.by }) },
    after: { decision: ruling, reason, ...(ctx.actor.kind === "key" && { acting_as: by }) },
  });
}
