import ipaddr from "ipaddr.js";

const CIDR = /^(?<address>[0-9A-Fa-f:.]+)(?:\/(?<bits>\d{1,3}))?$/;

/**
 * A network in CIDR notation, canonical: `203.0.113.9/24` is `203.0.113.0/24`, and an address alone is a
 * network of one address. Null if the text is neither. IPv4 networks are written as IPv4.
 */
export function readNetwork(text: string): string | null {
  const { address = "", bits } = CIDR.exec(text.trim())?.groups ?? {};
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) {
    const cidr = `${address}/${bits ?? 32}`;
    return ipaddr.IPv4.isValidCIDR(cidr) ? `${ipaddr.IPv4.networkAddressFromCIDR(cidr)}/${bits ?? 32}` : null;
  }
  const cidr = `${address}/${bits ?? 128}`;
  if (!ipaddr.IPv6.isValidCIDR(cidr) || ipaddr.IPv6.parse(address).isIPv4MappedAddress()) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(cidr)}/${bits ?? 128}`;
}

/**
 * Whether an address is in one of the networks, which `readNetwork` returned. An IPv4-mapped IPv6 address
 * counts as IPv4. False for an address that cannot be read.
 */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  return networks.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return ip.kind() === range[0].kind() && ip.match(range);
  });
}
