import ipaddr from "ipaddr.js";
import type { Mode } from "../core/scope.ts";
import { isLoopback, namesUser } from "../platform/variables.ts";

/**
 * Addresses that a webhook never reaches, and addresses that only a local stack may reach. From the IANA
 * special-purpose registries (RFC 6890 and its updates) and the clouds' metadata services. Addresses outside
 * both lists are public if they are IPv4 or inside 2000::/3, all the unicast space assigned so far.
 */
export const FORBIDDEN_RANGES = [
  "0.0.0.0/8",
  "0.0.0.0/32", // workerd treats it as a local address, and there the more specific range wins
  "100.64.0.0/10", // shared address space; contains Alibaba's metadata service
  "168.63.129.16/32", // Azure's platform service
  "169.254.0.0/16", // link-local; the usual metadata address
  "192.0.0.0/24", // protocol assignments; Oracle's metadata service
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24", // 6to4 relays
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "::ffff:0:0/96", // IPv4-mapped
  "::ffff:0:0:0/96", // IPv4-translated
  "64:ff9b::/96", // NAT64
  "64:ff9b:1::/48", // NAT64, local use
  "100::/64",
  "2001::/23", // protocol assignments: Teredo, benchmarking, ORCHID
  "2001:db8::/32",
  "2002::/16", // 6to4
  "2620:4f:8000::/48",
  "3fff::/20",
  "5f00::/16",
  "fd00:ec2::254/128", // EC2's metadata service
  "fd20:ce::254/128", // Google Cloud's metadata service
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
] as const;

/** Loopback and private networks. */
const LOCAL_RANGES = [
  "10.0.0.0/8",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1/128",
  "fc00::/7",
] as const;

const GLOBAL_IPV6 = "2000::/3";

/**
 * The address space outside 2000::/3, for a network configuration with a deny list only. The local ranges are
 * more specific.
 */
export const UNASSIGNED_IPV6 = ["::/3", "4000::/2", "8000::/1"] as const;

const MAX_URL_LENGTH = 2_048;
// Names that never resolve to a host on the public internet (RFC 6761, 6762, 7686, 8375, 9476, ICANN's
// `internal`).
const LOCAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion|alt|invalid)$/;
const LOOPBACK_NAME = /(^|\.)localhost$/;

const LISTEN =
  "To receive events on your own machine, run `npm run admin -- webhooks listen`, or start the local stack with WEBHOOK_ALLOW_PRIVATE=true.";
const NEEDS_HTTPS = `must begin with https://. ${LISTEN}`;
const NO_CREDENTIALS =
  "must not have a user name or password. Your receiver verifies the signature of each event instead.";
const NO_FRAGMENT = "must not have a fragment, which begins with #: it would not be sent.";
const NOT_PUBLIC = `must have a host on the public internet; this one is local, private or reserved. ${LISTEN}`;

type AddressVerdict =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false /** What the URL must be, such as `must be absolute`. */; readonly reason: string };

const refused = (reason: string): AddressVerdict => ({ ok: false, reason });

/**
 * Whether a webhook may be sent to this URL, judged by the text alone: https, no credentials, a public host.
 * The egress network judges the resolved address at connect time, by the same ranges. With `allowLocal`
 * (local stack only) loopback and private addresses pass too, loopback also over http; the forbidden ranges
 * never pass.
 */
export function checkAddress(text: string, allowLocal: boolean): AddressVerdict {
  if (text.length > MAX_URL_LENGTH) return refused(`must have at most ${MAX_URL_LENGTH} characters.`);
  const url = URL.parse(text);
  if (url === null) return refused(unreadable(text));
  const isPlain = url.protocol === "http:" && allowLocal && isLoopback(url.hostname);
  if (url.protocol !== "https:" && !isPlain) return refused(NEEDS_HTTPS);
  if (namesUser(url)) return refused(NO_CREDENTIALS);
  if (!isHostAllowed(url.hostname, allowLocal)) return refused(NOT_PUBLIC);
  if (text.includes("#")) return refused(NO_FRAGMENT);
  return { ok: true, url: url.href };
}

/** What is wrong with a text that is no URL. */
function unreadable(text: string): string {
  const [, host] = /^\w+:\/\/([^/?#]+)/.exec(text) ?? [];
  if (host === undefined) return "must be absolute, such as https://shop.example/webhooks.";
  if (/\s/.test(host)) return "must not have a space in its host.";
  return /:\d+$/.test(host)
    ? "must have a valid host, and a port from 1 to 65535."
    : "must have a valid host, such as shop.example.";
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

/** Why no endpoint of this mode may have the address; null if one may. */
export function endpointFault(url: string, allowLocal: boolean, mode: Mode): string | null {
  const address = checkAddress(url, allowLocal);
  if (!address.ok) return address.reason;
  return mode === "test" || address.url.startsWith("https:")
    ? null
    : "must begin with https:// in live mode.";
}
