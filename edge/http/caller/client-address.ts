import type { Context } from "hono";
import type { Services } from "../../services.ts";

/** The header in which Cloudflare tells the address; whatever a client sends in it is overwritten there. */
const USUAL_HEADER = "cf-connecting-ip";
const ADDRESS = /^[0-9A-Fa-f:.]{2,45}$/;

/**
 * The IP address that a request came from; null where none is known. It comes from the header that the host
 * vouches for, `CLIENT_ADDRESS_HEADER`; of a list, such as X-Forwarded-For, the last entry counts, which the
 * nearest proxy has written. A local stack without that setting listens on the loopback address alone, and
 * believes nothing else.
 */
export function clientAddress<E extends { Variables: { services: Services } }>(c: Context<E>): string | null {
  const { LOCAL_STACK, CLIENT_ADDRESS_HEADER } = c.var.services.env;
  if (LOCAL_STACK && CLIENT_ADDRESS_HEADER === undefined) return "127.0.0.1";
  const told = c.req.header(CLIENT_ADDRESS_HEADER ?? USUAL_HEADER);
  const address = told?.split(",").at(-1)?.trim();
  return address !== undefined && ADDRESS.test(address) ? address : null;
}
