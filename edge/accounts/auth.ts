import { isAPIError } from "better-auth/api";
import { type BetterAuthOptions, betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { deriveKey, KEY_LABELS } from "../crypto/derived-key.ts";
import { toHex } from "../crypto/encoding.ts";
import type { Mailer } from "../platform/mail.ts";
import { accountTables } from "../store/accounts/tables.ts";
import type { Database } from "../store/batch.ts";
import { linkPath } from "./links.ts";
import type { Passwords } from "./passwords.ts";

/** The dashboard's cookies are sent to its paths only. */
const DASHBOARD_PATH = "/dashboard";
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

const SESSION_S = 12 * 60 * 60;
const SESSION_REFRESH_S = 60 * 60;
const RESET_LINK_S = 60 * 60;

export interface AuthOptions {
  readonly db: Database;
  /** The service's key, from which the key of the accounts is derived. */
  readonly serviceKey: Uint8Array;
  /** The service's URL for browsers. */
  readonly publicUrl: string;
  readonly passwords: Passwords;
  /** False if people sign in by the identity provider only. */
  readonly passwordSignIn: boolean;
  /** Null if the deployment cannot send mail. */
  readonly mailer: Mailer | null;
  /** Awaited before the response to a password reset. Revokes everything that the old password authorised. */
  onPasswordReset(userId: string): Promise<void>;
}

/** What every instance of better-auth has in common, so that one reads the sessions of the other. */
export async function baseOptions({
  db,
  serviceKey,
  publicUrl,
}: Pick<AuthOptions, "db" | "serviceKey" | "publicUrl">) {
  return {
    appName: "Selfsame",
    baseURL: publicUrl,
    basePath: DASHBOARD_PATH,
    // Encrypts second factors and signs cookies.
    secret: toHex(await deriveKey(serviceKey, KEY_LABELS.accounts)),
    database: accountTables(db),
    session: { expiresIn: SESSION_S, updateAge: SESSION_REFRESH_S },
    // A copy of the database must not hold links that take accounts over. The other challenges are worth
    // nothing without a cookie that this service has signed.
    verification: { storeIdentifier: { default: "plain", overrides: { "reset-password:": "hashed" } } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // better-auth's log lines contain e-mail addresses.
    logger: { disabled: true },
    advanced: {
      cookiePrefix: "selfsame",
      useSecureCookies: new URL(publicUrl).protocol === "https:",
      defaultCookieAttributes: { path: DASHBOARD_PATH, sameSite: "lax", httpOnly: true },
      ipAddress: { disableIpTracking: true },
      // Our own migrations and tests cover better-auth's tables.
      database: { validateSchema: false },
    },
  } satisfies BetterAuthOptions;
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;

/**
 * Sessions, passwords, resets and second factors, by better-auth over this service's tables. No HTTP endpoint
 * of better-auth is mounted: the dashboard's forms call `auth.api`. better-auth knows users only; tenants and
 * roles are in `store/accounts/members.ts`.
 */
export async function openAuth({
  db,
  serviceKey,
  publicUrl,
  passwordSignIn,
  passwords,
  mailer,
  onPasswordReset,
}: AuthOptions) {
  const auth = betterAuth({
    ...(await baseOptions({ db, serviceKey, publicUrl })),
    emailAndPassword: {
      enabled: passwordSignIn,
      // An account is created together with its tenant or by an invitation: see `operations/accounts` and
      // `operations/invitations`.
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: passwords,
      resetPasswordTokenExpiresIn: RESET_LINK_S,
      // better-auth would end the sessions only after this callback, and not at all when the callback fails.
      onPasswordReset: ({ user }) => onPasswordReset(user.id),
      sendResetPassword: async ({ user, token }) => {
        await mailer?.send(resetMail(user.email, new URL(linkPath("newPassword", token), publicUrl)));
      },
    },
    // The dashboard counts wrong codes itself: an attacker with the password must not be able to lock the
    // owner out.
    plugins: [twoFactor({ issuer: "Selfsame", accountLockout: { enabled: false } })],
  });
  // Awaited within the request that opens it: on workerd a request may not await another request's promise.
  await auth.$context;
  return auth;
}

const resetMail = (to: string, link: URL) => ({
  to,
  subject: "Reset your Selfsame password",
  text: `Somebody, you we hope, asked to reset the password of this address.\n\nSet a new one within an hour:\n${link.href}\n\nIf it was not you, there is nothing to do.\n`,
});

/** Whether an error is better-auth's rejection of user input, and not a defect. */
export const isRefusal = (error: unknown): boolean =>
  isAPIError(error) && error.statusCode >= 400 && error.statusCode < 500;
