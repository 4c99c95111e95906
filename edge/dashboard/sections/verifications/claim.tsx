import { claimReview, keepClaim } from "../../../operations/verifications/claim.ts";
import { type Claim, findClaim } from "../../../store/verifications/reviews.ts";
import { REVIEW_REASONS } from "../../../verification/review.ts";
import type { Proposal, Verification } from "../../../verification/types.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { redirect } from "../../shell/flash.ts";
import { Form } from "../../shell/forms.tsx";
import { allow, viewerMay } from "../../shell/roles.ts";
import { wait, words } from "../../ui/labels.tsx";
import { Time } from "../../ui/parts.tsx";

/** Claims a review for the viewer, until 15 minutes after the last look or the sign-out. */
export const claimAction = createPages().post("/:id/claim", allow("verification.review"), async (c) => {
  const id = c.req.param("id");
  await claimReview(inMode(c), { id, session: c.var.viewer.sessionId });
  return redirect(c, to(c, "verifications", id));
});

/** The claim of a review that a page shows; the viewer's own claim is extended. */
export async function viewClaim(c: DashboardContext, id: string): Promise<Claim | null> {
  const ctx = inMode(c);
  const claim = await findClaim(ctx.services.db, ctx.scope, id, ctx.now);
  if (claim?.by !== c.var.viewer.userId) return claim;
  await keepClaim(ctx, { id });
  return findClaim(ctx.services.db, ctx.scope, id, ctx.now);
}

/** Whether the viewer may rule now: no other person has a claim, and the proposal is not theirs. */
export function mayRule(c: DashboardContext, claim: Claim | null, proposal: Proposal | null): boolean {
  const { userId } = c.var.viewer;
  return (
    viewerMay(c, "verification.review") && (claim === null || claim.by === userId) && proposal?.by !== userId
  );
}

interface Props {
  readonly c: DashboardContext;
  readonly of: Verification;
  readonly claim: Claim | null;
  /** Names of members, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** Who has claimed the review, and who has proposed its decision. */
export function ReviewState({ c, of: { proposal }, claim, names }: Props) {
  const nameOf = (by: string) => (by === c.var.viewer.userId ? "you" : (names.get(by) ?? by));
  const now = c.var.services.clock();
  const isMine = claim?.by === c.var.viewer.userId;
  return (
    <>
      {proposal !== null && (
        <p class="flash warn">
          Proposed by {nameOf(proposal.by)}, <Time at={proposal.at} />:{" "}
          <strong>{words(proposal.ruling)}</strong>. {reasonText(proposal.reason)} Another person has to
          confirm it.
        </p>
      )}
      {claim !== null && (
        <p class={isMine ? "flash done" : "flash warn"}>
          Claimed by {nameOf(claim.by)} until <Time at={claim.until} />, {wait(claim.until - now)} left.
        </p>
      )}
    </>
  );
}

/** The button that claims a review that the viewer may decide, if it has no claim. */
export function ClaimButton({ c, of: { id, proposal }, claim }: Omit<Props, "names">) {
  if (claim !== null || !mayRule(c, claim, proposal)) return null;
  return (
    <Form c={c} action={to(c, "verifications", id, "claim")}>
      <button type="submit" class="plain">
        Claim this review
      </button>
    </Form>
  );
}

const reasonText = (code: string) =>
  Object.entries(REVIEW_REASONS).find(([each]) => each === code)?.[1].message ?? words(code);
