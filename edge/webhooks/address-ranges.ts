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
export const LOCAL_RANGES = [
  "10.0.0.0/8",
  "127.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "::1/128",
  "fc00::/7",
] as const;

export const GLOBAL_IPV6 = "2000::/3";

/**
 * The address space outside 2000::/3, for a network configuration with a deny list only. The local ranges are
 * more specific.
 */
export const UNASSIGNED_IPV6 = ["::/3", "4000::/2", "8000::/1"] as const;
