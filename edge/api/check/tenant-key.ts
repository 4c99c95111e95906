import { hex } from "../../hex.ts";
import type { Scope } from "../../scope.ts";

/** An opaque name of a tenant's mode, 32 hexadecimal digits: inference tells callers apart by it and learns nothing else. */
export async function tenantKey({ tenantId, mode }: Scope): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${tenantId}/${mode}`));
  return hex(digest).slice(0, 32);
}
