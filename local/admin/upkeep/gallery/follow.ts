import type { Vault } from "../../../../edge/crypto/vault.ts";
import type { GalleryChange } from "../../../../edge/inference/port.ts";
import { galleryKey } from "../../../../edge/operations/commit/tenant-key.ts";
import { openChanges } from "../../../../edge/operations/faces/parts/gallery-changes.ts";
import type { Scope } from "../../../../edge/scope.ts";
import type { Database } from "../../../../edge/store/batch.ts";
import { viewGallery } from "../../../../edge/store/gallery/gallery-view.ts";
import type { GalleryEngine } from "../../../../inference/engine/gallery/engine.ts";
import type { GalleryAnswer, GalleryRequest } from "../../../../inference/gallery/messages.ts";

/** Changes that an engine is told at once. */
const PAGE = 1_000;

/** One gallery: the faces of a tenant and mode whose templates have this version. */
export interface Gallery {
  readonly scope: Scope;
  readonly version: string;
}

/** Where galleries are told from. */
export interface Truth {
  readonly db: Database;
  readonly vault: Vault;
}

export const request = (gallery: Gallery, more: Partial<GalleryRequest> = {}): GalleryRequest => ({
  gallery: galleryKey(gallery.scope, gallery.version),
  ...{ discard: undefined, base: undefined, changes: [], probe: undefined, limit: 1 },
  ...more,
});

/**
 * Tells an engine a gallery up to the last change that the database has, as a search does. `onPage` gets how
 * many changes it was told so far, and the vectors of a page before the engine takes them.
 */
export async function follow(
  engine: GalleryEngine,
  gallery: Gallery,
  { db, vault }: Truth,
  onPage: (told: number, vectors: readonly Float32Array[]) => void = () => {},
): Promise<GalleryAnswer> {
  const { scope, version } = gallery;
  let answer = await engine.answer(request(gallery));
  for (let told = 0; ; ) {
    const { position } = answer;
    const question = { after: position ?? null, limit: PAGE, registrationIds: [], version, exceptRef: null };
    const { known, changes: rows } = await viewGallery(db, scope, question);
    if (known && rows.length === 0) return answer;
    if (known) {
      const changes = (await openChanges(vault, scope, version, rows)).map(toChange);
      told += changes.length;
      onPage(
        told,
        changes.flatMap(({ vector }) => vector ?? []),
      );
      answer = await engine.answer(request(gallery, { base: position, changes }));
    } else answer = await engine.answer(request(gallery, { discard: position }));
  }
}

const toChange = ({ template, ...change }: GalleryChange) => ({
  ...change,
  vector: template === null ? undefined : new Float32Array(template.slice().buffer),
});
