import { z } from "zod";
import { DOCUMENT_TYPES } from "../../vocabulary/document-types.ts";
import { RULINGS } from "../../vocabulary/verifications.ts";
import { MAX_NOTE, REVIEW_REASONS } from "../verification/review.ts";
import { exampleAfter, idOf, ownName, pageOf, timestamp } from "./common.ts";
import { needing } from "./scoped-members.ts";
import { exampleInReview, exampleReviewed } from "./verification-examples.ts";
import { verificationAnswer } from "./verifications.ts";

/** Codes of `REVIEW_REASONS`. */
const reviewReason = z.enum(Object.keys(REVIEW_REASONS) as [keyof typeof REVIEW_REASONS]);

const ruling = z.enum(RULINGS);

/** Who acts, as the tenant names its reviewers. */
const actingAs = ownName.describe(
  "Your own name for the reviewer, 1 to 100 characters. It is in the audit log, which no erasure changes. Case and outer spaces do not matter. The email address of a member stands for that member.",
);

/** The body of a claim. */
export const claimBody = {
  schema: z.strictObject({ acting_as: actingAs }),
  example: { acting_as: "agent-7" },
};

/** The body of a ruling. */
export const rulingBody = {
  schema: z.strictObject({
    ruling: ruling.describe("The decision. It is final."),
    reason: reviewReason.describe("Why. Each ruling has its own reasons."),
    note: z
      .string()
      .max(MAX_NOTE)
      .optional()
      .describe("A note for other reviewers. It is encrypted, and returned by no call."),
    acting_as: actingAs,
  }),
  example: { ruling: "approved", reason: "identity_confirmed", acting_as: "agent-7" },
};

const reviewer = z.string().describe("The reviewer: `acting_as` in lower case, or a member's id `usr_…`.");

const claim = {
  claimed_by: reviewer,
  claimed_until: timestamp.describe("When the claim ends."),
};

const proposal = z
  .object({
    ruling: ruling.describe("The proposed decision."),
    reason: reviewReason.describe("Its reason."),
    by: reviewer,
    at: timestamp.describe("When it was proposed."),
  })
  .nullable()
  .describe("A ruling that a second person has to confirm, or null.");

export const claimAnswer = z.object({ verification_id: idOf("verification"), ...claim }).meta({
  id: "ReviewClaim",
  description: "A reviewer's claim of a review.",
  examples: [
    {
      verification_id: "vf_01JPA6Z8W4K8N2P4R6S8T0V2W4",
      claimed_by: "agent-7",
      claimed_until: exampleAfter(900),
    },
  ],
});

export const rulingAnswer = z
  .object({
    verification: verificationAnswer.describe(
      "The verification. Its decision stays as it is while a proposal waits.",
    ),
    proposal,
  })
  .meta({
    id: "ReviewRuling",
    description: "What a ruling has led to: a decision, or a proposal.",
    examples: [{ verification: exampleReviewed, proposal: null }],
  });

const review = z
  .object({
    verification: verificationAnswer,
    document_type: z
      .enum(DOCUMENT_TYPES)
      .nullable()
      .describe("The type of the document, as recognised or else as declared; null without a document."),
    locale: z
      .string()
      .nullable()
      .describe("The language in which the end user consented, or else that of the link; null if unknown."),
    claimed_by: claim.claimed_by.nullable(),
    claimed_until: claim.claimed_until.nullable(),
    proposal,
    images_until: timestamp
      .nullable()
      .describe(
        "When images that `store_media` does not keep are erased at the latest. The review can be decided after that, too. Null if the installation stores no images.",
      ),
    statement: needing(
      "personal:read",
      z
        .string()
        .nullable()
        .optional()
        .describe("What a declined end user wrote when they contested the decision. Only of a contest."),
    ),
  })
  .meta({
    id: "Review",
    description: "A verification that awaits a review.",
    examples: [
      {
        verification: exampleInReview,
        document_type: "passport",
        locale: "en",
        claimed_by: "agent-7",
        claimed_until: exampleAfter(900),
        proposal: null,
        images_until: exampleAfter(30 * 86_400),
      },
    ],
  });

export const reviewPage = pageOf(review).extend({
  data: z.array(review).describe("Contested decisions first, then longest waiting first."),
});
