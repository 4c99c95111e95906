import { afterAll, describe, expect, it } from "vitest";
import { createInvitation, revokeInvitation } from "#edge/operations/accounts/invitations.ts";
import { addMember, freeAddress } from "#edge/operations/accounts/members.ts";
import { findMember } from "#edge/store/accounts/members.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { OPERATOR } from "#edge/store/audit/chain.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { PASSWORD, signIn, Visitor } from "../visitor.ts";
import { loginAt, openProvider, type Person, signInBy } from "./provider.ts";

const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

async function open(options: { isThin?: boolean; settings?: Record<string, string> } = {}) {
  const provider = await openProvider(options);
  const edge = await openTestEdge({ settings: { ...provider.settings, ...options.settings } });
  ends.push(provider.close, edge.close);
  return { provider, edge };
}

const { provider, edge } = await open();
const tenant = await edge.newTenant();
const ctx = (of: TestEdge = edge) => ({
  services: of.services,
  actor: OPERATOR,
  now: of.services.clock(),
});
const invite = (email: string, role: "admin" | "viewer" = "viewer") =>
  createInvitation({ ...ctx(), tenantId: tenant.id }, { email, role });
let people = 0;
/** A new person of the provider. */
function newPerson(claims: Partial<Person> = {}): { login: string; email: string } {
  const login = `person-${++people}`;
  const person = { email: `${login}@example.test`, email_verified: true, name: "Grace", ...claims };
  provider.people.set(login, person);
  return { login, email: person.email.toLowerCase() };
}
const isSignedIn = async (visitor: Visitor) => (await visitor.get("/dashboard/test/profile")).status === 200;
const SIGN_IN = "/dashboard/sign-in";

async function expectNoAccount(login: string, email: string): Promise<void> {
  const visitor = new Visitor(edge);
  const answer = await signInBy(visitor, login);
  expect(answer.location).toBe(SIGN_IN);
  expect((await visitor.follow(answer)).text).toContain("You could not be signed in.");
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await findMember(edge.db, email)).toBeUndefined();
}

describe("a person whom the provider has identified", () => {
  it("becomes a member by an invitation of their address, with its role, and signs in again", async () => {
    const { login, email } = newPerson({ email: "Grace.Hopper@Example.TEST" });
    await invite(email, "admin");
    const visitor = new Visitor(edge);
    const answer = await signInBy(visitor, login);
    expect([answer.status, answer.location]).toEqual([303, "/dashboard"]);
    const page = await visitor.get("/dashboard/test/profile");
    expect(page.text).toContain("grace.hopper@example.test");
    expect(page.text).toContain("<dd>admin</dd>");
    const member = await findMember(edge.db, email);
    expect(member).toMatchObject({ tenantId: tenant.id, role: "admin" });
    const again = new Visitor(edge);
    await signInBy(again, login);
    expect(await isSignedIn(again)).toBe(true);
    const entries = await listAudit(edge.db, tenant.id, { limit: 3, before: null });
    const begun = { action: "session.begin", after: '{"identity_provider":true,"second_factor":false}' };
    expect(entries).toMatchObject([begun, begun, { action: "member.create", target: member!.userId }]);
  });

  it("signs in to the account that they have with a password", async () => {
    const { login, email } = newPerson();
    const person = { name: "Ada", email, password: PASSWORD };
    const { userId } = await addMember({ ...ctx(), tenantId: tenant.id }, { person, role: "viewer" });
    const visitor = new Visitor(edge);
    await signInBy(visitor, login);
    expect((await visitor.get("/dashboard/test/profile")).text).toContain(email);
    expect((await findMember(edge.db, email))?.userId).toBe(userId);
    await signIn(new Visitor(edge), email);
  });

  it("gets no account without an invitation", async () => {
    const { login, email } = newPerson();
    await expectNoAccount(login, email);
  });

  it("gets none by an invitation that was revoked", async () => {
    const { login, email } = newPerson();
    const { id } = await invite(email);
    await revokeInvitation({ ...ctx(), tenantId: tenant.id }, { id });
    await expectNoAccount(login, email);
  });

  it.each([
    ["whose address the provider has not verified", { email_verified: false }],
    ["of a domain that is not allowed", { email: "eve@example.com" }],
    ["of a subdomain of an allowed one", { email: "eve@a.example.test" }],
  ])("gets none %s, although invited", async (_, claims) => {
    const { login, email } = newPerson(claims);
    await invite(email);
    await expectNoAccount(login, email);
  });

  it("does not get in again after their removal", async () => {
    const { login, email } = newPerson();
    await invite(email);
    const visitor = new Visitor(edge);
    await signInBy(visitor, login);
    await freeAddress(ctx(), { email, mayBeLastOwner: true });
    expect(await isSignedIn(visitor)).toBe(false);
    await expectNoAccount(login, email);
  });

  it("leaves no token of the provider in the database", async () => {
    const rows = (await edge.client.execute("select * from user_credentials where provider_id = 'oidc'"))
      .rows;
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect([row.access_token, row.refresh_token, row.id_token, row.password]).toEqual([
        null,
        null,
        null,
        null,
      ]);
      expect(row.account_id).toMatch(new RegExp(`^${provider.issuer} person-`));
    }
  });
});

describe("a callback begins no session", () => {
  it("in another browser than the one that began", async () => {
    const { login, email } = newPerson();
    await invite(email);
    const [victim, attacker] = [new Visitor(edge), new Visitor(edge)];
    const started = await attacker.get("/dashboard/sign-in/provider");
    const callback = await loginAt(started.location!, login);
    expect((await victim.get(callback)).location).toBe(SIGN_IN);
    expect(await isSignedIn(victim)).toBe(false);
  });

  it("twice", async () => {
    const { login, email } = newPerson();
    await invite(email);
    const visitor = new Visitor(edge);
    const started = await visitor.get("/dashboard/sign-in/provider");
    const thief = visitor.thief();
    const callback = await loginAt(started.location!, login);
    await visitor.get(callback);
    expect(await isSignedIn(visitor)).toBe(true);
    expect((await thief.get(callback)).location).toBe(SIGN_IN);
    expect(await isSignedIn(thief)).toBe(false);
  });

  it.each(["", "?error=access_denied", "?code=x", "?code=x&state=y"])("with the query %j", async (query) => {
    const visitor = new Visitor(edge);
    await visitor.get("/dashboard/sign-in/provider");
    expect((await visitor.get(`/dashboard/callback/oidc${query}`)).location).toBe(SIGN_IN);
    expect(await isSignedIn(visitor)).toBe(false);
  });
});

it("the browser is sent to the provider with PKCE, state and nonce, and to its callback", async () => {
  const { location } = await new Visitor(edge).get("/dashboard/sign-in/provider");
  const { searchParams } = new URL(location!, provider.issuer);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: "http://127.0.0.1:8787/dashboard/callback/oidc",
    scope: expect.stringContaining("openid"),
    state: expect.any(String),
    nonce: expect.any(String),
  });
});

it("an address that only the userinfo endpoint has is read there", async () => {
  const thin = await open({ isThin: true });
  thin.provider.people.set("p", { email: "p@example.test", email_verified: true, name: "P" });
  const own = await thin.edge.newTenant();
  await createInvitation(
    { ...ctx(thin.edge), tenantId: own.id },
    { email: "p@example.test", role: "viewer" },
  );
  const visitor = new Visitor(thin.edge);
  await signInBy(visitor, "p");
  expect(await isSignedIn(visitor)).toBe(true);
});

it("a provider that is down delays nobody else, and works when it is back", async () => {
  const own = await openProvider();
  const port = Number(new URL(own.issuer).port);
  const other = await openTestEdge({ settings: own.settings });
  ends.push(own.close, other.close);
  const restart = () => new Promise<void>((up) => own.server.listen(port, "127.0.0.1", up));
  await own.close();
  const visitor = new Visitor(other);
  const refused = await visitor.get("/dashboard/sign-in/provider");
  expect(refused.status).toBe(503);
  expect(refused.text).toContain("The identity provider is not available.");
  expect((await visitor.get(SIGN_IN)).text).toContain("Sign in with your organization");
  await restart();
  expect((await visitor.get("/dashboard/sign-in/provider")).status).toBe(303);
});

it("a provider that names another issuer is rejected", async () => {
  const settings = { ...provider.settings, OIDC_ISSUER: provider.issuer.replace("127.0.0.1", "localhost") };
  const other = await openTestEdge({ settings });
  ends.push(other.close);
  expect((await new Visitor(other).get("/dashboard/sign-in/provider")).status).toBe(503);
});

describe("if passwords are turned off", async () => {
  const only = await open({ settings: { PASSWORD_SIGN_IN: "off" } });
  const own = await only.edge.newTenant();
  const person = { name: "Ada", email: "ada@example.test", password: PASSWORD };
  await addMember({ ...ctx(only.edge), tenantId: own.id }, { person, role: "viewer" });
  only.provider.people.set("ada", { email: person.email, email_verified: true, name: "Ada" });

  it("no page takes one, and the provider signs in", async () => {
    const visitor = new Visitor(only.edge);
    const page = await visitor.get(SIGN_IN);
    expect(page.text).toContain("Sign in with your organization");
    expect(page.text).not.toContain('type="password"');
    const { email, password } = person;
    expect((await visitor.post(SIGN_IN, { email, password })).status).toBe(404);
    for (const path of ["reset", "sign-up", "new-password", "second-factor"]) {
      expect((await visitor.get(`/dashboard/${path}`)).status, path).toBe(404);
    }
    await signInBy(visitor, "ada");
    expect((await visitor.get("/dashboard/test/profile")).text).not.toContain('type="password"');
    const changed = { current: PASSWORD, password: "another long password" };
    expect((await visitor.post("/dashboard/test/profile/password", changed)).status).toBe(404);
  });

  it("better-auth takes none either", async () => {
    const { api } = await only.edge.services.auth();
    const body = { email: person.email, password: PASSWORD };
    await expect(api.signInEmail({ body })).rejects.toMatchObject({ statusCode: 400 });
  });
});

it("without a provider its pages do not exist", async () => {
  const plain = await openTestEdge();
  ends.push(plain.close);
  const visitor = new Visitor(plain);
  expect((await visitor.get("/dashboard/sign-in/provider")).status).toBe(404);
  expect((await visitor.get("/dashboard/callback/oidc")).status).toBe(404);
  expect((await visitor.get(SIGN_IN)).text).not.toContain("organization");
});
