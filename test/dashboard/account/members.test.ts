import { expect, it } from "vitest";
import { openInvitation } from "#edge/accounts/links.ts";
import { acceptInvitation } from "#edge/operations/accounts/invitations.ts";
import { changeRole } from "#edge/operations/accounts/members.ts";
import type { Mail } from "#edge/platform/mail.ts";
import { listMembers } from "#edge/store/accounts/members.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { useTestEdge } from "../../harness/edge/use.ts";
import { INVITATION, newMember, newOwner, PASSWORD, tenantOf, Visitor } from "../visitor.ts";

const MEMBERS = "/dashboard/test/members";

const mails: Mail[] = [];
const edge = await useTestEdge({
  mailer: { reachesAddress: false, send: async (mail) => void mails.push(mail) },
});
const { db } = edge;

/** The audit log's entries for members, newest first. */
const logged = async (tenantId: string) =>
  (await listAudit(db, tenantId, { limit: 50, before: null }, { action: "member." })).map(
    ({ action }) => action,
  );

async function invite(owner: Visitor, email: string) {
  await owner.get(MEMBERS);
  const { text } = await owner.submit(MEMBERS, { email, role: "owner" });
  return {
    link: INVITATION.exec(text)![0],
    revoke: /[\w/]+\/invitations\/inv_\w+\/revoke/.exec(text)![0],
  };
}

it("an invitation is good once, for the address that was invited", async () => {
  const owner = await newOwner(edge);
  const member = await newMember(edge, owner.visitor, "admin");
  await edge.settled();
  expect(mails.at(-1)?.to).toBe(member.email);
  expect((await new Visitor(edge).open(member.link)).status).toBe(404);
});

it("an invitation that is withdrawn while it is being accepted adds no member", async () => {
  const { visitor } = await newOwner(edge);
  const tenantId = await tenantOf(visitor);
  const { link, revoke } = await invite(visitor, "race@example.test");
  const invitation = (await openInvitation(db, link.split("#").at(-1)!, Date.now()))!;
  await visitor.post(revoke, {});
  const ctx = { services: edge.services, address: null, now: Date.now() };
  const accepted = acceptInvitation(ctx, { invitation, person: { name: "Grace", password: PASSWORD } });
  await expect(accepted).rejects.toMatchObject({ code: "not_found" });
  expect(await listMembers(db, tenantId)).toHaveLength(1);
  expect(await logged(tenantId)).toEqual(["member.uninvite", "member.invite", "member.create"]);
});

it("an invitation is withdrawn by its own tenant, once, and no entry says more", async () => {
  const [one, other] = [await newOwner(edge), await newOwner(edge)];
  const { link, revoke } = await invite(other.visitor, "theirs@example.test");
  await one.visitor.get(MEMBERS);
  expect((await one.visitor.post(revoke, {})).status).toBe(404);
  expect(await logged(await tenantOf(one.visitor))).toEqual(["member.create"]);
  expect((await new Visitor(edge).open(link)).status).toBe(200);
  await other.visitor.post(revoke, {});
  expect((await new Visitor(edge).open(link)).status).toBe(404);
  expect((await other.visitor.post(revoke, {})).status).toBe(404);
});

it.each(["remove", "role"])("a former owner (%s) has no open invitations", async (action) => {
  const { visitor } = await newOwner(edge);
  const second = await newMember(edge, visitor, "owner");
  const theirs = await invite(second.visitor, `back-${action}@example.test`);
  const ours = await invite(visitor, `other-${action}@example.test`);
  await visitor.post(`${MEMBERS}/${second.userId}/${action}`, { role: "admin" });
  expect((await new Visitor(edge).open(theirs.link)).status).toBe(404);
  expect((await new Visitor(edge).open(ours.link)).status).toBe(200);
});

it.each([
  ["role", { role: "viewer" }],
  ["remove", {}],
])("a tenant is never without an owner (%s)", async (action, fields: Record<string, string>) => {
  const { visitor } = await newOwner(edge);
  const userId = /\/members\/(usr_\w+)\//.exec((await visitor.get(MEMBERS)).text)![1];
  const answer = await visitor.post(`${MEMBERS}/${userId}/${action}`, fields);
  expect((await visitor.follow(answer)).text).toContain("A tenant needs an owner");
});

it("if two owners demote one another at once, one stays an owner, with one audit entry", async () => {
  const { visitor } = await newOwner(edge);
  const tenantId = await tenantOf(visitor);
  const second = await newMember(edge, visitor, "owner");
  const first = (await listMembers(db, tenantId)).find(({ userId }) => userId !== second.userId)!;
  const demote = (userId: string, by: string) => {
    const actor = { kind: "staff", userId: by, address: null } as const;
    const ctx = { services: edge.services, tenantId, actor, now: Date.now() };
    return changeRole(ctx, { userId, role: "viewer" });
  };
  const outcomes = await Promise.allSettled([
    demote(first.userId, second.userId),
    demote(second.userId, first.userId),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const members = await listMembers(db, tenantId);
  expect(members.map(({ role }) => role).toSorted()).toEqual(["owner", "viewer"]);
  const changes = async () => (await logged(tenantId)).filter((action) => action === "member.role");
  expect(await changes()).toHaveLength(1);
  await demote(members.find(({ role }) => role === "viewer")!.userId, first.userId);
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
  expect(toOne).toEqual([303, 303, 303, 429]);
  await visitor.get(MEMBERS);
  const toMany: number[] = [];
  for (let n = 0; n < 18; n++) toMany.push(await send(`victim-${n}@example.test`));
  expect(toMany).toEqual([...Array(17).fill(303), 429]);
  await edge.settled();
  expect(mails).toHaveLength(20);
  expect(JSON.stringify(mails)).not.toContain("evil.example");
});
