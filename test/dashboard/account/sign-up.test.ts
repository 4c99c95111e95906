import { beforeEach, expect, it } from "vitest";
import type { Mail } from "#edge/platform/mail.ts";
import { listTenants } from "#edge/store/tenancy/tenants.ts";
import { useTestEdge } from "../../harness/edge/use.ts";
import { newOwner, PASSWORD, Visitor } from "../visitor.ts";

const SIGN_UP = "/dashboard/sign-up";
const FORM = { organization: "Example Ltd", name: "Ada", password: PASSWORD };

const mails: Mail[] = [];
const edge = await useTestEdge({
  mailer: { reachesAddress: true, send: async (mail) => void mails.push(mail) },
});
const [mute, closed] = [await useTestEdge(), await useTestEdge({ settings: { SIGN_UP: "closed" } })];
beforeEach(() => {
  mails.length = 0;
});

async function ask(email: string, form: Record<string, string> = {}) {
  const visitor = new Visitor(edge);
  const shown = await visitor.get(SIGN_UP);
  const answer = await visitor.post(SIGN_UP, { email, ...form });
  await edge.settled();
  return { shown, answer };
}

const linkIn = (mail: Mail | undefined) => /https?:\S+/.exec(mail?.text ?? "")![0];
const countTenants = async ({ db }: typeof edge) => (await listTenants(db)).length;

async function signUp(email: string) {
  await ask(email);
  const link = linkIn(mails.at(-1));
  const visitor = new Visitor(edge);
  const form = await visitor.open(link);
  return { visitor, link, form, welcome: await visitor.post(link, FORM) };
}

it("signing up goes by a link that was mailed, and ends with a session and a first test key", async () => {
  const { visitor, form, welcome } = await signUp("ada@example.test");
  expect(form.text).toContain("ada@example.test");
  expect(welcome.status).toBe(201);
  const key = /svc_sk_test_\w+/.exec(welcome.text)![0];
  expect((await edge.call("GET", "/v1/verifications", key)).status).toBe(200);
  expect((await visitor.follow(await visitor.get("/dashboard"))).text).toContain("Example Ltd");
});

it("answers alike whether the address has an account or not, and writes to its owner alone", async () => {
  await signUp("known@example.test");
  mails.length = 0;
  const before = await countTenants(edge);
  // With all fields of the form without mail, which has no effect here.
  const known = await ask("KNOWN@example.test", FORM);
  const unknown = await ask("unknown@example.test", FORM);
  const open = ({ shown, answer }: typeof known) => [shown.status, shown.text, answer.status, answer.text];
  const withoutToken = (value: unknown) => String(value).replaceAll(/value="[0-9a-f]{64}"/g, "");
  expect(open(known).map(withoutToken)).toEqual(open(unknown).map(withoutToken));
  const cookies = (page: typeof known.answer) => page.headers.getSetCookie();
  expect([cookies(known.answer), cookies(unknown.answer)]).toEqual([[], []]);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["known@example.test", "You have a Selfsame account"],
    ["unknown@example.test", "Sign up to Selfsame"],
  ]);
  expect(mails[0]?.text).not.toContain("/sign-up/");
  expect(await countTenants(edge)).toBe(before);
});

it("responds before it queries: the response time reveals nothing either", async () => {
  const { services } = edge;
  const background = services.background;
  const begun: Promise<unknown>[] = [];
  Object.assign(services, { background: (work: Promise<unknown>) => void begun.push(work) });
  try {
    expect((await ask("later@example.test")).answer.status).toBe(200);
    expect(begun).toHaveLength(1);
  } finally {
    Object.assign(services, { background });
    await Promise.all(begun);
  }
});

it("makes one account of a link, for its own address, and none of a link that is too old or made up", async () => {
  const { link } = await signUp("once@example.test");
  const again = new Visitor(edge);
  await again.open(link);
  expect((await again.post(link, { ...FORM, email: "other@example.test" })).status).toBe(400);
  await ask("slow@example.test");
  const slow = linkIn(mails.at(-1));
  await again.open(slow);
  edge.advance(61 * 60_000);
  expect((await again.post(slow, FORM)).status).toBe(404);
  expect((await again.open(`${SIGN_UP}/link#made-up`)).status).toBe(404);
});

it("rejects an invalid address, with the entered value", async () => {
  const { answer } = await ask("not-an-address");
  expect([answer.status, mails]).toEqual([400, []]);
  expect(answer.text).toContain('value="not-an-address"');
});

it("without mail, makes nothing for an address that has an account, nor with a short password", async () => {
  const { email } = await newOwner(mute);
  const before = await countTenants(mute);
  const visitor = new Visitor(mute);
  await visitor.get(SIGN_UP);
  const taken = await visitor.post(SIGN_UP, { ...FORM, email: email.toUpperCase() });
  expect([taken.status, taken.headers.getSetCookie()]).toEqual([400, []]);
  expect(taken.text).toContain('value="Example Ltd"');
  expect(taken.text).not.toContain(PASSWORD);
  const short = { ...FORM, email: "new@example.test", password: "short" };
  expect((await visitor.post(SIGN_UP, short)).status).toBe(400);
  expect(await countTenants(mute)).toBe(before);
});

it("when it is closed, sign-up is rejected, by link as well", async () => {
  const visitor = new Visitor(closed);
  for (const path of [SIGN_UP, `${SIGN_UP}/link`]) expect((await visitor.get(path)).status).toBe(403);
  expect((await visitor.get("/dashboard/sign-in")).text).not.toContain("Sign up");
  expect((await visitor.post(SIGN_UP, FORM)).status).toBe(403);
});
