import { expect, it } from "vitest";
import type { Mail } from "#edge/platform/mail.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { useTestEdge } from "../../harness/edge/use.ts";
import { newOwner, PASSWORD, signIn, tenantOf, Visitor } from "../visitor.ts";

const NEW_PASSWORD = "battery staple correct";

const mails: Mail[] = [];
const edge = await useTestEdge({
  mailer: { reachesAddress: false, send: async (mail) => void mails.push(mail) },
});
const mute = await useTestEdge();

async function askForLink(email: string) {
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/reset");
  const answer = await visitor.post("/dashboard/reset", { email });
  await edge.settled();
  return answer;
}

async function linkFor(email: string): Promise<string> {
  await askForLink(email);
  expect(mails.at(-1)?.to).toBe(email);
  return /https?:\S+/.exec(mails.at(-1)!.text)![0];
}

async function setPassword(link: string, password = NEW_PASSWORD) {
  const visitor = new Visitor(edge);
  await visitor.open(link);
  return visitor.post(link, { password });
}
const statusOf = async (page: Promise<{ status: number }>) => (await page).status;

/** Changes the password on the profile's page. */
async function change(visitor: Visitor, password: string) {
  await visitor.get("/dashboard/test/profile");
  return visitor.post("/dashboard/test/profile/password", { current: PASSWORD, password });
}

async function withFailingAudit(attempt: () => Promise<unknown>): Promise<void> {
  await edge.db.run(
    "create trigger fail before insert on audit_entries begin select raise(abort, 'full'); end",
  );
  try {
    await attempt();
  } finally {
    await edge.db.run("drop trigger fail");
  }
}

it("sets a new password by a link that is good once, and ends every session", async () => {
  const { visitor, email } = await newOwner(edge);
  const tenantId = await tenantOf(visitor);
  const link = await linkFor(email);
  expect(await statusOf(setPassword(link, "short"))).toBe(400);
  expect((await setPassword(link)).location).toBe("/dashboard/sign-in");
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(303);
  for (const [password, status] of [
    [PASSWORD, 401],
    [NEW_PASSWORD, 303],
  ] as const)
    expect(await statusOf(signIn(new Visitor(edge), email, password))).toBe(status);
  expect(await statusOf(setPassword(link))).toBe(400);
  const entries = await listAudit(edge.db, tenantId, { limit: 9, before: null }, { action: "profile." });
  expect(entries.map(({ action }) => action)).toEqual(["profile.password_reset"]);
});

it("ends every session even when the audit log cannot be written", async () => {
  const { visitor, email } = await newOwner(edge);
  const link = await linkFor(email);
  await withFailingAudit(async () => expect(await statusOf(setPassword(link))).toBe(500));
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(303);
});

it("a change of the password leaves its own session alone, even then", async () => {
  const { visitor } = await newOwner(edge);
  await withFailingAudit(() => change(visitor, NEW_PASSWORD));
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(200);
});

it("makes every other link worthless, as a change of the password does", async () => {
  const { visitor, email } = await newOwner(edge);
  const before = [await linkFor(email), await linkFor(email)];
  await change(visitor, "yet another password");
  for (const link of before) expect(await statusOf(setPassword(link))).toBe(400);
  const third = await linkFor(email);
  edge.advance(3 * 60_000);
  const fourth = await linkFor(email);
  expect(await statusOf(setPassword(third))).toBe(303);
  expect(await statusOf(setPassword(fourth))).toBe(400);
});

it("answers alike whether the address has an account or not", async () => {
  const { email } = await newOwner(edge);
  const [known, unknown] = [await askForLink(email), await askForLink("unknown@example.test")];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  expect(mails.some(({ to }) => to === "unknown@example.test")).toBe(false);
});

it("says so if no mail is sent", async () => {
  const page = await new Visitor(mute).get("/dashboard/reset");
  expect(page.text).toContain("This service sends no mail.");
});
