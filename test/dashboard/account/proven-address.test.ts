import { expect, it } from "vitest";
import { freeAddress } from "#edge/operations/accounts/members.ts";
import type { Mail } from "#edge/platform/mail.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { OPERATOR } from "#edge/store/audit/chain.ts";
import { PUBLIC_SETTINGS } from "../../harness/edge/bindings.ts";
import { useTestEdge } from "../../harness/edge/use.ts";
import { INVITATION, newMember, newOwner, PASSWORD, tenantOf, Visitor } from "../visitor.ts";

const MEMBERS = "/dashboard/test/members";
const GRACE = { email: "grace@example.test", role: "viewer" };

const mails: Mail[] = [];
const [edge, deployed] = [await useTestEdge(), await useTestEdge({ settings: PUBLIC_SETTINGS })];

it("if mail proves addresses, an invitation's link goes to the invited address and to no other", async () => {
  const { visitor } = await newOwner(edge);
  const { mailer } = edge.services;
  const proving = { reachesAddress: true, send: async (mail: Mail) => void mails.push(mail) };
  Object.assign(edge.services, { mailer: proving });
  try {
    await visitor.get(MEMBERS);
    const page = await visitor.follow(await visitor.post(MEMBERS, GRACE));
    await edge.settled();
    expect(page.text).toContain("was sent by email");
    expect(page.text).not.toMatch(INVITATION);
    const link = INVITATION.exec(mails.find(({ to }) => to === GRACE.email)!.text)![0];
    const grace = new Visitor(edge);
    await grace.open(link);
    expect((await grace.post(link, { name: "Grace", password: PASSWORD })).status).toBe(303);
  } finally {
    Object.assign(edge.services, { mailer });
  }
});

it("if others reach the service and no mail is sent, only the operator invites", async () => {
  const { visitor } = await newOwner(deployed);
  expect((await visitor.get(MEMBERS)).text).toContain("Ask its operator to invite people");
  expect((await visitor.post(MEMBERS, GRACE)).status).toBe(403);
  expect((await visitor.get(MEMBERS)).text).not.toContain(GRACE.email);
});

it("the operator frees an address that somebody else has taken, the last owner's only if that is said", async () => {
  const { visitor, email } = await newOwner(edge);
  const member = await newMember(edge, visitor, "owner");
  const tenantId = await tenantOf(visitor);
  const ctx = { services: edge.services, actor: OPERATOR, now: Date.now() };
  const free = (each: string, mayBeLastOwner: boolean) => freeAddress(ctx, { email: each, mayBeLastOwner });
  await free(member.email, false);
  await expect(free(email, false)).rejects.toMatchObject({
    code: "invalid_parameter",
    message: expect.stringContaining("A tenant needs an owner"),
  });
  await free(email.toUpperCase(), true);
  expect((await visitor.get(MEMBERS)).status).toBe(303);
  const page = { limit: 50, before: null };
  const entries = await listAudit(edge.db, tenantId, page, { action: "member.delete" });
  expect(entries.map(({ actor }) => actor)).toEqual(["operator", "operator"]);
  await expect(free(email, true)).rejects.toMatchObject({ code: "not_found" });
  const rightful = new Visitor(edge);
  await rightful.get("/dashboard/sign-up");
  const form = { organization: "Rightful Ltd", name: "Ada", email, password: PASSWORD };
  expect((await rightful.post("/dashboard/sign-up", form)).status).toBe(201);
});
