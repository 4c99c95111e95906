import { afterAll, beforeAll, expect, it } from "vitest";
import type { Mail } from "#edge/platform/mail.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { INVITATION, newMember, newOwner, PASSWORD, Visitor } from "../visitor.ts";

const NEW_PASSWORD = "battery staple correct";

const mails: Mail[] = [];
let edge: TestEdge;
let mute: TestEdge;
beforeAll(async () => {
  edge = await openTestEdge({
    mailer: { reachesAddress: false, send: async (mail) => void mails.push(mail) },
  });
  mute = await openTestEdge();
});
afterAll(() => Promise.all([edge.close(), mute.close()]));

async function askForLink(email: string) {
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/reset");
  const answer = await visitor.post("/dashboard/reset", { email });
  await edge.settled();
  return answer;
}

async function signIn(email: string, password: string): Promise<number> {
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/sign-in");
  return (await visitor.post("/dashboard/sign-in", { email, password })).status;
}

it("sets a new password by a link that is good once, and ends every session", async () => {
  const { visitor, email } = await newOwner(edge);
  const tenantId = /tn_\w+/.exec((await visitor.get("/dashboard/test/settings")).text)![0];
  await askForLink(email);
  expect(mails.at(-1)?.to).toBe(email);
  const link = /https?:\S+/.exec(mails.at(-1)!.text)![0];
  const forgetful = new Visitor(edge);
  await forgetful.open(link);
  expect((await forgetful.post(link, { password: "short" })).status).toBe(400);
  expect((await forgetful.post(link, { password: NEW_PASSWORD })).location).toBe("/dashboard/sign-in");
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(303);
  expect([await signIn(email, PASSWORD), await signIn(email, NEW_PASSWORD)]).toEqual([401, 303]);
  await forgetful.open(link);
  expect((await forgetful.post(link, { password: NEW_PASSWORD })).status).toBe(400);
  const told = await listAudit(
    edge.services.db,
    tenantId,
    { limit: 9, before: null },
    { action: "profile." },
  );
  expect(told.map(({ action }) => action)).toEqual(["profile.password_reset"]);
});

async function linkFor(email: string): Promise<string> {
  await askForLink(email);
  return /https?:\S+/.exec(mails.at(-1)!.text)![0];
}

async function withFailingAudit(attempt: () => Promise<unknown>): Promise<void> {
  const { db } = edge.services;
  await db.run("create trigger fail before insert on audit_entries begin select raise(abort, 'full'); end");
  try {
    await attempt();
  } finally {
    await db.run("drop trigger fail");
  }
}

async function setPassword(link: string): Promise<number> {
  const visitor = new Visitor(edge);
  await visitor.open(link);
  return (await visitor.post(link, { password: NEW_PASSWORD })).status;
}

it("ends every session even when the audit log cannot be written", async () => {
  const { visitor, email } = await newOwner(edge);
  const link = await linkFor(email);
  await withFailingAudit(async () => expect(await setPassword(link)).toBe(500));
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(303);
});

it("a change of the password leaves its own session alone, even then", async () => {
  const { visitor } = await newOwner(edge);
  await visitor.get("/dashboard/test/profile");
  const change = { current: PASSWORD, password: NEW_PASSWORD };
  await withFailingAudit(() => visitor.post("/dashboard/test/profile/password", change));
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(200);
});

it("makes every other link worthless, as a change of the password does", async () => {
  const { visitor, email } = await newOwner(edge);
  const [first, second] = [await linkFor(email), await linkFor(email)];
  await visitor.get("/dashboard/test/profile");
  const change = { current: PASSWORD, password: "yet another password" };
  await visitor.post("/dashboard/test/profile/password", change);
  expect([await setPassword(first), await setPassword(second)]).toEqual([400, 400]);
  const third = await linkFor(email);
  edge.advance(3 * 60_000);
  const fourth = await linkFor(email);
  expect([await setPassword(third), await setPassword(fourth)]).toEqual([303, 400]);
});

it("answers alike whether the address has an account or not", async () => {
  const { email } = await newOwner(edge);
  const [known, unknown] = [await askForLink(email), await askForLink("nobody@example.test")];
  expect(unknown.status).toBe(known.status);
  expect(unknown.text).toBe(known.text);
  expect(mails.some(({ to }) => to === "nobody@example.test")).toBe(false);
});

it("says so where no mail is sent", async () => {
  const page = await new Visitor(mute).get("/dashboard/reset");
  expect(page.text).toContain("This service sends no mail.");
});

it("nobody signs up without an invitation where sign-up is closed", async () => {
  const closed = await openTestEdge({ settings: { SIGN_UP: "closed" } });
  try {
    const visitor = new Visitor(closed);
    expect((await visitor.get("/dashboard/sign-up")).status).toBe(403);
    await visitor.get("/dashboard/sign-in");
    expect((await visitor.post("/dashboard/sign-up", {})).status).toBe(403);
  } finally {
    await closed.close();
  }
});

it("an invitation is good once, for the address that was invited", async () => {
  const owner = await newOwner(edge);
  const member = await newMember(edge, owner.visitor, "admin");
  await edge.settled();
  expect(mails.at(-1)?.to).toBe(member.email);
  expect((await new Visitor(edge).open(member.link)).status).toBe(404);
});

it("an invitation that was taken back is none", async () => {
  const owner = await newOwner(edge);
  await owner.visitor.get("/dashboard/test/members");
  const invited = await owner.visitor.post("/dashboard/test/members", {
    email: "late@example.test",
    role: "viewer",
  });
  const link = INVITATION.exec(invited.text)![0];
  const revoke = /\/dashboard\/test\/members\/invitations\/inv_\w+\/revoke/.exec(invited.text)![0];
  expect((await new Visitor(edge).open(link)).status).toBe(200);
  await owner.visitor.post(revoke, {});
  expect((await new Visitor(edge).open(link)).status).toBe(404);
});

it("a tenant is never without an owner", async () => {
  const owner = await newOwner(edge);
  const list = await owner.visitor.get("/dashboard/test/members");
  const userId = /\/members\/(usr_\w+)\//.exec(list.text)![1];
  for (const [action, fields] of [
    ["role", { role: "viewer" }],
    ["remove", {}],
  ] as const) {
    const answer = await owner.visitor.post(`/dashboard/test/members/${userId}/${action}`, fields);
    expect((await owner.visitor.follow(answer)).text).toContain("A tenant needs an owner");
  }
});
