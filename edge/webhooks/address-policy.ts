import ipaddr from "ipaddr.js";
import { FORBIDDEN_RANGES, GLOBAL_IPV6, LOCAL_RANGES } from "./address-ranges.ts";

const MAX_URL_LENGTH = 2_048;
// Names that never resolve to a host on the public internet (RFC 6761, 6762, 7686, 8375, 9476, ICANN's
// `internal`).
const LOCAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion|alt|invalid)$/;
const LOOPBACK_NAME = /(^|\.)localhost$/;

type AddressVerdict =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

const refused = (reason: string): AddressVerdict => ({ ok: false, reason });

/**
 * Whether a webhook may be sent to this URL, judged by the text alone: https, no credentials, a public host.
 * The egress network judges the resolved address at connect time, by the same ranges. With `allowLocal`
 * (local stack only) loopback and private addresses pass too; the forbidden ranges never pass.
 */
export function checkAddress(text: string, allowLocal: boolean): AddressVerdict {
  if (text.length > MAX_URL_LENGTH) return refused(`The URL is longer than ${MAX_URL_LENGTH} characters.`);
  const url = URL.parse(text);
  if (url === null) return refused("This is not an absolute URL.");
  if (url.protocol !== "https:") return refused("Only https URLs are accepted.");
  if (url.username !== "" || url.password !== "") return refused("The URL must not carry credentials.");
  if (!isHostAllowed(url.hostname, allowLocal)) return refused("The host is not on the public internet.");
  url.hash = "";
  return { ok: true, url: url.href };
}

/** Whether a URL's host name or address is one of the public internet, judged by the text alone. */
export const isPublicHost = (hostname: string): boolean => isHostAllowed(hostname, false);

function isHostAllowed(hostname: string, allowLocal: boolean): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return ipaddr.isValid(host) ? isAddressAllowed(host, allowLocal) : isNameAllowed(host, allowLocal);
}

/** Whether a connection to an IP address, in its canonical text, is allowed. */
export function isAddressAllowed(address: string, allowLocal: boolean): boolean {
  const ip = ipaddr.parse(address);
  if (isWithin(ip, FORBIDDEN_RANGES)) return false;
  if (isWithin(ip, LOCAL_RANGES)) return allowLocal;
  return ip.kind() === "ipv4" || isWithin(ip, [GLOBAL_IPV6]);
}

function isNameAllowed(name: string, allowLocal: boolean): boolean {
  if (LOOPBACK_NAME.test(name)) return allowLocal;
  return name.includes(".") && !LOCAL_NAMES.test(name);
}

function isWithin(ip: ipaddr.IPv4 | ipaddr.IPv6, ranges: readonly string[]): boolean {
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === ip.kind() && ip.match(network, bits);
  });
}
