import type { Scope } from "../../core/scope.ts";
import type { Vault } from "../../crypto/vault.ts";
import type { GalleryAnswer, GalleryChange, GalleryPage } from "../../inference/port.ts";
import type { GalleryRow, GalleryView } from "../../store/gallery/gallery-view.ts";
import { openTemplateBytes } from "../sealed-template.ts";

/** The gallery whose templates of this version are compared. */
interface Gallery {
  readonly scope: Scope;
  readonly version: string;
}

/**
 * The page that a copy lacks, as the database says that was read after its answer; null for a copy that is
 * complete and whose candidates are registered.
 */
export async function nextPage(
  vault: Vault,
  gallery: Gallery,
  { mark, candidates }: Pick<GalleryAnswer, "mark" | "candidates">,
  { known, changes, active }: GalleryView,
): Promise<GalleryPage | null> {
  // The database was put back to an earlier day: the copy begins again.
  if (!known) return { after: mark, mark: "", changes: [] };
  const last = changes.at(-1);
  if (last !== undefined) {
    const opened = await Promise.all(changes.map((row) => openChange(vault, gallery, row)));
    return { after: mark, mark: `${last.seq}.${last.registrationId}`, changes: opened };
  }
  const registered = new Set(active.map(({ registrationId }) => registrationId));
  const gone = candidates.filter(({ registrationId }) => !registered.has(registrationId));
  if (gone.length === 0) return null;
  return {
    after: mark,
    mark,
    changes: gone.map(({ registrationId }) => ({ registrationId, template: null })),
  };
}

/** The row that a mark names, which is the last one that a copy has followed; null for the beginning. */
export function rowOf(mark: string): Pick<GalleryRow, "seq" | "registrationId"> | null {
  if (mark === "") return null;
  // No row has the number 0: a mark in another form is unknown.
  const [, seq = "0", registrationId = ""] = /^(\d{1,15})\.(.+)$/.exec(mark) ?? [];
  return { seq: Number(seq), registrationId };
}

/** A registration of another version counts as removed, since it belongs to another gallery. */
async function openChange(
  vault: Vault,
  { scope, version }: Gallery,
  { registrationId, template, templateVersion, deletedAt }: GalleryRow,
): Promise<GalleryChange> {
  if (deletedAt !== null || templateVersion !== version) return { registrationId, template: null };
  if (template === null) throw new Error("An active registration has no template.");
  const row = { id: registrationId, version };
  return { registrationId, template: await openTemplateBytes(vault, scope, row, template) };
}
