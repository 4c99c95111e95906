import { getCookie, setCookie } from "hono/cookie";
import { deriveKey, KEY_LABELS } from "../../../crypto/derived-key.ts";
import { hmacHex, sameText } from "../../../crypto/hashing.ts";
import { randomBase62 } from "../../../crypto/secret-text.ts";
import { recordSignIn } from "../../../operations/accounts/own-account.ts";
import { asVisitor, type DashboardContext, isOverTls } from "../context.ts";

const COOKIE = "selfsame.known";
const VALUE = /^([0-9A-Za-z]{32})\.([0-9a-f]{64})$/;
const KEPT_S = 180 * 24 * 60 * 60;

/**
 * The id of a browser that has signed in to this address before; null for any other. It admits no one: it
 * only gives the browser a count of attempts that others cannot use up.
 */
export async function knownBrowser(c: DashboardContext, email: string): Promise<string | null> {
  const [, id, tag] = VALUE.exec(getCookie(c, COOKIE) ?? "") ?? [];
  if (id === undefined || tag === undefined) return null;
  return sameText(tag, await tagOf(c.var.services.serviceKey, id, email)) ? id : null;
}

/** Marks the browser as known after a complete sign-in to this address. */
async function rememberBrowser(c: DashboardContext, email: string): Promise<void> {
  const id = (await knownBrowser(c, email)) ?? randomBase62(32);
  setCookie(c, COOKIE, `${id}.${await tagOf(c.var.services.serviceKey, id, email)}`, {
    path: "/dashboard",
    httpOnly: true,
    sameSite: "Lax",
    secure: isOverTls(c),
    maxAge: KEPT_S,
  });
}

async function tagOf(serviceKey: Uint8Array, id: string, email: string): Promise<string> {
  const key = await deriveKey(serviceKey, KEY_LABELS.knownBrowsers);
  return hmacHex(key, `${id}\n${email.toLowerCase()}`);
}

/** After a sign-in with all factors correct: marks the browser as known, and audits the sign-in. */
export async function completeSignIn(
  c: DashboardContext,
  { email, ...signedIn }: Parameters<typeof recordSignIn>[1] & { readonly email: string },
): Promise<void> {
  await rememberBrowser(c, email);
  await recordSignIn(asVisitor(c), signedIn);
}
