import { afterAll, beforeAll, expect, it } from "vitest";
import { freeAddress } from "#edge/operations/accounts/members.ts";
import type { Mail } from "#edge/platform/mail.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { OPERATOR } from "#edge/store/audit/chain.ts";
import { PUBLIC_SETTINGS } from "../../harness/edge/bindings.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { INVITATION, newMember, newOwner, PASSWORD, Visitor } from "../visitor.ts";

const MEMBERS = "/dashboard/test/members";

const mails: Mail[] = [];
let edge: TestEdge;
beforeAll(async () => {
  edge = await openTestEdge();
});
afterAll(() => edge.close());

it("where mail proves addresses, an invitation's link goes to the invited address and to nobody else", async () => {
  const { visitor } = await newOwner(edge);
  const { mailer } = edge.services;
  const proving = { reachesAddress: true, send: async (mail: Mail) => void mails.push(mail) };
  Object.assign(edge.services, { mailer: proving });
  try {
    await visitor.get(MEMBERS);
    const invited = await visitor.post(MEMBERS, { email: "grace@example.test", role: "viewer" });
    const page = await visitor.follow(invited);
    await edge.settled();
    expect(page.text).toContain("on its way by mail");
    expect(page.text).not.toMatch(INVITATION);
    const link = INVITATION.exec(mails.find(({ to }) => to === "grace@example.test")!.text)![0];
    const grace = new Visitor(edge);
    await grace.open(link);
    expect((await grace.post(link, { name: "Grace", password: PASSWORD })).status).toBe(303);
  } finally {
    Object.assign(edge.services, { mailer });
  }
});

it("where others reach the service and no mail is sent, nobody is invited but by the operator", async () => {
  const deployed = await openTestEdge({ settings: PUBLIC_SETTINGS });
  try {
    const { visitor } = await newOwner(deployed);
    expect((await visitor.get(MEMBERS)).text).toContain("Its operator invites people");
    const refused = await visitor.post(MEMBERS, { email: "grace@example.test", role: "viewer" });
    expect(refused.status).toBe(403);
    expect((await visitor.get(MEMBERS)).text).not.toContain("grace@example.test");
  } finally {
    await deployed.close();
  }
});

it("an address that somebody else has taken is freed by the operator, the last owner's only where that is said", async () => {
  const { visitor, email } = await newOwner(edge);
  const member = await newMember(edge, visitor, "owner");
  const page = (await visitor.get("/dashboard/test/settings")).text;
  const tenantId = /tn_\w+/.exec(page)![0];
  const ctx = { services: edge.services, actor: OPERATOR, now: Date.now() };
  const free = (each: string, mayBeLastOwner: boolean) => freeAddress(ctx, { email: each, mayBeLastOwner });
  await free(member.email, false);
  await expect(free(email, false)).rejects.toMatchObject({
    code: "invalid_parameter",
    message: expect.stringContaining("A tenant needs an owner"),
  });
  await free(email.toUpperCase(), true);
  expect((await visitor.get(MEMBERS)).status).toBe(303);
  const page50 = { limit: 50, before: null };
  const told = await listAudit(edge.db, tenantId, page50, { action: "member.delete" });
  expect(told.map(({ actor }) => actor)).toEqual(["operator", "operator"]);
  await expect(free(email, true)).rejects.toMatchObject({ code: "not_found" });
  const rightful = new Visitor(edge);
  await rightful.get("/dashboard/sign-up");
  const form = { organization: "Rightful Ltd", name: "Ada", email, password: PASSWORD };
  expect((await rightful.post("/dashboard/sign-up", form)).status).toBe(201);
});
