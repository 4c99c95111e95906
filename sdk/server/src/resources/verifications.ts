import type { Caller } from "../../../core/call.ts";
import { Pages } from "../../../core/pages.ts";
import type { CallOptions } from "../../../core/settings.ts";
import {
  type AnswerCheckBody,
  answerCheck,
  type ClaimReviewBody,
  type CreateVerificationBody,
  cancelVerification,
  claimReview,
  createLink,
  createVerification,
  type ExamineDocumentBody,
  examineDocument,
  issueChipChallengeOfVerification,
  type ListReviewsQuery,
  type ListVerificationsQuery,
  listReviews,
  listVerifications,
  nextOfVerification,
  type PresentChipBody,
  presentChip,
  type ReadDossierQuery,
  type ReviewVerificationBody,
  readDossier,
  readVerification,
  reviewVerification,
  type SearchVerificationsBody,
  searchVerifications,
} from "../../../gen/operations.ts";

type SearchedDocument = Pick<SearchVerificationsBody, "name" | "document_number">;

/** Verifications: the steps of one person, and the decision that they end in (contract §3). */
export const verifications = (call: Caller<"answer">) => ({
  /** Creates a verification and mints a session token for the person's device. */
  create: (body: CreateVerificationBody, options?: CallOptions) =>
    call(createVerification, { body }, options),
  /** Counts against the usage cap, but for the first read after a decision. */
  retrieve: (id: string, options?: CallOptions) => call(readVerification, { path: { id } }, options),
  /** The person's next step; not metered. */
  next: (id: string, options?: CallOptions) => call(nextOfVerification, { path: { id } }, options),
  /** A filter by person is sent in a body, so that the address contains no personal data. */
  list: (query: ListVerificationsQuery & SearchedDocument = {}, options?: CallOptions) =>
    new Pages((cursor) => {
      const given = { ...query, cursor };
      const { customer_ref, name, document_number, ...others } = given;
      return (customer_ref ?? name ?? document_number) === undefined
        ? call(listVerifications, { query: others }, options)
        : call(searchVerifications, { body: given }, options);
    }, query.cursor),
  /** Reads and judges a document's front and perhaps its back in one call. */
  examineDocument: (id: string, body: ExamineDocumentBody, options?: CallOptions) =>
    call(examineDocument, { path: { id }, body }, options),
  /** Eight bytes that the document's chip signs: good for 120 seconds, once, with this key. */
  issueChipChallenge: (id: string, options?: CallOptions) =>
    call(issueChipChallengeOfVerification, { path: { id } }, options),
  /** The files of the document's chip, in place of photos. */
  presentChip: (id: string, body: PresentChipBody, options?: CallOptions) =>
    call(presentChip, { path: { id }, body }, options),
  /** Makes a new link; the earlier ones end, with the sessions that they gave. */
  createLink: (id: string, options?: CallOptions) => call(createLink, { path: { id } }, options),
  /** All that a decision rests on, signed; counts against the usage cap as `retrieve` does. */
  dossier: (id: string, query: ReadDossierQuery = {}, options?: CallOptions) =>
    call(readDossier, { path: { id }, query }, options),
  cancel: (id: string, options?: CallOptions) => call(cancelVerification, { path: { id } }, options),
  /** Your server's result of a check of the policy's `external_checks`; accepted once. */
  answerCheck: (id: string, name: string, body: AnswerCheckBody, options?: CallOptions) =>
    call(answerCheck, { path: { id, name }, body }, options),
});

/** Reviews: verifications that await a person's decision (contract §3.9). */
export const reviews = (call: Caller<"answer">) => ({
  /** Longest waiting first; not metered. */
  list: (query: ListReviewsQuery = {}, options?: CallOptions) =>
    new Pages((cursor) => call(listReviews, { query: { ...query, cursor } }, options), query.cursor),
  /** Reserves a review for one reviewer for 15 minutes, or extends the claim. */
  claim: (id: string, body: ClaimReviewBody, options?: CallOptions) =>
    call(claimReview, { path: { id }, body }, options),
  /** Decides a review for good, or proposes a decision if the tenant asks for a second reviewer. */
  decide: (id: string, body: ReviewVerificationBody, options?: CallOptions) =>
    call(reviewVerification, { path: { id }, body }, options),
});
