import type { Mode } from "../core/scope.ts";
import { isLoopback, namesUser } from "../platform/variables.ts";

/**
 * A DNS name or an IPv4 address as URLs write it, without a final dot or wildcards. IPv6 addresses are in
 * brackets.
 */
const HOST = /^(([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:]+\])$/;
/** An app's scheme: a reversed domain (RFC 8252, section 7.1), so it has a dot and is no web scheme. */
const APP_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/;
const LONGEST = 255;

/**
 * The canonical form of an origin that a tenant may list: `https`, or `http` on localhost for development;
 * null for anything else, such as a path, a wildcard or a user name.
 */
export function toOrigin(text: string): string | null {
  if (text.length > LONGEST || !URL.canParse(text)) return null;
  const { origin, protocol, hostname, href } = new URL(text);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return isSafe && HOST.test(hostname) && href === `${origin}/` ? origin : null;
}

/** The canonical form of an origin, or of an app's scheme, that people may return to; else null. */
export const toReturnOrigin = (text: string): string | null =>
  text.length <= LONGEST && APP_SCHEME.test(text) ? text : toOrigin(text);

/** Whether a URL opens a page by `https`, or an app by its scheme. It names no user. */
export function isAppUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const parsed = new URL(text);
  if (namesUser(parsed)) return false;
  const { protocol, origin } = parsed;
  return toReturnOrigin(protocol === "https:" ? origin : protocol) !== null;
}

/** Whether an `Origin` header could equal a listed origin: browsers send the canonical form. */
export const isOrigin = (header: string): boolean => toOrigin(header) === header;

/**
 * Whether the list allows this origin or scheme in the mode. Only exact matches count. `http` counts in test
 * mode only, since a page without encryption can be changed in transit.
 */
export const isListed = (list: readonly string[], origin: string, mode: Mode): boolean =>
  list.includes(origin) && (mode === "test" || !origin.startsWith("http:"));

/**
 * Whether people of a verification in this mode may return to the URL. It names no user, and its origin or
 * its app's scheme is listed.
 */
export function mayReturnTo(list: readonly string[], url: string, mode: Mode): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  if (namesUser(parsed)) return false;
  const { protocol, origin } = parsed;
  // The origin of a `blob:` URL is that of the page which made it.
  const isWeb = protocol === "https:" || protocol === "http:";
  return isListed(list, isWeb ? origin : protocol, mode);
}
