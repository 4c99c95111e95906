import { z } from "zod";
import { RULINGS } from "../../../../vocabulary/verifications.ts";
import { reviewVerification } from "../../../operations/verifications/review.ts";
import { MAX_NOTE } from "../../../operations/verifications/review-note.ts";
import { REVIEW_REASONS } from "../../../verification/review.ts";
import { inMode } from "../../shell/acting.ts";
import { createPages, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { readForm } from "../../shell/forms.tsx";
import { allow } from "../../shell/roles.ts";

const judgement = z.strictObject({
  decision: z.enum(RULINGS),
  reason: z.enum(Object.keys(REVIEW_REASONS) as [keyof typeof REVIEW_REASONS]),
  // Browsers count a line break as one character and send two.
  note: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(MAX_NOTE))
    .default(""),
});

/** Ends a review with the reviewer's decision. */
export const reviewAction = createPages().post("/:id/review", allow("verification.review"), async (c) => {
  const id = c.req.param("id");
  const { decision: ruling, reason, note } = await readForm(c, judgement);
  await reviewVerification(inMode(c), { id, ruling, reason, note });
  return redirect(c, to(c, "verifications", id), done(`The verification is ${ruling}.`));
});
