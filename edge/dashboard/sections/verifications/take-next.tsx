import { z } from "zod";
import { DOCUMENT_TYPES } from "../../../../vocabulary/document-types.ts";
import { HOUR_MS } from "../../../core/clock.ts";
import { takeNext } from "../../../operations/verifications/claim.ts";
import type { ReviewFilter } from "../../../store/verifications/reviews.ts";
import { REASONS } from "../../../verification/reasons/messages.ts";
import { createPages, type DashboardContext, inMode, to } from "../../shell/context.ts";
import { done, redirect } from "../../shell/flash.ts";
import { Form, readForm } from "../../shell/forms.tsx";
import { allow } from "../../shell/roles.ts";
import { fromId } from "../../ui/query.ts";

/** The shortest waiting times of the queue's filter, in hours, each with its words. */
export const AGES = [
  ["1", "1 hour"],
  ["4", "4 hours"],
  ["24", "1 day"],
  ["72", "3 days"],
] as const;

/** The reasons that the queue can be filtered by: all that can lead to a review. */
export const FILTER_REASONS = [...REASONS].flatMap(([code, { source }]) =>
  source === "reviewer" ? [] : [code],
);

/** The fields of the queue's filter; an empty one filters nothing. */
export const FILTER_FIELDS = {
  reason: z.enum(FILTER_REASONS).optional(),
  waiting: z.enum(AGES.map(([hours]) => hours)).optional(),
  document_type: z.enum(DOCUMENT_TYPES).optional(),
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-\w{2,8})*$/, "must be a language such as en or pt-BR")
    .optional(),
};

type Fields = z.output<z.ZodObject<typeof FILTER_FIELDS>>;

/** The filter of the chosen fields at `now`. */
export const filterOf = ({ reason, waiting, document_type, locale }: Fields, now: number): ReviewFilter => ({
  reason,
  completedBy: waiting === undefined ? undefined : now - Number(waiting) * HOUR_MS,
  documentType: document_type,
  locale,
});

/**
 * The button that claims the next review of the chosen filter for the viewer. `after`: the review that the
 * viewer leaves, which is released. `isFocused`: whether Enter presses it.
 */
export function TakeNext({
  c,
  after,
  fields = {},
  isFocused = false,
}: {
  c: DashboardContext;
  after?: string;
  fields?: Fields;
  isFocused?: boolean;
}) {
  const given = Object.entries({ ...fields, after }).filter(([, value]) => value !== undefined);
  return (
    <Form c={c} action={to(c, "reviews", "next")}>
      {given.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class={after === undefined ? undefined : "plain"} autofocus={isFocused}>
        Take next
      </button>
    </Form>
  );
}

const taken = z.strictObject({ ...FILTER_FIELDS, after: fromId("verification") });

/** Claims the next review for the viewer, and shows it. */
export const takeNextAction = createPages().post("/next", allow("verification.review"), async (c) => {
  const { after = null, ...fields } = await readForm(c, taken);
  const ctx = inMode(c);
  const filter = filterOf(fields, ctx.now);
  const id = await takeNext(ctx, { after, filter, session: c.var.viewer.sessionId });
  return id === null
    ? redirect(c, to(c, "reviews"), done("No review is left for you to take."))
    : redirect(c, to(c, "verifications", id));
});
