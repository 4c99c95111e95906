import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { cipherKey, decrypt, encrypt } from "../../crypto/aes-gcm.ts";
import { deriveKey, KEY_LABELS } from "../../crypto/derived-key.ts";
import { fromBase64Url, toBase64Url } from "../../crypto/encoding.ts";
import { type DashboardContext, isOverTls, withQuery } from "./context.ts";

const COOKIE = "selfsame.carried";

/** How long a secret that is shown once waits for its page, and how long a search can be returned to. */
const SECONDS = { once: 60, search: 15 * 60 } as const;

/**
 * Responds to a form with a redirect to `path`, whose page shows the text: a new secret, or a name that
 * somebody searched for. Neither may be in an address, and a page that answers a form itself cannot be
 * returned to. The text is in a cookie that this session's page at this address alone can read: encrypted,
 * for the service only. `query`: the redirect's, which the page reads itself.
 */
export async function carryTo(
  c: DashboardContext,
  path: string,
  text: string,
  kept: keyof typeof SECONDS = "once",
  query: URLSearchParams = new URLSearchParams(),
): Promise<Response> {
  const encrypted = await encrypt(await keyOf(c), contextOf(c, path), new TextEncoder().encode(text));
  setCookie(c, COOKIE, toBase64Url(encrypted), {
    path,
    httpOnly: true,
    sameSite: "Lax",
    secure: isOverTls(c),
    maxAge: SECONDS[kept],
  });
  return c.redirect(withQuery(path, query), 303);
}

/**
 * The text that a form has carried to this page; null without one. A secret is deleted, so that it is shown
 * once.
 */
export async function carried(
  c: DashboardContext,
  kept: keyof typeof SECONDS = "once",
): Promise<string | null> {
  const cookie = getCookie(c, COOKIE);
  const bytes = cookie === undefined ? null : fromBase64Url(cookie);
  if (bytes === null) return null;
  const { path } = c.req;
  if (kept === "once") deleteCookie(c, COOKIE, { path });
  const plain = await decrypt(await keyOf(c), contextOf(c, path), bytes);
  return plain === null ? null : new TextDecoder().decode(plain);
}

const keyOf = async ({ var: { services } }: DashboardContext) =>
  cipherKey(await deriveKey(services.serviceKey, KEY_LABELS.carried));

const contextOf = ({ var: { viewer } }: DashboardContext, path: string) => `${viewer.sessionId}\n${path}`;
