import ipaddr from "ipaddr.js";

/**
 * Who is behind an address: one subscriber has an IPv4 address, or a /64 of IPv6 (RFC 6177). `network` is
 * what one party gets for little money: a /24 or a /48. An address that cannot be read stands for itself.
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
