import { hostname, networkInterfaces } from "node:os";

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Addresses that an attacker would like a webhook to reach: this machine, its networks, clouds' metadata. */
const V4_TARGETS = words(`
  127.0.0.1 127.8.8.8 10.0.0.1 172.16.0.1 192.168.0.1 169.254.169.254 0.0.0.0 100.100.100.200
  168.63.129.16 192.0.0.192
`);

type Parts = readonly [number, number, number, number];
const partsOf = (address: string) => address.split(".").map(Number) as unknown as Parts;
const whole = ([a, b, c, d]: Parts) => ((a * 256 + b) * 256 + c) * 256 + d;
const octal = (n: number) => `0${n.toString(8)}`;
const hex = (n: number) => `0x${n.toString(16)}`;
const shifted = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

/** Ways to write an IPv4 address that URL parsers take for it. */
const V4_FORMS: Readonly<Record<string, (parts: Parts) => string>> = {
  dotted: (parts) => parts.join("."),
  "with a trailing dot": (parts) => `${parts.join(".")}.`,
  octal: (parts) => parts.map(octal).join("."),
  "octal with zeros": (parts) => parts.map((n) => `000${octal(n)}`).join("."),
  hexadecimal: (parts) => parts.map(hex).join("."),
  "hexadecimal in capitals": (parts) => parts.map((n) => `0X${n.toString(16).toUpperCase()}`).join("."),
  mixed: ([a, b, c, d]) => [hex(a), b, octal(c), d].join("."),
  "one number": (parts) => `${whole(parts)}`,
  "one hexadecimal number": (parts) => hex(whole(parts)),
  "one octal number": (parts) => octal(whole(parts)),
  "two numbers": ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  "three numbers": ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  "percent-encoded": (parts) => parts.join(".").replace(/[\d.]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
  "full-width digits": (parts) => shifted(parts.join("."), 0xff10),
  "mathematical digits": (parts) => shifted(parts.join("."), 0x1d7ce),
  "ideographic dots": (parts) => parts.join("。"),
};

const groups = ([a, b, c, d]: Parts) => `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;

/** Ways to hide an IPv4 address in an IPv6 one. */
const V6_FORMS: Readonly<Record<string, (parts: Parts) => string>> = {
  mapped: (parts) => `::ffff:${parts.join(".")}`,
  "mapped, in hexadecimal": (parts) => `::ffff:${groups(parts)}`,
  "mapped, in full": (parts) => `0:0:0:0:0:FFFF:${groups(parts)}`,
  compatible: (parts) => `::${parts.join(".")}`,
  translated: (parts) => `::ffff:0:${groups(parts)}`,
  NAT64: (parts) => `64:ff9b::${groups(parts)}`,
  "NAT64, local use": (parts) => `64:ff9b:1::${groups(parts)}`,
  "6to4": (parts) => `2002:${groups(parts)}::1`,
  Teredo: (parts) => `2001:0:${groups(parts)}::1`,
};

const V6_ADDRESSES = words(`
  ::1 0:0:0:0:0:0:0:1 0000:0000:0000:0000:0000:0000:0000:0001 :: fe80::1 fec0::1 fc00::1 fd00:ec2::254
  fd20:ce::254 ff02::1 100::1 2001:db8::1 2001:2::1 2001:10::1 3fff::1 5f00::1 4000::1 e000::1
`);

const LOCAL_NAMES = words(`
  localhost LOCALHOST localhost. loc%61lhost ｌｏｃａｌｈｏｓｔ a.localhost ip6-localhost localhost.localdomain
  metadata metadata.google.internal db.internal printer.local nas.home.arpa router.lan wiki.intranet
  service.onion
`);

/** Hosts as written in a URL, each with the trick it tries. */
export const HOSTS: readonly (readonly [name: string, host: string])[] = [
  ...V4_TARGETS.flatMap((target) => [
    ...Object.entries(V4_FORMS).map(
      ([form, write]) => [`${target}, ${form}`, write(partsOf(target))] as const,
    ),
    ...Object.entries(V6_FORMS).map(
      ([form, write]) => [`${target}, ${form}`, `[${write(partsOf(target))}]`] as const,
    ),
  ]),
  ...V6_ADDRESSES.map((address) => [address, `[${address}]`] as const),
  ...LOCAL_NAMES.map((name) => [name, name] as const),
];

/** Whole URLs that mean another host, scheme or user than they seem to. */
export const URLS: readonly string[] = [
  "http://example.com/",
  "HTTP://example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://127.0.0.1/",
  "ws://example.com/",
  "javascript:alert(1)",
  "data:text/plain,x",
  "//example.com/",
  "https://",
  "https:127.0.0.1",
  "https:///127.0.0.1/",
  "https:\\\\127.0.0.1\\",
  "https://user@example.com/",
  "https://:secret@example.com/",
  "https://user:secret@127.0.0.1/",
  "https://example.com@127.0.0.1/",
  "https://example.com%40@127.0.0.1/",
  "https://127.0.0.1\\@example.com/",
  "https://127.0.0.1#@example.com/",
  "https://127.0.0.1?@example.com/",
  "https://127.0.0.1;.example.com@127.0.0.1/",
  "https://127.0.0.\t1/",
  "https://127.\n0.0.1/",
  " https://127.0.0.1/ ",
  "https://127.0.0.1:443/",
  "https://127.0.0.1:65536/",
  "https://[::1]:443/",
  "https://[::1%25lo]/",
  "https://[fe80::1%25eth0]/",
  "https://[::1/",
  "https://127.0.0.1%00.example.com/",
  "https://exa mple.com/",
  "https://example.com:port/",
  "https://999.1.1.1/",
];

/**
 * Names that this machine itself resolves to loopback or private addresses, and its addresses in its
 * networks.
 */
export function ownHosts(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const written = addresses
    .filter(({ scopeid }) => !scopeid)
    .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
  return ["localhost", hostname(), ...written];
}
