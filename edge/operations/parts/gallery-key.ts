import type { Scope } from "../../scope.ts";

/** Inference's name of a gallery: templates of other tenants, modes or versions are never compared. */
export const galleryKey = ({ tenantId, mode }: Scope, templateVersion: string) =>
  `${tenantId}/${mode}/${templateVersion}`;
