import { createHash } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { durablePasswords } from "#edge/accounts/passwords.ts";
import { ATTEMPT_RULES } from "#edge/dashboard/shell/attempts/attempt-rules.ts";
import type { Mail } from "#edge/platform/mail.ts";
import { findMember } from "#edge/store/accounts/members.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { useTestEdge } from "../../harness/edge/use.ts";
import { newOwner, PASSWORD, signIn, tenantOf, Visitor } from "../visitor.ts";

const WRONG = "wrong horse battery";
const from = (address: string) => ({ "x-address": address });
const STRANGER = from("203.0.113.9");
const ELSEWHERE = from("198.51.100.7");

const mails: Mail[] = [];
const edge = await useTestEdge({
  mailer: { reachesAddress: false, send: async (mail) => void mails.push(mail) },
  settings: { CLIENT_ADDRESS_HEADER: "x-address" },
});
beforeEach(() => {
  mails.length = 0;
});

const attempt = async (visitor: Visitor, email: string, password: string, at: Record<string, string>) =>
  (await signIn(visitor, email, password, at)).status;
const digest = (text: string) => createHash("sha256").update(text).digest("hex");

interface Rule {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Uses up all attempts of a counter, as so many callers would, but for some. */
async function exhaust(counter: string, rules: readonly [Rule, ...Rule[]], butFor = 0) {
  for (let n = butFor; n < rules.at(-1)!.limit; n++)
    await edge.services.attempts.take([{ counter, rules }], "known");
}
const exhaustAccount = (kind: keyof typeof ATTEMPT_RULES, email: string) =>
  exhaust(`account:${digest(email)}`, [ATTEMPT_RULES[kind].account!.rule]);

/** The audit log's entries for sign-ins, oldest first. */
async function logged(owner: Visitor) {
  await edge.settled();
  const page = { limit: 50, before: null };
  const entries = await listAudit(edge.db, await tenantOf(owner), page, { action: "session." });
  return entries.toReversed().map(({ action, actor, address, after }) => ({ action, actor, address, after }));
}

it("wrong passwords from another network block that network, not the owner", async () => {
  const { visitor: owner, email } = await newOwner(edge);
  for (let n = 0; n < 10; n++) expect(await attempt(new Visitor(edge), email, WRONG, STRANGER)).toBe(401);
  for (const [at, status] of [
    [STRANGER, 429],
    [from("203.0.113.77"), 429],
    [ELSEWHERE, 303],
  ] as const)
    expect(await attempt(new Visitor(edge), email, PASSWORD, at)).toBe(status);
  // The browser that signed up is known, so that it may sign in even from the attacker's network.
  expect(await attempt(owner, email, PASSWORD, STRANGER)).toBe(303);
});

it("a browser is known for the account that it has signed in to, and has no more attempts than others", async () => {
  const [one, other] = [await newOwner(edge), await newOwner(edge)];
  await exhaustAccount("second_factor", other.email);
  const known = one.visitor.cookies.get("selfsame.known")!;
  const { own } = ATTEMPT_RULES.sign_in;
  for (const [email, cookie] of [
    [other.email, known],
    [one.email, `${known.slice(0, -1)}${known.endsWith("0") ? "1" : "0"}`],
  ] as const) {
    const thief = new Visitor(edge);
    thief.cookies.set("selfsame.known", cookie);
    await exhaust(`own:${digest(`${email}\n192.0.2`)}`, [own]);
    expect(await attempt(thief, email, WRONG, from("192.0.2.1"))).toBe(429);
  }
  await exhaust(`browser:${digest(`${one.email}\n${known.split(".")[0]}`)}`, [own]);
  expect(await attempt(one.visitor, one.email, PASSWORD, ELSEWHERE)).toBe(429);
});

it("an account under attack from many networks is slower for new browsers, and stays open", async () => {
  const { email } = await newOwner(edge);
  await exhaustAccount("sign_in", email);
  const timers = vi.spyOn(globalThis, "setTimeout");
  expect(await attempt(new Visitor(edge), email, PASSWORD, ELSEWHERE)).toBe(303);
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(2_000);
  timers.mockRestore();
});

it("an address that tries many accounts at once has to wait", async () => {
  await exhaust(`address:${digest("192.0.2.200")}`, ATTEMPT_RULES.sign_in.address);
  const refused = await signIn(new Visitor(edge), "unknown@example.test", WRONG, from("192.0.2.200"));
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, 10]);
});

it("an attempt is counted in one call, under names that hold no address", async () => {
  const { email } = await newOwner(edge);
  const take = vi.spyOn(edge.services.attempts, "take");
  expect(await attempt(new Visitor(edge), email, PASSWORD, from("192.0.2.201"))).toBe(303);
  expect(take).toHaveBeenCalledTimes(1);
  const names = take.mock.calls[0]![0].map(({ counter }) => counter);
  take.mockRestore();
  expect(names.map((name) => name.replace(/:[0-9a-f]{64}$/, ""))).toEqual(["address", "own", "account"]);
});

it("a sign-up whose password there is no room to hash is asked to come again, and makes nothing", async () => {
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

/** Asks for a reset of the password, from this address. */
async function askForReset(email: string, address: string) {
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/reset");
  return visitor.post("/dashboard/reset", { email }, from(address));
}

it("an owner gets a few mails an hour, whatever the number of callers, and the page does not show it", async () => {
  const { email } = await newOwner(edge);
  const pages = new Set<string>();
  for (let n = 0; n < 8; n++) {
    const { status, text } = await askForReset(email, `10.0.${n}.1`);
    pages.add(`${status} ${text}`);
  }
  await edge.settled();
  expect(mails.filter(({ to }) => to === email)).toHaveLength(5);
  expect(pages.size).toBe(1);
});

it.each([
  ["an IPv4 address", () => "203.0.113.9", "203.0.113.9", "198.51.100.7"],
  [
    "an IPv6 network of 64 bits",
    (n: number) => `2001:db8:1:2::${n.toString(16)}`,
    "2001:db8:1:2:ffff::1",
    "2001:db8:1:3::1",
  ],
])("%s that has no attempts left uses up no account's", async (_, at, within, outside) => {
  const ask = async (name: string, address: string) =>
    (await askForReset(`${name}-${within.replaceAll(":", "-")}@example.test`, address)).status;
  for (let n = 0; n < 20; n++) expect(await ask(`other-${n}`, at(n))).toBe(200);
  for (let n = 0; n < 10; n++) expect(await ask("ada", within)).toBe(429);
  expect(await ask("ada", outside)).toBe(200);
});

it("sign-ins and rejected ones are in the audit log, with the address and no secret; of a flood some are", async () => {
  const { visitor: owner, email } = await newOwner(edge);
  // Addresses of this test only: those of the others may have no attempts left.
  const [thief, home] = ["192.0.2.14", "192.0.2.140"];
  expect(await attempt(new Visitor(edge), email, WRONG, from(thief))).toBe(401);
  // A rejection is logged after its answer.
  await edge.settled();
  expect(await attempt(new Visitor(edge), email, PASSWORD, from(home))).toBe(303);
  const actor = expect.stringMatching(/^usr_/);
  const began = { action: "session.begin", actor, after: '{"second_factor":false}' };
  const refused = { action: "session.refuse", actor: "visitor", after: '{"reason":"wrong_password"}' };
  expect(await logged(owner)).toEqual([
    { ...began, address: null },
    { ...refused, address: thief },
    { ...began, address: home },
  ]);
  const rule = { name: "audited_wrong_password", limit: 10, windowMs: 3_600_000 };
  await exhaust(`audited:${digest(email)}`, [rule], 1);
  expect(await attempt(new Visitor(edge), email, WRONG, from(home))).toBe(401);
  expect(await logged(owner)).toHaveLength(3);
});

it("a session ends after a day however busy it is, on the server too", async () => {
  const { visitor } = await newOwner(edge);
  const page = () => visitor.get("/dashboard/test/keys");
  edge.advance(24 * 3_600_000 - 60_000);
  expect((await page()).status).toBe(200);
  edge.advance(60_000);
  const thief = visitor.thief();
  expect((await page()).location).toContain("/dashboard/sign-in");
  edge.advance(-24 * 3_600_000);
  expect((await thief.get("/dashboard/test/keys")).location).toContain("/dashboard/sign-in");
});
