import type { Context } from "hono";

/**
 * The IP address that a request came from; null where none is known, as in tests without a socket. workerd tells the
 * socket's peer, which nobody can make up; Cloudflare tells it in a header that it overwrites. Behind a proxy of one's
 * own it is the proxy's.
 */
export function clientAddress(c: Context): string | null {
  const peer = (c.req.raw as { cf?: { clientIp?: unknown } }).cf?.clientIp;
  if (typeof peer === "string") return withoutPort(peer);
  return c.req.header("cf-connecting-ip") ?? null;
}

/** Of "192.0.2.1:443", "[2001:db8::1]:443", or an address alone. */
function withoutPort(peer: string): string {
  return peer.match(/^\[(.+)\]:\d+$/)?.[1] ?? peer.match(/^([^:]+):\d+$/)?.[1] ?? peer;
}
