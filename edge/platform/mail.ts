import { z } from "zod";
import { type Rule, togetherFaults } from "../../vocabulary/setting-faults.ts";
import type { DeploymentSettings } from "./deployment.ts";

/** A message of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail. */
export interface Mailer {
  /** Whether only the addressee receives the mail. A local stack's console does not prove an address. */
  readonly reachesAddress: boolean;
  /** Throws `MailError` when the mail was not accepted. */
  send(mail: Mail): Promise<void>;
}

/** The mail was not accepted. The message contains no address. */
class MailError extends Error {
  override readonly name = "MailError";
}

const TIMEOUT_MS = 10_000;

/** The variables of the mail service. All three are set, or none: without them no mail is sent. */
export const mailVariables = {
  /** Accepts `{from, to, subject, text}` as JSON by POST, as Resend and other services do. */
  MAIL_URL: z.url({ protocol: /^https$/, error: "must be an https URL" }).optional(),
  MAIL_TOKEN: z.string().min(1).optional(),
  MAIL_FROM: z.string().regex(/\S@\S/, "must be an email address, such as id@example.com").optional(),
};

const Variables = z.object(mailVariables);
type MailVariables = z.infer<typeof Variables> & Pick<DeploymentSettings, "LOCAL_STACK">;

/** Why the mail service's variables are invalid, by the name of each. */
export const mailFaults: Rule<object> = (_, given) => togetherFaults(given, Object.keys(mailVariables));

/**
 * The configured sender; a local stack without one prints its mail to the console. Null if no mail can be
 * sent.
 */
export function openMailer(env: MailVariables): Mailer | null {
  const { MAIL_URL: url, MAIL_TOKEN: token, MAIL_FROM: from } = env;
  if (url !== undefined && token !== undefined && from !== undefined) {
    return { reachesAddress: true, send: (mail) => post(url, token, { from, ...mail }) };
  }
  return env.LOCAL_STACK ? { reachesAddress: false, send: print } : null;
}

async function post(url: string, token: string, message: Mail & { from: string }): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(message),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new MailError(`the mail service answered ${response.status}`);
}

async function print(mail: Mail): Promise<void> {
  console.log(JSON.stringify({ event: "mail", ...mail }));
}
