import type { Context } from "hono";
import type { Services } from "../../services.ts";

/**
 * The header in which Cloudflare gives the client's address. Cloudflare overwrites this header if a client
 * sends it.
 */
const USUAL_HEADER = "cf-connecting-ip";
const ADDRESS = /^[0-9A-Fa-f:.]{2,45}$/;

/**
 * The IP address that a request came from; null where it is unknown. The address comes from the header that
 * the host vouches for, `CLIENT_ADDRESS_HEADER`. Of a list, such as X-Forwarded-For, the last entry counts:
 * the nearest proxy has written it. A local stack without that setting listens on the loopback address alone,
 * and trusts no header.
 */
export function clientAddress<E extends { Variables: { services: Services } }>(c: Context<E>): string | null {
  const { LOCAL_STACK, CLIENT_ADDRESS_HEADER } = c.var.services.env;
  if (LOCAL_STACK && CLIENT_ADDRESS_HEADER === undefined) return "127.0.0.1";
  const told = c.req.header(CLIENT_ADDRESS_HEADER ?? USUAL_HEADER);
  const address = told?.split(",").at(-1)?.trim();
  return address !== undefined && ADDRESS.test(address) ? address : null;
}
