import { z } from "zod";
import { type Rule, togetherFaults } from "../../vocabulary/setting-faults.ts";
import { type DeploymentSettings, isPublic } from "../platform/deployment.ts";
import type { ObjectNamespace } from "../platform/ports.ts";
import { binding, isLoopback } from "../platform/variables.ts";
import type { PasswordHost } from "./hash-queue.ts";
import type { QueueStub } from "./passwords.ts";

/** The variables of the dashboard's accounts. */
export const accountVariables = {
  /** `open`: anyone may sign up (the default of a local stack); `closed`: only by invitation. */
  SIGN_UP: z.enum(["open", "closed"]).optional(),
  /** Maximum age of a dashboard session in hours, regardless of activity. */
  DASHBOARD_SESSION_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  /** Absent if the runtime has no Durable Objects: then each process hashes by itself. */
  PASSWORD_QUEUE: binding<ObjectNamespace<QueueStub>>("idFromName", "get").optional(),
  /** For the shared queue. Absent if the Worker's host derives no keys. */
  PASSWORD_HOST: binding<PasswordHost>("fetch").optional(),
};

/** Domains of addresses, in lower case, separated by commas. */
const domains = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(",")
      .map((domain) => domain.trim()),
  )
  .pipe(
    z
      .array(
        z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, "must be domains, such as example.com,example.org"),
      )
      .min(1),
  );

/** The deployment's OpenID Connect provider, for sign-ins to the dashboard. */
export const identityVariables = {
  /** The provider's issuer, exactly as its discovery document names it. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Domains of the addresses that the provider may sign in. */
  OIDC_ALLOWED_DOMAINS: domains.optional(),
  /** `off`: people sign in by the provider only. */
  PASSWORD_SIGN_IN: z.enum(["on", "off"]).default("on"),
};

const identitySchema = z.object(identityVariables);
type IdentitySettings = z.output<typeof identitySchema>;

export interface IdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly allowedDomains: readonly string[];
}

/** The provider that the settings name; null for none. */
export function identityProvider(env: IdentitySettings): IdentityProvider | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  const allowedDomains = env.OIDC_ALLOWED_DOMAINS;
  if (!issuer || !clientId || !clientSecret || !allowedDomains) return null;
  return { issuer, clientId, clientSecret, allowedDomains };
}

const TOGETHER = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_ALLOWED_DOMAINS"] as const;

/** What is wrong with the settings of sign-ins by a provider. */
export const IDENTITY_RULES: readonly Rule<IdentitySettings>[] = [
  (_, given) => togetherFaults(given, TOGETHER),
  ({ OIDC_ISSUER: issuer }) => {
    const isPlain = issuer?.startsWith("http:") && !isLoopback(URL.parse(issuer)?.hostname ?? "");
    return { OIDC_ISSUER: isPlain ? "must be https beyond this machine" : null };
  },
  (env) => {
    const isAny = TOGETHER.some((name) => env[name] !== undefined);
    const isOff = env.PASSWORD_SIGN_IN === "off";
    return { PASSWORD_SIGN_IN: isOff && !isAny ? "is off, which needs OIDC_ISSUER" : null };
  },
];

const schema = z.object(accountVariables);
type AccountSettings = z.output<typeof schema> &
  Pick<DeploymentSettings, "PUBLIC_URL"> & { readonly MAIL_URL?: string | undefined };

/** Why `SIGN_UP` is invalid, or null. A public deployment must set it, and prove addresses if it is open. */
export function signUpFault({ SIGN_UP, PUBLIC_URL, MAIL_URL }: AccountSettings): string | null {
  if (!isPublic(PUBLIC_URL)) return null;
  if (SIGN_UP === undefined) return "must be open or closed, since PUBLIC_URL is public";
  if (SIGN_UP === "open" && MAIL_URL === undefined) {
    return "is open, which needs MAIL_URL, MAIL_TOKEN and MAIL_FROM: addresses are proven by mail";
  }
  return null;
}
