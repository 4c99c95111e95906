import type { Scope } from "../../core/scope.ts";
import { sha256Hex } from "../../crypto/hashing.ts";

/**
 * An opaque name of a tenant, 32 hexadecimal digits. Inference distinguishes tenants by this name and learns
 * nothing else of them: they take turns at the engines.
 */
export const tenantKey = async ({ tenantId }: Scope): Promise<string> =>
  (await sha256Hex(tenantId)).slice(0, 32);

/** Inference's name of a gallery: templates of other tenants, modes or versions are never compared. */
export const galleryKey = ({ tenantId, mode }: Scope, templateVersion: string) =>
  `${tenantId}/${mode}/${templateVersion}`;
