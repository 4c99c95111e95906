import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";
import type { Visitor } from "../visitor.ts";

const CLIENT = { id: "selfsame", secret: "a-secret-of-the-client-of-the-tests" };

/** A person of the provider, by the claims that it makes. */
export interface Person {
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
}

/**
 * A real OpenID Connect provider (`oidc-provider`) on a port of this machine. `people` are its accounts, by
 * their login. With `isThin` the claims are not in the ID token, but at the userinfo endpoint.
 */
export async function openProvider({ isThin = false } = {}) {
  const people = new Map<string, Person>();
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ["http://127.0.0.1:8787/dashboard/callback/oidc"],
      },
    ],
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: isThin,
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ["a key of the tests"] },
    jwks: { keys: [await signingKey()] },
  });
  server.on("request", provider.callback());
  return {
    issuer,
    people,
    server,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_ALLOWED_DOMAINS: "example.test, example.org",
    },
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}

async function signingKey() {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: "RS256", use: "sig", kid: "1" };
}

/** Where the provider sends a browser back after its login, as the address of the callback. */
export async function loginAt(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const init = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
    const answer = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(";", 1)[0]!.split("=") as [string, string];
      cookies.set(name, value);
    }
    return { location: answer.headers.get("location"), text: await answer.text(), url };
  };
  let page = await visit(start);
  for (let step = 0; step < 12; step++) {
    if (page.location !== null) {
      const next = new URL(page.location, page.url).href;
      if (next.startsWith("http://127.0.0.1:8787/")) return next;
      page = await visit(next);
      continue;
    }
    const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page.text)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`the provider shows ${page.text}`);
    page = await visit(new URL(action, page.url).href, { prompt, login, password: "any" });
  }
  throw new Error("the provider does not send the browser back");
}

/** Signs a visitor in by the provider; returns the page after the callback. */
export async function signInBy(visitor: Visitor, login: string) {
  const started = await visitor.get("/dashboard/sign-in/provider");
  if (started.status !== 303) return started;
  return visitor.get(await loginAt(started.location!, login));
}
