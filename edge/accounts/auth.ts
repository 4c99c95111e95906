import { betterAuth } from "better-auth/minimal";
import { twoFactor } from "better-auth/plugins/two-factor";
import { deriveKey, KEY_LABELS } from "../crypto/derived-key.ts";
import { toHex } from "../crypto/encoding.ts";
import type { Mailer } from "../ports/mail.ts";
import { accountTables } from "../store/accounts/tables.ts";
import type { Database } from "../store/batch.ts";

/** Cookies of the dashboard go to it alone. */
const DASHBOARD_PATH = "/dashboard";
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;

const SESSION_S = 12 * 60 * 60;
const SESSION_REFRESH_S = 60 * 60;
const RESET_LINK_S = 60 * 60;

interface AuthOptions {
  readonly db: Database;
  /** Root of the keys: 32 bytes. */
  readonly dataKey: Uint8Array;
  /** Where browsers reach the service. */
  readonly publicUrl: string;
  /** Null where no mail can be sent. */
  readonly mailer: Mailer | null;
  /** Awaited before the answer of a reset: ends all that the old password had begun. */
  onPasswordReset(userId: string): Promise<void>;
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;

/**
 * Sessions, passwords, resets and second factors, by better-auth over our own tables. None of its HTTP
 * endpoints is mounted: the dashboard's forms call `auth.api`. It knows users only; tenants and roles are
 * `store/members.ts`.
 */
export async function openAuth({ db, dataKey, publicUrl, mailer, onPasswordReset }: AuthOptions) {
  const auth = betterAuth({
    appName: "Selfsame",
    baseURL: publicUrl,
    basePath: DASHBOARD_PATH,
    secret: toHex(await deriveKey(dataKey, KEY_LABELS.accounts)),
    database: accountTables(db),
    emailAndPassword: {
      enabled: true,
      // An account is made together with its tenant or by an invitation: see `operations/accounts` and
      // `operations/invitations`.
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      resetPasswordTokenExpiresIn: RESET_LINK_S,
      // It would end the sessions only after this, and not at all where this fails.
      onPasswordReset: ({ user }) => onPasswordReset(user.id),
      sendResetPassword: async ({ user, token }) => {
        await mailer?.send(resetMail(user.email, new URL(`${DASHBOARD_PATH}/reset/${token}`, publicUrl)));
      },
    },
    session: { expiresIn: SESSION_S, updateAge: SESSION_REFRESH_S },
    plugins: [twoFactor({ issuer: "Selfsame" })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its log lines hold addresses of people.
    logger: { disabled: true },
    advanced: {
      cookiePrefix: "selfsame",
      useSecureCookies: new URL(publicUrl).protocol === "https:",
      defaultCookieAttributes: { path: DASHBOARD_PATH, sameSite: "lax", httpOnly: true },
      ipAddress: { disableIpTracking: true },
      // Its tables are held by our own migrations and tests.
      database: { validateSchema: false },
    },
  });
  // Settled here, within the request that asks first: on workerd no request may wait for another's promise.
  await auth.$context;
  return auth;
}

const resetMail = (to: string, link: URL) => ({
  to,
  subject: "Reset your Selfsame password",
  text: `Somebody, you we hope, asked to reset the password of this address.\n\nSet a new one within an hour:\n${link.href}\n\nIf it was not you, there is nothing to do.\n`,
});
