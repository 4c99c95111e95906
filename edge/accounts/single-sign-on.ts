import { betterAuth } from "better-auth/minimal";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { decodeJwt } from "jose";
import { z } from "zod";
import { outage } from "../core/outage.ts";
import { type AuthOptions, baseOptions } from "./auth.ts";
import type { IdentityProvider } from "./settings.ts";

/** The provider's name in the rows of accounts and in the callback's path. */
export const PROVIDER = "oidc";
/** Timeout of a call to the provider, in milliseconds. */
const PATIENCE_MS = 5_000;

/** A person whom the provider has identified, with an address that the provider has verified. */
interface Identity {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
}

interface SingleSignOnOptions extends Pick<AuthOptions, "db" | "serviceKey" | "publicUrl"> {
  readonly provider: IdentityProvider;
  /** Whether the person has an account, or has just got one by an invitation. */
  admit(identity: Identity): Promise<boolean>;
}

/**
 * Sign-ins by the deployment's OpenID Connect provider, by better-auth over the same tables, cookies and
 * sessions as `openAuth`. It is an instance of its own, since better-auth asks the provider for its endpoints
 * when it is opened: the dashboard must not wait for the provider. Throws 503 `service_unavailable` if the
 * provider does not answer, or is another one than the settings name.
 */
export async function openSingleSignOn({ provider, admit, ...base }: SingleSignOnOptions) {
  const { issuer, clientId, clientSecret, allowedDomains } = provider;
  const { url, userinfo } = await discover(issuer);
  const auth = betterAuth({
    ...(await baseOptions(base)),
    plugins: [
      genericOAuth({
        config: [
          {
            ...{ providerId: PROVIDER, clientId, clientSecret, discoveryUrl: url },
            scopes: ["openid", "email", "profile"],
            // Signature, issuer, audience, time and nonce of the ID token are checked before `getUserInfo`.
            requireIdTokenVerification: true,
            // An account is made by an invitation only: see `admit`.
            disableSignUp: true,
            // Two issuers may give one subject to two people.
            accountSubject: ({ profile }) => `${issuer} ${profile.sub}`,
            async getUserInfo({ idToken, accessToken }) {
              const claims = await claimsOf(idToken, accessToken, userinfo);
              const identity = claims && identityOf(claims, allowedDomains);
              if (claims === null || identity === null || !(await admit(identity))) return null;
              return { sub: claims.sub, ...identity, emailVerified: true };
            },
          },
        ],
      }),
    ],
    account: {
      // Members are known by their addresses, which the provider has verified.
      accountLinking: { requireLocalEmailVerified: false },
    },
    databaseHooks: {
      account: {
        create: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
        update: { before: async (account) => ({ data: { ...account, ...NO_TOKENS } }) },
      },
    },
  });
  const { socialProviders } = await auth.$context;
  if (!socialProviders.some(({ id }) => id === PROVIDER)) throw unavailable("its document is incomplete");
  return auth;
}

/** The provider's tokens are used once, and not kept: they contain personal data. */
const NO_TOKENS = { accessToken: null, refreshToken: null, idToken: null };

const discovery = z.object({ issuer: z.string(), userinfo_endpoint: z.url().optional() });

async function discover(issuer: string) {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = await read(url).then((body) => discovery.safeParse(body));
  if (!found.success) throw unavailable("its document is invalid");
  if (found.data.issuer !== issuer) throw unavailable("its document names another issuer");
  return { url, userinfo: found.data.userinfo_endpoint };
}

async function read(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    // workerd has no `redirect: "error"`. The answer of a redirect is not ok.
    const answer = await fetch(url, { headers, signal, redirect: "manual" });
    if (!answer.ok) throw new Error("no success");
    return await answer.json();
  } catch (error) {
    throw unavailable("it fails", error);
  }
}

const unavailable = (why: string, cause?: unknown) =>
  outage("identity_provider", why, { message: "The identity provider is not available.", cause });

const claims = z.object({
  sub: z.string().min(1),
  email: z.email().optional(),
  email_verified: z.unknown().optional(),
  name: z.unknown().optional(),
});
type Claims = z.output<typeof claims>;

/**
 * The claims of the verified ID token, and those of the userinfo endpoint if the token has no address. Null
 * without an ID token, and if the two are about different people.
 */
async function claimsOf(
  idToken: string | undefined,
  accessToken: string | undefined,
  userinfo: string | undefined,
): Promise<Claims | null> {
  if (idToken === undefined) return null;
  const ofToken = claims.safeParse(decodeJwt(idToken)).data ?? null;
  if (ofToken === null || ofToken.email !== undefined || userinfo === undefined) return ofToken;
  const more = claims.safeParse(await read(userinfo, { Authorization: `Bearer ${accessToken}` })).data;
  return more?.sub === ofToken.sub ? more : null;
}

const NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,120}$/u;

/** The person of the claims; null for an address that is not verified, or not in an allowed domain. */
function identityOf({ email, email_verified, name }: Claims, domains: readonly string[]): Identity | null {
  if (email === undefined || email_verified !== true) return null;
  const address = email.toLowerCase();
  if (!domains.includes(address.slice(address.lastIndexOf("@") + 1))) return null;
  return { email: address, name: typeof name === "string" && NAME.test(name) ? name : address };
}

export type SingleSignOn = Awaited<ReturnType<typeof openSingleSignOn>>;
