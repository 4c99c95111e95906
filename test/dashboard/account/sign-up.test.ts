import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Mail } from "#edge/platform/mail.ts";
import { listTenants } from "#edge/store/tenancy/tenants.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { PASSWORD, Visitor } from "../visitor.ts";

const SIGN_UP = "/dashboard/sign-up";
const FORM = { organization: "Example Ltd", name: "Ada", password: PASSWORD };

let edge: TestEdge;
const mails: Mail[] = [];
beforeAll(async () => {
  edge = await openTestEdge({
    mailer: { reachesAddress: true, send: async (mail) => void mails.push(mail) },
  });
});
afterAll(() => edge.close());
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

it("answers alike whether the address has an account or not, and tells its owner alone", async () => {
  await signUp("known@example.test");
  mails.length = 0;
  const tenants = async () => (await listTenants(edge.services.db)).length;
  const before = await tenants();
  // With all that the form without mail has: it makes nothing here.
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
  expect(await tenants()).toBe(before);
});

it("answers before it looks: the time it takes says nothing either", async () => {
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

it("keeps no link's secret, and refuses what is no address with what was entered", async () => {
  await ask("kept@example.test");
  const secret = new URL(linkIn(mails.at(-1))).hash.slice(1);
  const { rows } = await edge.client.execute("select * from user_challenges");
  expect(JSON.stringify(rows)).toContain("kept@example.test");
  expect(JSON.stringify(rows)).not.toContain(secret);
  mails.length = 0;
  const { answer } = await ask("nobody");
  expect([answer.status, mails]).toEqual([400, []]);
  expect(answer.text).toContain('value="nobody"');
});

it("where it is closed, is by no link either", async () => {
  const closed = await openTestEdge({ settings: { SIGN_UP: "closed" } });
  const visitor = new Visitor(closed);
  expect((await visitor.get(`${SIGN_UP}/link`)).status).toBe(403);
  await closed.close();
});

it("a made-up link is refused unread once one network has tried many (L6)", async () => {
  const visitor = new Visitor(edge);
  const link = `${SIGN_UP}/link#${"x".repeat(32)}`;
  for (let n = 0; n < 20; n++) expect((await visitor.open(link)).status).toBe(404);
  await edge.settled();
  const fetched = vi.spyOn(globalThis, "fetch");
  expect((await visitor.open(link)).status).toBe(429);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
