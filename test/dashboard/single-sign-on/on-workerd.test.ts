import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInvitation } from "#edge/operations/accounts/invitations.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { findMember } from "#edge/store/accounts/members.ts";
import { startWorkerRig } from "../../harness/stack/worker-rig.ts";
import { Visitor } from "../visitor.ts";
import { loginAt, openProvider, signInBy } from "./provider.ts";

/** Sign-ins by a real OpenID Connect provider on the Worker itself: its fetch, cryptography and cookies. */

const PUBLIC_URL = "http://127.0.0.1:8787";
const SIGN_IN = "/dashboard/sign-in";
const START = "/dashboard/sign-in/provider";

let provider: Awaited<ReturnType<typeof openProvider>>;
let rig: Awaited<ReturnType<typeof startWorkerRig>>;
beforeAll(async () => {
  provider = await openProvider();
  rig = await startWorkerRig({ ...provider.settings, PUBLIC_URL });
});
afterAll(async () => {
  await rig.close();
  await provider.close();
});

const browser = () => new Visitor({ fetch: rig.fetch, origin: PUBLIC_URL });
const isSignedIn = async (visitor: Visitor) => (await visitor.get("/dashboard/test/profile")).status === 200;

/** A person of the provider with an invitation. */
async function invited(login: string, role: "viewer" | "reviewer" | "admin" = "viewer"): Promise<string> {
  const email = `${login}@example.test`;
  provider.people.set(login, { email, email_verified: true, name: "Grace" });
  const ctx = { ...operatorContext({ db: rig.db }, Date.now()), tenantId: rig.scope.tenantId };
  await createInvitation(ctx, { email, role });
  return email;
}

it("discovers the provider, signs an invited person in with their role, and out again", async () => {
  const email = await invited("grace", "reviewer");
  const visitor = browser();
  const answer = await signInBy(visitor, "grace");
  expect([answer.status, answer.location]).toEqual([303, "/dashboard"]);
  const page = await visitor.get("/dashboard/test/profile");
  expect(page.text).toContain(email);
  expect(page.text).toContain("<dd>reviewer</dd>");
  expect(await findMember(rig.db, email)).toMatchObject({ tenantId: rig.scope.tenantId, role: "reviewer" });
  // A reviewer has no keys.
  expect((await visitor.get("/dashboard/test/keys")).status).toBe(403);
  const thief = visitor.thief();
  expect((await visitor.post("/dashboard/sign-out", {})).location).toBe(SIGN_IN);
  expect([await isSignedIn(visitor), await isSignedIn(thief)]).toEqual([false, false]);
});

it("gives no account without an invitation", async () => {
  provider.people.set("eve", { email: "eve@example.test", email_verified: true, name: "Eve" });
  const visitor = browser();
  expect((await signInBy(visitor, "eve")).location).toBe(SIGN_IN);
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await findMember(rig.db, "eve@example.test")).toBeUndefined();
});

describe("begins no session", () => {
  /** The address with another value of a parameter. */
  const changed = (address: string, name: string) => {
    const url = new URL(address);
    url.searchParams.set(name, "x".repeat(32));
    return url.href;
  };

  it("by an ID token with another nonce", async () => {
    await invited("nonce");
    const visitor = browser();
    const { location } = await visitor.get(START);
    const callback = await loginAt(changed(location!, "nonce"), "nonce");
    expect((await visitor.get(callback)).location).toBe(SIGN_IN);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("by a code for another verifier", async () => {
    await invited("verifier");
    const visitor = browser();
    const { location } = await visitor.get(START);
    const callback = await loginAt(
      changed(location!, "code_challenge").replace(/x{32}/, "x".repeat(43)),
      "verifier",
    );
    expect((await visitor.get(callback)).location).toBe(SIGN_IN);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it.each(["state", "code", "iss"])("by a callback with another %s", async (name) => {
    await invited(`other-${name}`);
    const visitor = browser();
    const { location } = await visitor.get(START);
    const callback = await loginAt(location!, `other-${name}`);
    expect((await visitor.get(changed(callback, name))).location).toBe(SIGN_IN);
    expect(await isSignedIn(visitor)).toBe(false);
  });

  it("in another browser than the one that began", async () => {
    await invited("victim");
    const attacker = browser();
    const callback = await loginAt((await attacker.get(START)).location!, "victim");
    const victim = browser();
    expect((await victim.get(callback)).location).toBe(SIGN_IN);
    expect(await isSignedIn(victim)).toBe(false);
  });
});

it("a provider that names another issuer is rejected", async () => {
  const OIDC_ISSUER = provider.issuer.replace("127.0.0.1", "localhost");
  const other = await startWorkerRig({ ...provider.settings, PUBLIC_URL, OIDC_ISSUER });
  const visitor = new Visitor({ fetch: other.fetch, origin: PUBLIC_URL });
  const refused = await visitor.get(START);
  expect(refused.status).toBe(503);
  expect(refused.text).toContain("The identity provider is not available.");
  await other.close();
});
