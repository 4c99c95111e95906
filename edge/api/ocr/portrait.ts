import type { Media } from "../../media.ts";
import type { Check } from "../check/open.ts";

export interface KeptPortrait {
  readonly key: string;
  /** Takes it back when the result that it belongs to could not be written. */
  discard(): Promise<void>;
}

/** Keeps a document's portrait, sealed, where the storage policy says so and an object store is bound; else null. */
export async function keepPortrait(
  { services, scope, storeMedia }: Check,
  ocrId: string,
  jpeg: Uint8Array,
): Promise<KeptPortrait | null> {
  const { media, vault } = services;
  if (media === null || !storeMedia) return null;
  const key = `${scope.tenantId}/${ocrId}`;
  await media.put(key, await vault.seal(scope, portraitContext(key), jpeg));
  return { key, discard: () => media.delete(key) };
}

/** What a kept portrait is sealed for. */
export const portraitContext = (key: string) => `portrait:${key}`;

/** `portrait` and `portrait_expires_at` of contract §7, signed afresh; nothing where none is kept. */
export async function linkPortrait(media: Media | null, key: string | null, now: number) {
  if (media === null || key === null) return {};
  const { url, expiresAt } = await media.sign(key, now);
  return { portrait: url, portrait_expires_at: new Date(expiresAt).toISOString() };
}
