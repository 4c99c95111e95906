import { afterAll, beforeAll, expect, it } from "vitest";
import { openInvitation } from "#edge/accounts/links.ts";
import { acceptInvitation } from "#edge/operations/accounts/invitations.ts";
import { changeRole } from "#edge/operations/accounts/members.ts";
import type { Mail } from "#edge/platform/mail.ts";
import { listMembers } from "#edge/store/accounts/members.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { INVITATION, newMember, newOwner, PASSWORD, Visitor } from "../visitor.ts";

const MEMBERS = "/dashboard/test/members";

let edge: TestEdge;
const mails: Mail[] = [];
beforeAll(async () => {
  edge = await openTestEdge({
    mailer: { reachesAddress: false, send: async (mail) => void mails.push(mail) },
  });
});
afterAll(() => edge.close());

const tenantOf = async (visitor: Visitor) =>
  /tn_\w+/.exec((await visitor.get("/dashboard/test/settings")).text)![0];

/** What the audit log tells of members, newest first. */
const told = async (tenantId: string) =>
  (await listAudit(edge.services.db, tenantId, { limit: 50, before: null }, { action: "member." })).map(
    ({ action }) => action,
  );

async function invite(owner: Visitor, email: string) {
  await owner.get(MEMBERS);
  const { text } = await owner.post(MEMBERS, { email, role: "owner" });
  return {
    link: INVITATION.exec(text)![0],
    revoke: /[\w/]+\/invitations\/inv_\w+\/revoke/.exec(text)![0],
  };
}

it("an invitation that is taken back while it is being accepted makes nobody a member", async () => {
  const { visitor } = await newOwner(edge);
  const tenantId = await tenantOf(visitor);
  const { link, revoke } = await invite(visitor, "race@example.test");
  const { db } = edge.services;
  const found = await openInvitation(db, link.split("#").at(-1)!, Date.now());
  await visitor.post(revoke, {});
  const person = { name: "Grace", password: PASSWORD };
  const accepted = acceptInvitation(
    { services: edge.services, address: null, now: Date.now() },
    { invitation: found!, person },
  );
  await expect(accepted).rejects.toMatchObject({ code: "not_found" });
  expect(await listMembers(db, tenantId)).toHaveLength(1);
  expect(await told(tenantId)).toEqual(["member.uninvite", "member.invite", "member.create"]);
});

it("an invitation that is not the tenant's, or is closed, is not taken back, and no entry says so", async () => {
  const [one, other] = [await newOwner(edge), await newOwner(edge)];
  const tenantId = await tenantOf(one.visitor);
  const { link, revoke } = await invite(other.visitor, "theirs@example.test");
  await one.visitor.get(MEMBERS);
  expect((await one.visitor.post(revoke, {})).status).toBe(404);
  expect(await told(tenantId)).toEqual(["member.create"]);
  expect((await new Visitor(edge).open(link)).status).toBe(200);
  await other.visitor.post(revoke, {});
  expect((await other.visitor.post(revoke, {})).status).toBe(404);
});

it.each(["remove", "role"])("an owner who is no more one (%s) has no open invitations", async (action) => {
  const { visitor } = await newOwner(edge);
  const second = await newMember(edge, visitor, "owner");
  const theirs = await invite(second.visitor, `back-${action}@example.test`);
  const ours = await invite(visitor, `other-${action}@example.test`);
  await visitor.post(`${MEMBERS}/${second.userId}/${action}`, { role: "admin" });
  expect((await new Visitor(edge).open(theirs.link)).status).toBe(404);
  expect((await new Visitor(edge).open(ours.link)).status).toBe(200);
});

it("of two owners who demote one another at once one stays, and one entry tells of it", async () => {
  const { visitor } = await newOwner(edge);
  const tenantId = await tenantOf(visitor);
  const second = await newMember(edge, visitor, "owner");
  const { db } = edge.services;
  const first = (await listMembers(db, tenantId)).find(({ userId }) => userId !== second.userId)!;
  const demote = (userId: string, by: string) =>
    changeRole(
      {
        services: edge.services,
        tenantId,
        actor: { kind: "staff", userId: by, address: null },
        now: Date.now(),
      },
      { userId, role: "viewer" },
    );
  const outcomes = await Promise.allSettled([
    demote(first.userId, second.userId),
    demote(second.userId, first.userId),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await listMembers(db, tenantId)).map(({ role }) => role).toSorted()).toEqual(["owner", "viewer"]);
  const changes = async () => (await told(tenantId)).filter((action) => action === "member.role");
  expect(await changes()).toHaveLength(1);
  const rest = (await listMembers(db, tenantId)).find(({ role }) => role === "viewer")!;
  await demote(rest.userId, first.userId);
  expect(await changes()).toHaveLength(1);
});

it("invitations are no way to write to strangers: few to one address and of one tenant, in our words alone", async () => {
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/sign-up");
  const spammer = { name: "Eve", email: "eve@example.test", password: PASSWORD };
  await visitor.post("/dashboard/sign-up", { organization: "Pay at https://evil.example", ...spammer });
  await visitor.get(MEMBERS);
  await edge.settled();
  mails.length = 0;
  const send = async (email: string) => (await visitor.post(MEMBERS, { email, role: "viewer" })).status;
  const toOne: number[] = [];
  for (let n = 0; n < 4; n++) toOne.push(await send("victim@example.test"));
  expect(toOne).toEqual([201, 201, 201, 429]);
  await visitor.get(MEMBERS);
  const toMany: number[] = [];
  for (let n = 0; n < 18; n++) toMany.push(await send(`victim-${n}@example.test`));
  expect(toMany).toEqual([...Array(17).fill(201), 429]);
  await edge.settled();
  expect(mails).toHaveLength(20);
  expect(JSON.stringify(mails)).not.toContain("evil.example");
});
