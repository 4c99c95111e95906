import type { Vault } from "../../../../edge/crypto/vault.ts";
import type { GalleryChange } from "../../../../edge/inference/port.ts";
import { galleryKey } from "../../../../edge/operations/commit/tenant-key.ts";
import { openChanges } from "../../../../edge/operations/faces/gallery-changes.ts";
import type { Scope } from "../../../../edge/scope.ts";
import type { Database } from "../../../../edge/store/batch.ts";
import { viewGallery } from "../../../../edge/store/gallery/gallery-view.ts";
import type { GalleryEngine } from "../../../../inference/engine/gallery/engine.ts";
import type {
  Change,
  GalleryAnswer,
  GalleryRequest,
  Position,
} from "../../../../inference/gallery/messages.ts";

/** Changes that an engine is told at once. */
export const PAGE = 1_000;

/** One gallery: the faces of a tenant and mode whose templates have this version. */
export interface Gallery {
  readonly scope: Scope;
  readonly version: string;
  /** After its name, where an engine has a part of it. */
  readonly part?: string;
}

/** Where galleries are told from. */
export interface Truth {
  readonly db: Database;
  readonly vault: Vault;
}

export const request = (gallery: Gallery, more: Partial<GalleryRequest> = {}): GalleryRequest => ({
  gallery: `${galleryKey(gallery.scope, gallery.version)}${gallery.part ?? ""}`,
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
  truth: Truth,
  onPage: (told: number, vectors: readonly Float32Array[]) => void = () => {},
): Promise<GalleryAnswer> {
  let answer = await engine.answer(request(gallery));
  for (let told = 0; ; ) {
    const { position } = answer;
    const { known, changes } = await changesAfter(gallery, truth, position, PAGE);
    if (known && changes.length === 0) return answer;
    if (known) {
      told += changes.length;
      onPage(
        told,
        changes.flatMap(({ vector }) => vector ?? []),
      );
      answer = await engine.answer(request(gallery, { base: position, changes }));
    } else answer = await engine.answer(request(gallery, { discard: position }));
  }
}

/** The next changes after a position, and whether the database knows that position. */
export async function changesAfter(
  { scope, version }: Gallery,
  { db, vault }: Truth,
  position: Position | undefined,
  limit: number,
): Promise<{ readonly known: boolean; readonly changes: readonly Change[] }> {
  const question = { after: position ?? null, limit, registrationIds: [], version, exceptRef: null };
  const { known, changes } = await viewGallery(db, scope, question);
  return { known, changes: (await openChanges(vault, scope, version, changes)).map(toChange) };
}

const toChange = ({ template, ...change }: GalleryChange): Change => ({
  ...change,
  vector: template === null ? undefined : new Float32Array(template.slice().buffer),
});
