import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import type { Services } from "../../services.ts";

/** Cloudflare sets this header to the client's address, and removes a client's own. */
const CLOUDFLARE_HEADER = "cf-connecting-ip";
const ADDRESS = /^[0-9A-Fa-f:.]{2,45}$/;

/**
 * The IP address that a request came from; null if unknown. Only the source that `CLIENT_ADDRESS_HEADER`
 * names is trusted: a client may send any header. Of a list, such as X-Forwarded-For, the last entry counts,
 * since the nearest proxy has written it. A local stack without that setting listens on loopback only.
 */
export function clientAddress<E extends { Variables: { services: Services } }>(c: Context<E>): string | null {
  const { LOCAL_STACK, CLIENT_ADDRESS_HEADER } = c.var.services.env;
  if (LOCAL_STACK && CLIENT_ADDRESS_HEADER === undefined) return "127.0.0.1";
  const header = believedHeader(CLIENT_ADDRESS_HEADER, c.req.raw);
  const address = header === null ? undefined : c.req.header(header)?.split(",").at(-1)?.trim();
  return address !== undefined && ADDRESS.test(address) ? address : null;
}

function believedHeader(setting: string | undefined, request: Request): string | null {
  if (setting === undefined || setting === "none") return null;
  if (setting !== "cloudflare") return setting;
  // Only Cloudflare's network sets this object on a request.
  return Reflect.get(request, "cf") === undefined ? null : CLOUDFLARE_HEADER;
}

/**
 * The subscriber at an address, who has an IPv4 address or a /64 of IPv6 (RFC 6177). `network` is what one
 * party gets for little money: a /24 or a /48. An address that cannot be parsed is used as it is.
 */
export function networksOf(address: string): { readonly subscriber: string; readonly network: string } {
  if (!ipaddr.isValid(address)) return { subscriber: address, network: address };
  const ip = ipaddr.process(address);
  return ip instanceof ipaddr.IPv6
    ? { subscriber: firstGroups(ip, 4), network: firstGroups(ip, 3) }
    : { subscriber: ip.toString(), network: ip.octets.slice(0, 3).join(".") };
}

const firstGroups = (ip: ipaddr.IPv6, count: number) =>
  ip.parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(":");
