import { beforeEach, describe, expect, it } from "vitest";
import { changeSettings } from "#edge/operations/tenants/tenant.ts";
import { CLAIM_MS, claimReview, takeNext } from "#edge/operations/verifications/claim.ts";
import { reviewVerification } from "#edge/operations/verifications/review.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { findClaim, listReviews } from "#edge/store/verifications/reviews.ts";
import { endInReview } from "#test/harness/edge/record-step.ts";
import type { TestTenant } from "#test/harness/edge/test-edge.ts";
import { useTestEdge } from "#test/harness/edge/use.ts";

const edge = await useTestEdge();
let tenant: TestTenant;
let now: number;
beforeEach(async () => {
  tenant = await edge.newTenant();
  now = edge.services.clock();
});

/** The context of a member, so many milliseconds from now. */
const by = (userId: string, after = 0, scope = tenant.scope("test")) => ({
  services: edge.services,
  scope,
  actor: { kind: "staff", userId, address: null } as const,
  now: now + after,
});
const claim = (id: string, userId: string, after = 0) => claimReview(by(userId, after), { id });
const holder = async (id: string, after = 0) =>
  (await findClaim(edge.db, tenant.scope("test"), id, now + after))?.by ?? null;
const CLAIMED = { code: "review_claimed" };
const APPROVE = { ruling: "approved", reason: "identity_confirmed" } as const;

describe("a claim of a review", () => {
  it("is one reviewer's: of many at once one wins, and the others are 409 review_claimed", async () => {
    const id = await endInReview(edge, tenant);
    const people = ["ada", "bo", "cy", "di", "ed"];
    const outcomes = await Promise.allSettled(people.map((person) => claim(id, person)));
    const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.by] : []));
    const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason.code] : []));
    expect([won.length, lost]).toEqual([1, Array(4).fill("review_claimed")]);
    expect(await holder(id)).toBe(won[0]);
    const page = { limit: 10, before: null };
    const entries = await listAudit(edge.db, tenant.id, page, { target: id, action: "verification.claim" });
    expect(entries.map(({ actor }) => actor)).toEqual(won);
  });

  it("ends after 15 minutes, and then another reviewer may have it", async () => {
    const id = await endInReview(edge, tenant);
    expect(await claim(id, "ada")).toEqual({ by: "ada", session: null, until: now + 900_000 });
    await expect(claim(id, "bo", CLAIM_MS - 1)).rejects.toMatchObject(CLAIMED);
    expect(await holder(id, CLAIM_MS - 1)).toBe("ada");
    expect(await holder(id, CLAIM_MS)).toBeNull();
    expect((await claim(id, "bo", CLAIM_MS)).by).toBe("bo");
  });

  it("is extended by claiming again", async () => {
    const id = await endInReview(edge, tenant);
    await claim(id, "ada");
    await claim(id, "ada", 600_000);
    expect(await holder(id, CLAIM_MS + 500_000)).toBe("ada");
  });

  it("keeps every other reviewer from deciding, and leaves nothing of the attempt", async () => {
    const id = await endInReview(edge, tenant);
    await claim(id, "ada");
    const attempt = reviewVerification(by("bo"), { id, ...APPROVE, note: "mine" });
    await expect(attempt).rejects.toMatchObject(CLAIMED);
    const [row] = await listReviews(edge.db, tenant.scope("test"), { limit: 1, after: null, now });
    expect(row).toMatchObject({ verification: { id, decision: "review" }, claim: { by: "ada" } });
    expect((await edge.client.execute("select count(*) as n from review_notes")).rows[0]!.n).toBe(0);
    expect((await reviewVerification(by("ada"), { id, ...APPROVE })).decision).toBe("approved");
    expect(await holder(id)).toBeNull();
  });

  it("is only of a verification in review: 409 verification_not_open, and 404 for others' verifications", async () => {
    const id = await endInReview(edge, tenant);
    const other = (await edge.newTenant()).scope("test");
    for (const scope of [other, tenant.scope("live")]) {
      await expect(claimReview(by("ada", 0, scope), { id })).rejects.toMatchObject({ code: "not_found" });
    }
    await reviewVerification(by("ada"), { id, ...APPROVE });
    await expect(claim(id, "ada")).rejects.toMatchObject({ code: "verification_not_open" });
  });
});

describe("the next review", () => {
  const take = (userId: string, after: string | null = null, filter = {}) =>
    takeNext(by(userId), { after, filter, session: "" });

  it("is the one that has waited longest and that nobody else has claimed", async () => {
    const [first, second] = [await endInReview(edge, tenant), await endInReview(edge, tenant)];
    expect(await take("ada")).toBe(first);
    expect(await take("bo")).toBe(second);
    expect(await take("cy")).toBeNull();
  });

  it("goes to each of many reviewers at once a different one", async () => {
    const ids = [
      await endInReview(edge, tenant),
      await endInReview(edge, tenant),
      await endInReview(edge, tenant),
    ];
    const taken = await Promise.all(["ada", "bo", "cy"].map((person) => take(person)));
    expect(taken.toSorted()).toEqual(ids.toSorted());
  });

  it("follows the one that the reviewer leaves, which is released", async () => {
    const [first, second] = [await endInReview(edge, tenant), await endInReview(edge, tenant)];
    await take("ada");
    expect(await take("ada", first)).toBe(second);
    expect([await holder(first), await holder(second)]).toEqual([null, "ada"]);
    expect(await take("ada", second)).toBe(first);
  });

  it("is one of the filter's, and none that the reviewer has proposed a decision for", async () => {
    const actor = { kind: "operator" } as const;
    await changeSettings(
      { services: edge.services, tenantId: tenant.id, actor, now },
      { secondReviewer: "all" },
    );
    const [first, second] = [
      await endInReview(edge, tenant),
      await endInReview(edge, tenant, { reason: "other" }),
    ];
    expect(await take("bo", null, { reason: "other" })).toBe(second);
    await reviewVerification(by("ada"), { id: first, ...APPROVE });
    expect(await take("ada")).toBeNull();
    expect(await take("cy")).toBe(first);
  });
});
