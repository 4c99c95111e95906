import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { durablePasswords } from "#edge/accounts/passwords.ts";
import { ATTEMPT_RULES } from "#edge/dashboard/shell/attempts/attempt-rules.ts";
import type { Mail } from "#edge/platform/mail.ts";
import { findMember } from "#edge/store/accounts/members.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { newOwner, PASSWORD, Visitor } from "../visitor.ts";

const HEADER = "x-address";
const WRONG = "wrong horse battery";
const STRANGER = { [HEADER]: "203.0.113.9" };
const NEIGHBOUR = { [HEADER]: "203.0.113.77" };
const ELSEWHERE = { [HEADER]: "198.51.100.7" };

const mails: Mail[] = [];
let edge: TestEdge;
beforeAll(async () => {
  edge = await openTestEdge({
    mailer: { reachesAddress: false, send: async (mail) => void mails.push(mail) },
    settings: { CLIENT_ADDRESS_HEADER: HEADER },
  });
});
afterAll(() => edge.close());
beforeEach(() => {
  mails.length = 0;
});

async function signIn(visitor: Visitor, email: string, password: string, from: Record<string, string>) {
  await visitor.get("/dashboard/sign-in");
  return (await visitor.post("/dashboard/sign-in", { email, password }, from)).status;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex");

/** Uses an account's attempts up, as so many strangers from as many networks would. */
async function exhaust(kind: keyof typeof ATTEMPT_RULES, email: string) {
  const { rule } = ATTEMPT_RULES[kind].account!;
  for (let n = 0; n < rule.limit; n++)
    await edge.services.attempts.take([{ counter: `account:${digest(email)}`, rules: [rule] }], "known");
}

/** What the audit log tells of sign-ins, oldest first. */
async function told(owner: Visitor) {
  await edge.settled();
  const tenantId = /tn_\w+/.exec((await owner.get("/dashboard/test/settings")).text)![0];
  const page = { limit: 50, before: null };
  const entries = await listAudit(edge.services.db, tenantId, page, { action: "session." });
  return entries.toReversed().map(({ action, actor, address, after }) => ({ action, actor, address, after }));
}

it("a stranger's wrong passwords end for the stranger's network, not for the owner", async () => {
  const { visitor: owner, email } = await newOwner(edge);
  for (let n = 0; n < 10; n++) expect(await signIn(new Visitor(edge), email, WRONG, STRANGER)).toBe(401);
  expect(await signIn(new Visitor(edge), email, PASSWORD, STRANGER)).toBe(429);
  expect(await signIn(new Visitor(edge), email, PASSWORD, NEIGHBOUR)).toBe(429);
  expect(await signIn(new Visitor(edge), email, PASSWORD, ELSEWHERE)).toBe(303);
  // The browser that signed up is known, so that not even the stranger's network stops it.
  expect(await signIn(owner, email, PASSWORD, STRANGER)).toBe(303);
});

it("a browser is known for the account that it has signed in to, and has no more attempts than others", async () => {
  const [one, other] = [await newOwner(edge), await newOwner(edge)];
  await exhaust("second_factor", other.email);
  const known = one.visitor.cookies.get("selfsame.known")!;
  const { own } = ATTEMPT_RULES.sign_in;
  for (const [email, cookie] of [
    [other.email, known],
    [one.email, `${known.slice(0, -1)}${known.endsWith("0") ? "1" : "0"}`],
  ] as const) {
    const thief = new Visitor(edge);
    thief.cookies.set("selfsame.known", cookie);
    for (let n = 0; n < own.limit; n++)
      await edge.services.attempts.take(
        [{ counter: `own:${digest(`${email}\n192.0.2`)}`, rules: [own] }],
        "known",
      );
    expect(await signIn(thief, email, WRONG, { [HEADER]: "192.0.2.1" })).toBe(429);
  }
  const [id] = known.split(".");
  for (let n = 0; n < own.limit; n++)
    await edge.services.attempts.take(
      [{ counter: `browser:${digest(`${one.email}\n${id}`)}`, rules: [own] }],
      "known",
    );
  expect(await signIn(one.visitor, one.email, PASSWORD, ELSEWHERE)).toBe(429);
});

it("an account that is tried from everywhere is slower for new browsers, and open", async () => {
  const { email } = await newOwner(edge);
  await exhaust("sign_in", email);
  const timers = vi.spyOn(globalThis, "setTimeout");
  expect(await signIn(new Visitor(edge), email, PASSWORD, ELSEWHERE)).toBe(303);
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(2_000);
  timers.mockRestore();
});

it("an address that tries many accounts at once is told to wait", async () => {
  const [rule, burst] = ATTEMPT_RULES.sign_in.address;
  for (let n = 0; n < burst!.limit; n++)
    await edge.services.attempts.take(
      [{ counter: `address:${digest("192.0.2.200")}`, rules: [rule, burst!] }],
      "known",
    );
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/sign-in");
  const form = { email: "nobody@example.test", password: WRONG };
  const refused = await visitor.post("/dashboard/sign-in", form, { [HEADER]: "192.0.2.200" });
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, 10]);
});

it("an attempt is counted in one call, under names that tell no address", async () => {
  const { email } = await newOwner(edge);
  const take = vi.spyOn(edge.services.attempts, "take");
  expect(await signIn(new Visitor(edge), email, PASSWORD, { [HEADER]: "192.0.2.201" })).toBe(303);
  expect(take).toHaveBeenCalledTimes(1);
  const names = take.mock.calls[0]![0].map(({ counter }) => counter);
  take.mockRestore();
  expect(names.map((name) => name.replace(/:[0-9a-f]{64}$/, ""))).toEqual(["address", "own", "account"]);
});

it("who finds no room to have a password hashed is told when to come again, and nothing is made", async () => {
  const { passwords } = edge.services;
  const full = { idFromName: () => "", get: () => ({ derive: async () => ({ tooMany: true as const }) }) };
  Object.assign(edge.services, { passwords: durablePasswords(full) });
  try {
    const visitor = new Visitor(edge);
    await visitor.get("/dashboard/sign-up");
    const form = { organization: "Late Ltd", name: "Ada", email: "late@example.test", password: PASSWORD };
    const refused = await visitor.post("/dashboard/sign-up", form);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "10"]);
    expect(refused.text).toContain("Too many people are signing in.");
    expect(await findMember(edge.db, "late@example.test")).toBeUndefined();
  } finally {
    Object.assign(edge.services, { passwords });
  }
});

it("an owner gets a few mails an hour, whoever asks from wherever, and the page says nothing of it", async () => {
  const { email } = await newOwner(edge);
  const pages = new Set<string>();
  for (let n = 0; n < 8; n++) {
    const visitor = new Visitor(edge);
    await visitor.get("/dashboard/reset");
    const answer = await visitor.post("/dashboard/reset", { email }, { [HEADER]: `10.0.${n}.1` });
    pages.add(`${answer.status} ${answer.text}`);
  }
  await edge.settled();
  expect(mails.filter(({ to }) => to === email)).toHaveLength(5);
  expect(pages.size).toBe(1);
});

it("keeps no reset link's secret", async () => {
  const { visitor, email } = await newOwner(edge);
  await visitor.get("/dashboard/reset");
  await visitor.post("/dashboard/reset", { email });
  await edge.settled();
  const token = /#(\S+)/.exec(mails.at(-1)!.text)![1]!;
  const { rows } = await edge.client.execute("select * from user_challenges");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it("sign-ins and refused ones are in the audit log, with the address and no secret; a flood is told in part", async () => {
  const { visitor: owner, email } = await newOwner(edge);
  // Addresses of this test alone: those of the others may have used their attempts up.
  const [thief, home] = [{ [HEADER]: "192.0.2.14" }, { [HEADER]: "192.0.2.140" }];
  expect(await signIn(new Visitor(edge), email, WRONG, thief)).toBe(401);
  // A refusal is told after its answer.
  await edge.settled();
  expect(await signIn(new Visitor(edge), email, PASSWORD, home)).toBe(303);
  const userId = expect.stringMatching(/^usr_/);
  const began = { action: "session.begin", actor: userId, after: '{"second_factor":false}' };
  const refused = { action: "session.refuse", actor: "visitor", after: '{"reason":"wrong_password"}' };
  expect(await told(owner)).toEqual([
    { ...began, address: null },
    { ...refused, address: "192.0.2.14" },
    { ...began, address: "192.0.2.140" },
  ]);
  const rule = { name: "told_wrong_password", limit: 10, windowMs: 3_600_000 };
  for (let n = 0; n < 9; n++)
    await edge.services.attempts.take([{ counter: `told:${digest(email)}`, rules: [rule] }], "known");
  expect(await signIn(new Visitor(edge), email, WRONG, home)).toBe(401);
  expect(await told(owner)).toHaveLength(3);
});

it("a session ends after a day however busy it is, on the server too", async () => {
  const { visitor } = await newOwner(edge);
  const page = () => visitor.get("/dashboard/test/keys");
  edge.advance(24 * 3_600_000 - 60_000);
  expect((await page()).status).toBe(200);
  edge.advance(60_000);
  const thief = new Visitor(edge);
  for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
  expect((await page()).location).toContain("/dashboard/sign-in");
  edge.advance(-24 * 3_600_000);
  expect((await thief.get("/dashboard/test/keys")).location).toContain("/dashboard/sign-in");
});
