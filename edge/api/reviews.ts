import { z } from "zod";
import { DOCUMENT_TYPES } from "../../vocabulary/document-types.ts";
import { mistypedName } from "../../vocabulary/edit-distance.ts";
import { localeField } from "../capture-settings/fields.ts";
import { ID_PREFIXES } from "../core/ids.ts";
import { askedPage, pageQuery, toPage } from "../http/parameters.ts";
import { reviewEnd } from "../media/kept.ts";
import { claimReview } from "../operations/verifications/claim.ts";
import { readStatement } from "../operations/verifications/contest.ts";
import { reviewByCall } from "../operations/verifications/review.ts";
import { claimAnswer, claimBody, reviewPage, rulingAnswer, rulingBody } from "../schemas/reviews.ts";
import { listReviews, type ReviewRow } from "../store/verifications/reviews.ts";
import { REASONS } from "../verification/reasons/messages.ts";
import { renderVerification } from "../verification/render.ts";
import type { Proposal } from "../verification/types.ts";
import { contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";
import { time } from "./verification-reads.ts";

const parameters = { id: "The verification's id, `vf_…`." };
const iso = (at: number) => new Date(at).toISOString();

/** A code that is nearly one of ours would find nothing. A version before this one may have had others. */
const soughtReason = z
  .string()
  .regex(/^\w{1,64}$/, "must be a code of decision_reasons, such as document_expired")
  .superRefine((code, context) => {
    const meant = REASONS.has(code) ? undefined : mistypedName(code, [...REASONS.keys()]);
    if (meant === undefined) return;
    context.addIssue({
      code: "custom",
      message: `is no code of decision_reasons. Did you mean \`${meant}\`?`,
    });
  });

const list = route(
  {
    method: "get",
    path: "/v1/reviews",
    id: "listReviews",
    summary: "List reviews",
    description:
      "The verifications that await a review: contested decisions first, then longest waiting first. Filters combine. Not billed.",
    sdk: 'reviews.list({ document_type: "passport", limit: 20 })',
    callers: ["secret_key"],
    scope: "verifications:review",
    query: pageQuery(ID_PREFIXES.verification).extend({
      reason: soughtReason.optional().describe("Only those with this code in `decision_reasons`."),
      completed_before: time
        .optional()
        .describe("Only those that wait since before this time: ISO 8601 with an offset, or a day in UTC."),
      document_type: z.enum(DOCUMENT_TYPES).optional().describe("Only those with a document of this type."),
      locale: localeField
        .optional()
        .describe("Only those of end users with this language, such as `pt` or `pt-BR`."),
    }),
    answer: { status: 200, description: "A page.", schema: reviewPage },
    errors: ["unsupported_document_type"],
  },
  async ({ services, principal: { scope }, query }) => {
    const { reason, completed_before: before, document_type: documentType, locale } = query;
    const now = services.clock();
    const filter = { reason, completedBy: before && before - 1, documentType, locale };
    const { limit, before: after } = askedPage(scope, query);
    const rows = await listReviews(services.db, scope, { limit, after, now }, filter);
    const dated = rows.map((row) => ({ ...row, id: row.verification.id }));
    const statements = new Map(
      await Promise.all(
        rows
          .filter(({ verification }) => verification.contestedAt !== null)
          .map(async ({ verification: of }) => [of.id, await readStatement(services, scope, of)] as const),
      ),
    );
    return toPage(scope, dated, query.limit, ({ verification, claim, ...row }: ReviewRow) => ({
      verification: renderVerification({ ...scope, publicUrl: services.publicUrl }, verification, now),
      document_type: row.documentType,
      locale: row.locale,
      claimed_by: claim?.by ?? null,
      claimed_until: claim === null ? null : iso(claim.until),
      proposal: renderProposal(verification.proposal),
      images_until: services.media === null ? null : iso(reviewEnd(verification)),
      ...(statements.has(verification.id) && { statement: statements.get(verification.id) }),
    }));
  },
);

const renderProposal = (of: Proposal | null) => of && { ...of, at: iso(of.at) };

const claim = route(
  {
    method: "post",
    path: "/v1/verifications/:id/claim",
    id: "claimReview",
    summary: "Claim a review",
    description:
      "Reserves a review for one reviewer for 15 minutes, so that no other one decides it. Repeating the call extends the claim.",
    sdk: "reviews.claim",
    parameters,
    callers: ["secret_key"],
    scope: "verifications:review",
    json: claimBody,
    answer: { status: 200, description: "The claim.", schema: claimAnswer },
    errors: ["not_found", "verification_not_open", "review_claimed"],
  },
  async (call) => {
    const id = call.param("id");
    const { by, until } = await claimReview(contextOf(call), { id, actingAs: call.body.acting_as });
    return { verification_id: id, claimed_by: by, claimed_until: iso(until) };
  },
);

const rule = route(
  {
    method: "post",
    path: "/v1/verifications/:id/review",
    id: "reviewVerification",
    summary: "Decide a review",
    description:
      "Ends a review for good. If the tenant asks for a second reviewer, the first ruling is a proposal, and the same ruling by another person confirms it. With `dedupe`, an approval of a face that is registered under another `customer_ref` by now is 400 `invalid_parameter`, unless the reason is `not_a_duplicate`.",
    sdk: "reviews.decide",
    parameters,
    callers: ["secret_key"],
    scope: "verifications:review",
    json: rulingBody,
    answer: { status: 200, description: "The decision or the proposal.", schema: rulingAnswer },
    errors: ["not_found", "verification_not_open", "review_claimed", "second_reviewer_required"],
  },
  idempotent(reviewByCall, {
    ends: true,
    input: ({ param, body: { acting_as: actingAs, ...body } }) => ({ ...body, id: param("id"), actingAs }),
    answer: (changed, { services, principal }) => ({
      body: {
        verification: renderVerification(
          { ...principal.scope, publicUrl: services.publicUrl },
          changed,
          services.clock(),
        ),
        proposal: renderProposal(changed.proposal),
      },
      subject: changed,
    }),
  }),
);

/** Reviews by a tenant's own back office. */
export const reviewRoutes = [list, claim, rule];
