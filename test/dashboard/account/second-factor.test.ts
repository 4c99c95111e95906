import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ATTEMPT_RULES } from "#edge/dashboard/shell/attempts/attempt-rules.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { useTestEdge } from "../../harness/edge/use.ts";
import { totp } from "../../harness/totp.ts";
import { newOwner, PASSWORD, signIn, tenantOf, Visitor } from "../visitor.ts";

const PROFILE = "/dashboard/test/profile";
const CODE = "/dashboard/second-factor";

const edge = await useTestEdge();

/** Starts to enable an owner's second factor; returns the page. */
async function begin(visitor: Visitor) {
  await visitor.get(PROFILE);
  const { text } = await visitor.post(`${PROFILE}/second-factor`, { password: PASSWORD });
  const secret = /by hand:\s*<code>([A-Z2-7]+)</.exec(text)![1]!;
  return { text, secret, backup: /<pre>([^<]+)</.exec(text)![1]!.split("\n") };
}
const confirm = (visitor: Visitor, code: string) =>
  visitor.post(`${PROFILE}/second-factor/confirm`, { code });

/** An owner with a second factor, and the secret of the app. */
async function enrolled() {
  const owner = await newOwner(edge);
  const { secret } = await begin(owner.visitor);
  const elsewhere = new Visitor(edge);
  await signIn(elsewhere, owner.email);
  await confirm(owner.visitor, totp(secret));
  return { ...owner, secret, elsewhere };
}

/** Signs in with the password, then sends this code. */
async function signInBy(email: string, code: string, visitor = new Visitor(edge)) {
  await signIn(visitor, email);
  await visitor.get(CODE);
  return (await visitor.post(CODE, { code })).status;
}

const logged = async (owner: Visitor, action: string) =>
  listAudit(edge.db, await tenantOf(owner), { limit: 50, before: null }, { action });

it("once it is on, the password alone does not sign in; a code does, and each backup code once", async () => {
  const { visitor, email } = await newOwner(edge);
  await visitor.get(PROFILE);
  const wrong = await visitor.post(`${PROFILE}/second-factor`, { password: "wrong" });
  expect((await visitor.follow(wrong)).text).toContain("The password is wrong.");
  const { text, secret, backup } = await begin(visitor);
  expect(text).toContain("<svg");
  expect(backup.length).toBeGreaterThan(5);
  expect((await confirm(visitor, "000000")).status).toBe(400);
  expect((await signIn(new Visitor(edge), email)).location).toBe("/dashboard");
  const confirmed = await confirm(visitor, totp(secret));
  expect((await visitor.follow(confirmed)).text).toContain("The second factor is on.");

  const waiting = new Visitor(edge);
  expect((await signIn(waiting, email)).location).toBe(CODE);
  expect((await waiting.get("/dashboard/test/keys")).status).toBe(303);
  expect(await signInBy(email, "000000", waiting)).toBe(401);
  expect(await signInBy(email, totp(secret), waiting)).toBe(303);
  expect((await waiting.get("/dashboard/test/keys")).status).toBe(200);
  for (const status of [303, 401]) expect(await signInBy(email, backup[0]!)).toBe(status);
});

it("rejects a code that has been used", async () => {
  const { email, secret } = await enrolled();
  const [code, next] = [totp(secret), totp(secret, 1)];
  for (const [given, status] of [
    [code, 303],
    [code, 401],
    [next, 303],
  ] as const)
    expect(await signInBy(email, given)).toBe(status);
});

it("counts wrong codes of a user across their sign-ins", async () => {
  const { email } = await enrolled();
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push(await signInBy(email, `wrong-${n}`));
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

it("enabling it ends the user's other sessions, and keeps the one that did it", async () => {
  const { visitor, elsewhere } = await enrolled();
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(200);
  expect((await elsewhere.get("/dashboard/test/keys")).status).toBe(303);
});

it("a code is asked for in front of the sign-in alone: behind it, a code there changes nothing", async () => {
  const { visitor } = await newOwner(edge);
  const { secret } = await begin(visitor);
  expect((await visitor.get(CODE)).location).toBe("/dashboard");
  expect((await visitor.post(CODE, { code: totp(secret) })).location).toBe("/dashboard");
  expect((await visitor.get(PROFILE)).text).toContain("Turn on");
});

it("a second factor is enabled once: a later code changes nothing and is not in the audit log", async () => {
  const { visitor, secret } = await enrolled();
  await visitor.get(PROFILE);
  const again = await confirm(visitor, totp(secret));
  expect((await visitor.follow(again)).text).toContain("The second factor is on already.");
  const entries = await logged(visitor, "profile.");
  expect(entries.map(({ action }) => action)).toEqual(["profile.second_factor_on"]);
});

it("a new password ends a sign-in that still waits for its code", async () => {
  const { visitor, email, secret } = await enrolled();
  const waiting = new Visitor(edge);
  await signIn(waiting, email);
  await waiting.get(CODE);
  await visitor.get(PROFILE);
  const change = { current: PASSWORD, password: "another long password" };
  await visitor.post(`${PROFILE}/password`, change);
  expect((await waiting.post(CODE, { code: totp(secret) })).status).toBe(401);
});

it("a session has so many attempts, at passwords and codes together", async () => {
  const { visitor } = await newOwner(edge);
  const tries = [
    ["password", { current: "wrong", password: "another long password" }],
    ["second-factor", { password: "wrong" }],
    ["second-factor/confirm", { code: "000000" }],
    ["second-factor/off", { password: "wrong" }],
  ] as const;
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++) {
    await visitor.get(PROFILE);
    const [path, fields] = tries[n % tries.length]!;
    statuses.push((await visitor.post(`${PROFILE}/${path}`, fields)).status);
  }
  expect(statuses.slice(0, 10)).not.toContain(429);
  expect(statuses.slice(10)).toEqual([429, 429]);
});

it("wrong codes after the right password block new browsers, not the owner's, and are logged", async () => {
  const { visitor: owner, email, secret } = await enrolled();
  const { rule } = ATTEMPT_RULES.second_factor.account!;
  const counter = `account:${createHash("sha256").update(email).digest("hex")}`;
  for (let n = 0; n < rule.limit; n++)
    await edge.services.attempts.take([{ counter, rules: [rule] }], "known");
  const stranger = new Visitor(edge);
  for (let n = 0; n < 2; n++) expect(await signInBy(email, totp(secret, 1), stranger)).toBe(429);
  expect(await signInBy(email, totp(secret, 1), owner)).toBe(303);
  await edge.settled();
  const entries = await logged(owner, "session.");
  expect(entries.slice(0, 2).map(({ action, after }) => [action, after])).toEqual([
    ["session.begin", '{"second_factor":true}'],
    ["session.refuse", '{"reason":"second_factor_locked"}'],
  ]);
  expect(entries.filter(({ action }) => action === "session.refuse")).toHaveLength(1);
});
