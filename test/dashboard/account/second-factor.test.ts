import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ATTEMPT_RULES } from "#edge/dashboard/shell/attempts/attempt-rules.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { totp } from "../../harness/totp.ts";
import { newOwner, PASSWORD, Visitor } from "../visitor.ts";

let edge: TestEdge;
beforeAll(async () => {
  edge = await openTestEdge();
});
afterAll(() => edge.close());

async function signIn(email: string) {
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/sign-in");
  const answer = await visitor.post("/dashboard/sign-in", { email, password: PASSWORD });
  return { visitor, answer };
}

/** An owner whose second factor is on, with the secret of the app. */
async function enrolled() {
  const owner = await newOwner(edge);
  await owner.visitor.get("/dashboard/test/profile");
  const begun = await owner.visitor.post("/dashboard/test/profile/second-factor", { password: PASSWORD });
  const secret = /by hand:\s*<code>([A-Z2-7]+)</.exec(begun.text)![1]!;
  const elsewhere = (await signIn(owner.email)).visitor;
  await owner.visitor.post("/dashboard/test/profile/second-factor/confirm", { code: totp(secret) });
  return { ...owner, secret, elsewhere };
}

it("once it is on, the password alone signs nobody in; a code does, and each backup code once", async () => {
  const { visitor, email } = await newOwner(edge);
  await visitor.get("/dashboard/test/profile");
  const wrong = await visitor.post("/dashboard/test/profile/second-factor", { password: "wrong" });
  expect((await visitor.follow(wrong)).text).toContain("The password is wrong.");

  const begun = await visitor.post("/dashboard/test/profile/second-factor", { password: PASSWORD });
  expect(begun.text).toContain("<svg");
  const secret = /by hand:\s*<code>([A-Z2-7]+)</.exec(begun.text)![1]!;
  const backup = /<pre>([^<]+)</.exec(begun.text)![1]!.split("\n");
  expect(backup.length).toBeGreaterThan(5);
  const refused = await visitor.post("/dashboard/test/profile/second-factor/confirm", { code: "000000" });
  expect([refused.status, (await signIn(email)).answer.location]).toEqual([400, "/dashboard"]);
  const confirmed = await visitor.post("/dashboard/test/profile/second-factor/confirm", {
    code: totp(secret),
  });
  expect((await visitor.follow(confirmed)).text).toContain("The second factor is on.");

  const byApp = await signIn(email);
  expect(byApp.answer.location).toBe("/dashboard/second-factor");
  expect((await byApp.visitor.get("/dashboard/test/keys")).status).toBe(303);
  await byApp.visitor.get("/dashboard/second-factor");
  expect((await byApp.visitor.post("/dashboard/second-factor", { code: "000000" })).status).toBe(401);
  expect((await byApp.visitor.post("/dashboard/second-factor", { code: totp(secret) })).status).toBe(303);
  expect((await byApp.visitor.get("/dashboard/test/keys")).status).toBe(200);

  for (const status of [303, 401]) {
    const byBackup = await signIn(email);
    await byBackup.visitor.get("/dashboard/second-factor");
    const answer = await byBackup.visitor.post("/dashboard/second-factor", { code: backup[0]! });
    expect(answer.status).toBe(status);
  }
});

it("lets nobody in by a code that has been used", async () => {
  const { email, secret } = await enrolled();
  const [code, next] = [totp(secret), totp(secret, 1)];
  for (const [given, status] of [
    [code, 303],
    [code, 401],
    [next, 303],
  ] as const) {
    const { visitor } = await signIn(email);
    await visitor.get("/dashboard/second-factor");
    expect((await visitor.post("/dashboard/second-factor", { code: given })).status).toBe(status);
  }
});

it("counts wrong codes of a user across their sign-ins", async () => {
  const { email } = await enrolled();
  const statuses: number[] = [];
  let waiting = new Visitor(edge);
  for (let n = 0; n < 11; n++) {
    if (n % 4 === 0) waiting = (await signIn(email)).visitor;
    await waiting.get("/dashboard/second-factor");
    statuses.push((await waiting.post("/dashboard/second-factor", { code: `wrong-${n}` })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

it("turning it on ends the user's other sessions, and keeps the one that did it", async () => {
  const { visitor, elsewhere } = await enrolled();
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(200);
  expect((await elsewhere.get("/dashboard/test/keys")).status).toBe(303);
});

it("a code is asked for in front of the sign-in alone: behind it, a code there changes nothing", async () => {
  const { visitor } = await newOwner(edge);
  await visitor.get("/dashboard/test/profile");
  const begun = await visitor.post("/dashboard/test/profile/second-factor", { password: PASSWORD });
  const secret = /by hand:\s*<code>([A-Z2-7]+)</.exec(begun.text)![1]!;
  expect((await visitor.get("/dashboard/second-factor")).location).toBe("/dashboard");
  const answer = await visitor.post("/dashboard/second-factor", { code: totp(secret) });
  expect(answer.location).toBe("/dashboard");
  expect((await visitor.get("/dashboard/test/profile")).text).toContain("Turn on");
});

it("a second factor is turned on once: a later code changes nothing, and the audit log tells of none", async () => {
  const { visitor, secret } = await enrolled();
  const tenantId = /tn_\w+/.exec((await visitor.get("/dashboard/test/settings")).text)![0];
  const again = await visitor.post("/dashboard/test/profile/second-factor/confirm", { code: totp(secret) });
  expect((await visitor.follow(again)).text).toContain("The second factor is on already.");
  const page = { limit: 50, before: null };
  const entries = await listAudit(edge.services.db, tenantId, page, { action: "profile." });
  expect(entries.map(({ action }) => action)).toEqual(["profile.second_factor_on"]);
});

it("a new password ends a sign-in that still waits for its code", async () => {
  const { visitor, email, secret } = await enrolled();
  const waiting = (await signIn(email)).visitor;
  await waiting.get("/dashboard/second-factor");
  await visitor.get("/dashboard/test/profile");
  const change = { current: PASSWORD, password: "another long password" };
  await visitor.post("/dashboard/test/profile/password", change);
  expect((await waiting.post("/dashboard/second-factor", { code: totp(secret) })).status).toBe(401);
});

it("nobody tries on and on within a session, neither passwords nor codes", async () => {
  const { visitor } = await newOwner(edge);
  const tries = [
    ["password", { current: "wrong", password: "another long password" }],
    ["second-factor", { password: "wrong" }],
    ["second-factor/confirm", { code: "000000" }],
    ["second-factor/off", { password: "wrong" }],
  ] as const;
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    await visitor.get("/dashboard/test/profile");
    const [path, fields] = tries[n % tries.length]!;
    statuses.push((await visitor.post(`/dashboard/test/profile/${path}`, fields)).status);
  }
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect(statuses.slice(10)).toEqual([429, 429]);
});

it("a stranger with the password who tries codes locks out new browsers, not the owner's, and the log tells of it", async () => {
  const { visitor: owner, email, secret } = await enrolled();
  const { rule } = ATTEMPT_RULES.second_factor.account!;
  const counter = `account:${createHash("sha256").update(email).digest("hex")}`;
  for (let n = 0; n < rule.limit; n++)
    await edge.services.attempts.take([{ counter, rules: [rule] }], "known");
  const { visitor: stranger } = await signIn(email);
  const tries: number[] = [];
  for (let n = 0; n < 2; n++) {
    await stranger.get("/dashboard/second-factor");
    tries.push((await stranger.post("/dashboard/second-factor", { code: totp(secret, 1) })).status);
  }
  expect(tries).toEqual([429, 429]);
  await owner.get("/dashboard/sign-in");
  await owner.post("/dashboard/sign-in", { email, password: PASSWORD });
  await owner.get("/dashboard/second-factor");
  expect((await owner.post("/dashboard/second-factor", { code: totp(secret, 1) })).status).toBe(303);
  await edge.settled();
  const tenantId = /tn_\w+/.exec((await owner.get("/dashboard/test/settings")).text)![0];
  const page = { limit: 50, before: null };
  const told = await listAudit(edge.db, tenantId, page, { action: "session." });
  expect(told.slice(0, 2).map(({ action, after }) => [action, after])).toEqual([
    ["session.begin", '{"second_factor":true}'],
    ["session.refuse", '{"reason":"second_factor_locked"}'],
  ]);
  expect(told.filter(({ action }) => action === "session.refuse")).toHaveLength(1);
});
