import { ApiError } from "../../core/errors.ts";
import { listMembers } from "../../store/accounts/members.ts";
import { isUnmet } from "../../store/batch.ts";
import {
  type Claim,
  claimReview as claimStatements,
  extendClaim,
  listReviews,
  type ReviewFilter,
  releaseClaim,
} from "../../store/verifications/reviews.ts";
import { awaitsReview, notInReview } from "../../verification/review.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";
import { existingVerification } from "../verification-write.ts";

/** How long a reviewer's lease of a review lasts, in milliseconds. */
export const CLAIM_MS = 15 * 60 * 1000;

/** Who claims a review. */
interface Claimant {
  /** The tenant's name for the reviewer, of an API call. */
  readonly actingAs?: string;
  /** The dashboard session that the lease ends with. */
  readonly session?: string;
}

/** Another person's lease holds. */
export const claimed = () =>
  new ApiError("review_claimed", "Another reviewer has claimed this review. A claim ends after 15 minutes.");

/**
 * Gives the reviewer the lease of a review, or a longer one. Throws 404 `not_found`, 409
 * `verification_not_open` if the verification awaits no review, and 409 `review_claimed` while another
 * person's lease holds.
 */
export async function claimReview(
  ctx: ScopeContext,
  { id, actingAs, session = "" }: Claimant & { readonly id: string },
): Promise<Claim> {
  const { services, scope, now } = ctx;
  const verification = await existingVerification(services.db, scope, id);
  if (!awaitsReview(verification)) throw notInReview(verification);
  const by = await reviewerOf(ctx, actingAs);
  const claim = { by, session: session || null, until: now + CLAIM_MS };
  await commit(ctx, {
    statements: claimStatements(services.db, scope, id, claim, now),
    audit: [auditEntry(ctx, { action: "verification.claim", target: id, after: { by } })],
  }).catch(async (error) => {
    if (!isUnmet(error)) throw error;
    const current = await existingVerification(services.db, scope, id);
    throw awaitsReview(current) ? claimed() : notInReview(current);
  });
  return claim;
}

/** Extends a member's lease of a review, if it holds: the member looks at its page. */
export async function keepClaim(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const claim = { by: await reviewerOf(ctx, undefined), until: now + CLAIM_MS };
  await commit(ctx, { statements: [extendClaim(services.db, scope, id, claim, now)] });
}

/** Each lost race means that another reviewer has claimed a review. */
const MAX_TRIES = 10;

/**
 * Claims the review that has waited longest among those that the member may decide, and returns its id; null
 * if none is left. `after`, a review that the member leaves, is released, and the search begins behind it.
 */
export async function takeNext(
  ctx: ScopeContext,
  { after, filter, session }: { after: string | null; filter: ReviewFilter; session: string },
): Promise<string | null> {
  const { services, scope } = ctx;
  const by = await reviewerOf(ctx, undefined);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const id = await nextOpen(ctx, by, after, filter);
    if (id === null) return null;
    try {
      await claimReview(ctx, { id, session });
      if (after !== null && after !== id) {
        await commit(ctx, { statements: [releaseClaim(services.db, scope, after, by)] });
      }
      return id;
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  throw new ApiError("service_unavailable", "Too many reviews are being claimed at once.", { retryAfter: 1 });
}

const isTaken = (error: unknown) =>
  error instanceof ApiError && ["review_claimed", "verification_not_open"].includes(error.code);

/** The first review after this one that a person may take, or else the first of all. */
async function nextOpen(
  { services, scope, now }: ScopeContext,
  openTo: string,
  after: string | null,
  filter: ReviewFilter,
): Promise<string | null> {
  const find = (from: string | null) =>
    listReviews(services.db, scope, { limit: 1, after: from, now }, { ...filter, openTo });
  const [next] = await find(after);
  const [first] = next === undefined && after !== null ? await find(null) : [next];
  return first?.verification.id ?? null;
}

/**
 * The person who acts: a member's id, `operator`, or for an API call the name that the tenant gives its
 * reviewer. A name that is the address or the id of a member is this member, so that one person has no second
 * name in the dashboard.
 */
export async function reviewerOf(
  { services, scope, actor }: ScopeContext,
  actingAs: string | undefined,
): Promise<string> {
  if (actor.kind === "staff") return actor.userId;
  if (actor.kind === "operator") return actor.kind;
  if (actingAs === undefined) throw new Error("An API call acts as a reviewer.");
  const name = foldedName(actingAs);
  const members = await listMembers(services.db, scope.tenantId);
  const member = members.find(({ userId, email }) => [userId, email].some((of) => foldedName(of) === name));
  return member?.userId ?? name;
}

/** One text for the ways to write a name: case, width and spaces distinguish no people. */
const foldedName = (name: string) => name.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
