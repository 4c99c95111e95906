import { sha256Hex } from "../../crypto/sha256.ts";
import type { Scope } from "../../scope.ts";

/**
 * An opaque name of a tenant, 32 hexadecimal digits, and after a dot its mode. Inference tells callers apart
 * by this name and learns nothing else of them: tenants take turns at the engines, modes share no memory.
 */
export async function tenantKey({ tenantId, mode }: Scope): Promise<string> {
  return `${(await sha256Hex(tenantId)).slice(0, 32)}.${mode}`;
}

/** Inference's name of a gallery: templates of other tenants, modes or versions are never compared. */
export const galleryKey = ({ tenantId, mode }: Scope, templateVersion: string) =>
  `${tenantId}/${mode}/${templateVersion}`;
