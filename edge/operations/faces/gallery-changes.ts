import type { Vault } from "../../crypto/vault.ts";
import type { GalleryChange } from "../../inference/port.ts";
import type { Scope } from "../../scope.ts";
import type { GalleryRow } from "../../store/gallery/gallery-view.ts";
import { openTemplateBytes } from "../sealed-template.ts";

/**
 * Changes for inference: a registration of another version counts as removed, since it belongs to another
 * gallery.
 */
export function openChanges(
  vault: Vault,
  scope: Scope,
  version: string,
  rows: readonly GalleryRow[],
): Promise<GalleryChange[]> {
  return Promise.all(
    rows.map(async ({ seq, registrationId, template, templateVersion, deletedAt }) => {
      if (deletedAt !== null || templateVersion !== version) return { seq, registrationId, template: null };
      if (template === null) throw new Error("An active registration has no template.");
      const row = { id: registrationId, version };
      return { seq, registrationId, template: await openTemplateBytes(vault, scope, row, template) };
    }),
  );
}
