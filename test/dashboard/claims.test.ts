import { beforeEach, describe, expect, it } from "vitest";
import { CLAIM_MS } from "#edge/operations/verifications/claim.ts";
import { endInReview } from "../harness/edge/record-step.ts";
import type { TestTenant } from "../harness/edge/test-edge.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newMember, newOwner, tenantOf, type Visitor } from "./visitor.ts";

const edge = await useTestEdge();
const { visitor: owner, key } = await newOwner(edge);
const tenantId = await tenantOf(owner);
const tenant: TestTenant = {
  ...{ id: tenantId, keys: { test: key, live: "" }, keyIds: { test: "", live: "" } },
  scope: (mode) => ({ tenantId, mode }),
};
const one = await newMember(edge, owner, "reviewer");
const other = await newMember(edge, owner, "reviewer");
const viewer = await newMember(edge, owner, "viewer");

const QUEUE = "/dashboard/test/reviews";
const pageOf = (id: string) => `/dashboard/test/verifications/${id}`;
const claim = (visitor: Visitor, id: string) => visitor.post(`${pageOf(id)}/claim`, {});
const takeNext = async (visitor: Visitor, fields = {}) => {
  await visitor.get(QUEUE);
  return (await visitor.post(`${QUEUE}/next`, fields)).location;
};
const mayDecide = async (visitor: Visitor, id: string) =>
  (await visitor.get(pageOf(id))).text.includes('type="radio"');
const APPROVE = { confirmed: "on", decision: "approved", reason: "identity_confirmed" };

let id: string;
beforeEach(async () => {
  // Reviews of earlier tests end, so that each test has a queue of its own.
  const { body } = await edge.call("GET", "/v1/reviews", key);
  for (const { verification } of body.data)
    await edge.client.execute({
      sql: "update verifications set decision = 'declined' where id = ?",
      args: [verification.id],
    });
  id = await endInReview(edge, tenant);
  for (const { visitor } of [one, other, viewer]) await visitor.get(QUEUE);
});

describe("a claimed review", () => {
  it("is shown in the queue and on its page with who has claimed it, and only that reviewer may decide", async () => {
    expect(await takeNext(one.visitor)).toBe(pageOf(id));
    expect(await mayDecide(one.visitor, id)).toBe(true);
    const own = (await one.visitor.get(pageOf(id))).text;
    expect(own.match(/class="flash done"/g)).toHaveLength(1);
    expect(own).toMatch(/Claimed by you until <time[^>]*>[^<]*<\/time>, 15 min left\./);
    expect(await mayDecide(other.visitor, id)).toBe(false);
    for (const path of [QUEUE, pageOf(id)]) {
      expect((await other.visitor.get(path)).text).toMatch(/Grace/);
    }
    const refused = await other.visitor.follow(await other.visitor.post(`${pageOf(id)}/review`, APPROVE));
    expect(refused.text).toContain("Another reviewer has claimed this review.");
    expect((await other.visitor.follow(await claim(other.visitor, id))).text).toContain(
      "Another reviewer has claimed this review.",
    );
    const shown = await one.visitor.follow(await one.visitor.post(`${pageOf(id)}/review`, APPROVE));
    expect(shown.text).toContain("The verification is approved.");
    expect(shown.text).not.toContain("Take next");
  });

  it("is not kept claimed by another person's look", async () => {
    await claim(one.visitor, id);
    edge.advance(CLAIM_MS - 60_000);
    await other.visitor.get(pageOf(id));
    await viewer.visitor.get(pageOf(id));
    edge.advance(60_000);
    expect(await mayDecide(other.visitor, id)).toBe(true);
  });
});

describe("Take next", () => {
  it("leads each reviewer to another review, and says when none is left", async () => {
    const second = await endInReview(edge, tenant);
    expect(await takeNext(one.visitor)).toBe(pageOf(id));
    expect(await takeNext(other.visitor)).toBe(pageOf(second));
    await owner.get(QUEUE);
    const left = await owner.follow(await owner.post(`${QUEUE}/next`, {}));
    expect(left.text).toContain("No review is left for you to take.");
  });

  it("takes one that the queue's filter shows", async () => {
    const second = await endInReview(edge, tenant, { reason: "frames_replayed" });
    const { text } = await one.visitor.get(`${QUEUE}?reason=frames_replayed&waiting=&document_type=&locale=`);
    expect(text).toContain(pageOf(second));
    expect(text).not.toContain(pageOf(id));
    expect(text).toContain('<input type="hidden" name="reason" value="frames_replayed"');
    expect(await takeNext(one.visitor, { reason: "frames_replayed" })).toBe(pageOf(second));
    edge.advance(3_600_000);
    expect(await takeNext(one.visitor, { waiting: "1" })).toBe(pageOf(id));
    expect(await takeNext(other.visitor, { waiting: "4" })).toBe(QUEUE);
  });

  it("has a filter that lists the reasons in the queue alone, each with its number of reviews", async () => {
    await endInReview(edge, tenant, { reason: "frames_replayed" });
    const second = await endInReview(edge, tenant, { reason: "frames_replayed" });
    const reasonsOn = async (query = "") => {
      const { text } = await one.visitor.get(`${QUEUE}${query}`);
      const [, options = ""] = /<select[^>]*name="reason"[^>]*>(.*?)<\/select>/s.exec(text)!;
      return [...options.matchAll(/value="(\w+)"[^>]*>[^<(]*\((\d+)\)/g)].map(([, code, n]) => [code, n]);
    };
    const all = await reasonsOn();
    expect(all).toContainEqual(["frames_replayed", "2"]);
    expect(all.map(([code]) => code)).not.toContain("glare");
    expect(await reasonsOn("?reason=glare")).toContainEqual(["glare", "0"]);
    const { text } = await one.visitor.get(pageOf(second));
    expect(text).toContain('Review queue <span class="badge warn">3</span>');
    const { visitor: stranger } = await newOwner(edge);
    expect((await stranger.get(QUEUE)).text).not.toMatch(/Review queue <span|frames_replayed/);
  });

  it("is the button with the focus after a decision", async () => {
    await endInReview(edge, tenant);
    await takeNext(one.visitor);
    const shown = await one.visitor.follow(await one.visitor.post(`${pageOf(id)}/review`, APPROVE));
    expect(shown.text).toMatch(/<button type="submit" autofocus=""[^>]*>\s*Take next/);
  });

  it("is not offered by a filter that no case matches: the page says so, and leads back to all", async () => {
    const { text } = await one.visitor.get(`${QUEUE}?reason=glare`);
    expect(text).toContain("No case matches this filter");
    expect(text).toContain(`<a href="${QUEUE}">Clear the filter</a>`);
    expect(text).toContain(`<a class="button plain" href="${QUEUE}">Clear</a>`);
    expect(text).not.toContain("Take next");
    const unknown = await one.visitor.get(`${QUEUE}?reason=nonsense`);
    expect(unknown.text).toContain("The filter is not valid");
    expect(unknown.text).toContain("Reason must be one of the options.");
  });

  it("is offered to reviewers alone", async () => {
    expect((await viewer.visitor.get(QUEUE)).text).not.toContain("Take next");
    expect((await one.visitor.get(QUEUE)).text).toContain("Take next");
  });
});

it("with a second reviewer, the first decision is shown as a proposal that another person confirms", async () => {
  await owner.get("/dashboard/test/settings");
  await owner.post("/dashboard/test/settings/members", { second_reviewer: "approvals" });
  const decide = async ({ visitor }: { visitor: Visitor }) => {
    await visitor.get(pageOf(id));
    return visitor.submit(`${pageOf(id)}/review`, APPROVE);
  };
  const { text } = await one.visitor.get(pageOf(id));
  expect(text).toContain("Another person has to confirm the decision.");
  expect(text).toContain("Propose to approve</button>");
  expect(text).toContain("Confirm decline</button>");
  expect((await decide(one)).text).toContain("Your decision is proposed.");
  expect(await mayDecide(one.visitor, id)).toBe(false);
  expect((await decide(one)).text).toContain("Another person confirms it.");
  expect((await other.visitor.get(pageOf(id))).text).toMatch(/Proposed by Grace.*<strong>approved<\/strong>/);
  expect((await other.visitor.get(QUEUE)).text).toContain("Grace proposed: approved");
  const ended = await decide(other);
  expect(ended.text).toContain("The verification is approved.");
  expect(ended.text).toMatch(
    /Grace proposed\s*<strong>approved<\/strong>.*Grace decided\s*<strong>approved/s,
  );
});
