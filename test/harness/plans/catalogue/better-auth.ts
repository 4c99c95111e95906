import { eq } from "drizzle-orm";
import { userSessions } from "#drizzle/schema/dashboard.ts";
import { openAuth } from "#edge/accounts/auth.ts";
import { insertUser } from "#edge/store/accounts/users.ts";
import { commit, type Database } from "#edge/store/batch.ts";
import { totp } from "../../totp.ts";
import type { Catalogue } from "./entry.ts";

const PERSON = { id: "usr_auth", name: "n", email: "auth@example.com" };
const PASSWORD = "a password of the plans";

/** A browser: its cookies, and the responses that it received. */
class Browser {
  readonly #cookies = new Map<string, string>();
  totpSecret = "";
  backupCode = "";
  resetToken = "";

  get request() {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return { headers: new Headers({ cookie }), returnHeaders: true as const };
  }

  async keep<Answer extends { headers: Headers }>(answered: Promise<Answer>): Promise<Answer> {
    const answer = await answered;
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(";", 1)[0]!.split(/=(.*)/) as [string, string];
      if (value === "") this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

const browser = new Browser();

/** Passwords are compared in plain: the cost of hashing is measured elsewhere. */
const passwords = {
  hash: async (password: string) => password,
  verify: async ({ password, hash }: { password: string; hash: string }) => password === hash,
};

type Api = Awaited<ReturnType<typeof openAuth>>["api"];

const entry = (use: (api: Api, db: Database) => Promise<unknown>) => async (db: Database) => {
  const { api } = await openAuth({
    db,
    serviceKey: new Uint8Array(32).fill(7),
    publicUrl: "http://localhost",
    passwordSignIn: true,
    passwords,
    mailer: {
      reachesAddress: true,
      send: async ({ text }) => {
        browser.resetToken = /new-password#(\S+)/.exec(text)![1]!;
      },
    },
    onPasswordReset: async () => {},
  });
  await use(api, db);
};

const { email } = PERSON;
const signIn = (api: Api) =>
  browser.keep(api.signInEmail({ ...browser.request, body: { email, password: PASSWORD } }));
const byPassword = { password: PASSWORD };

/**
 * The statements of better-auth, by the dashboard's calls, in the order of
 * one account's life.
 */
export const BETTER_AUTH: Catalogue = {
  "better-auth signInEmail": entry(async (api, db) => {
    await commit(db, insertUser(db, { ...PERSON, passwordHash: PASSWORD }, Date.now()));
    await signIn(api);
  }),
  "better-auth getSession": entry(async (api, db) => {
    await browser.keep(api.getSession(browser.request));
    const due = new Date(Date.now() + 3_600_000);
    await db.update(userSessions).set({ expiresAt: due }).where(eq(userSessions.userId, PERSON.id));
    const { response } = await browser.keep(api.getSession(browser.request));
    if (response === null || response.session.expiresAt <= due) throw new Error("no session was prolonged");
  }),
  "better-auth changePassword": entry((api) =>
    browser.keep(
      api.changePassword({
        ...browser.request,
        body: { currentPassword: PASSWORD, newPassword: PASSWORD, revokeOtherSessions: true },
      }),
    ),
  ),
  "better-auth enableTwoFactor": entry(async (api) => {
    const { response } = await browser.keep(api.enableTwoFactor({ ...browser.request, body: byPassword }));
    if (!("totpURI" in response)) throw new Error("no app");
    browser.backupCode = response.backupCodes[0]!;
    browser.totpSecret = new URL(response.totpURI).searchParams.get("secret")!;
    await browser.keep(api.verifyTOTP({ ...browser.request, body: { code: totp(browser.totpSecret) } }));
    await api.revokeOtherSessions(browser.request);
  }),
  "better-auth verifyTOTP": entry(async (api) => {
    await browser.keep(api.signOut(browser.request));
    await signIn(api);
    await browser.keep(api.verifyTOTP({ ...browser.request, body: { code: totp(browser.totpSecret) } }));
  }),
  "better-auth verifyBackupCode": entry(async (api) => {
    await browser.keep(api.signOut(browser.request));
    await signIn(api);
    const { backupCode: code } = browser;
    await browser.keep(api.verifyBackupCode({ ...browser.request, body: { code } }));
  }),
  "better-auth disableTwoFactor": entry((api) =>
    browser.keep(api.disableTwoFactor({ ...browser.request, body: byPassword })),
  ),
  "better-auth resetPassword": entry(async (api) => {
    await api.requestPasswordReset({ body: { email } });
    await api.resetPassword({ body: { newPassword: PASSWORD, token: browser.resetToken } });
  }),
  "better-auth signOut": entry(async (api) => {
    await signIn(api);
    await browser.keep(api.signOut(browser.request));
  }),
};
