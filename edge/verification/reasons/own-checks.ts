import type { ReasonText } from "../types.ts";

/** The reasons of the tenant's own checks, records and lists. */
export const OWN_CHECK_TEXTS = {
  external_check_failed: {
    finding: "An external check was answered with failed",
    cause: "Your server answered a check of the policy's `external_checks` with `failed`.",
    support: "Do not retry. Look the case up in your own system: `checks` has its reference.",
  },
  external_check_review: {
    finding: "An external check was answered with review",
    cause: "Your server answered a check of the policy's `external_checks` with `review`.",
    support: "Look the case up in your own system: `checks` has its reference.",
  },
  external_check_overdue: {
    finding: "An external check was not answered in time",
    cause: "The check's `deadline_seconds` passed, and its `on_deadline` applied.",
    support: "Run the check by hand, and look at the deliveries of `verification.check_requested`.",
  },
  document_reused: {
    finding: "The document was shown under another customer_ref",
    cause: "The policy has `repeat`, and a verification of another end user has the same number and state.",
    support:
      "Compare the people: `seen_under` names the other verifications. Allow a document that several people may show.",
  },
  list_blocked: {
    finding: "The document or the face is on the block list",
    cause: "The policy has `block_list`, and an item of the list matches.",
    support: "Read the item's reason in the dashboard under Lists.",
  },
  number_not_read: {
    finding: "The document's number or issuing state could not be read",
    cause: "The policy has `repeat` or `block_list`, and without both values nothing can be compared.",
    support: "Read both on the document, and search for the number in the dashboard.",
  },
} as const satisfies Readonly<Record<string, ReasonText>>;
