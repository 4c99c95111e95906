import { z } from "zod";
import { reviewVerification } from "../../api/verifications/review.ts";
import { REVIEW_REASONS, RULINGS } from "../../verification/review.ts";
import { createPages, to } from "../context.ts";
import { done, redirect } from "../flash.ts";
import { readForm } from "../forms.tsx";
import { allow } from "../roles.ts";

const judgement = z.strictObject({
  decision: z.enum(RULINGS),
  reason: z.enum(Object.keys(REVIEW_REASONS) as [keyof typeof REVIEW_REASONS]),
});

/** Ends a review with the reviewer's decision. */
export const reviewAction = createPages().post("/:id/review", allow("verification.review"), async (c) => {
  const id = c.req.param("id");
  const { decision: ruling, reason } = await readForm(c, judgement);
  const { services, scope, actor } = c.var;
  await reviewVerification(services, scope, id, { ruling, reason }, actor);
  return redirect(c, to(c, "verifications", id), done(`The verification is ${ruling}.`));
});
