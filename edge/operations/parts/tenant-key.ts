import { sha256Hex } from "../../crypto/sha256.ts";
import type { Scope } from "../../scope.ts";

/**
 * An opaque name of a tenant's mode, 32 hexadecimal digits. Inference tells callers apart by this name and
 * learns nothing else of them.
 */
export async function tenantKey({ tenantId, mode }: Scope): Promise<string> {
  return (await sha256Hex(`${tenantId}/${mode}`)).slice(0, 32);
}

/** Inference's name of a gallery: templates of other tenants, modes or versions are never compared. */
export const galleryKey = ({ tenantId, mode }: Scope, templateVersion: string) =>
  `${tenantId}/${mode}/${templateVersion}`;
