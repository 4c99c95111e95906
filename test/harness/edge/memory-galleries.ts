import type { Forgotten, ForgottenFace, GalleryAnswer, GalleryRequest } from "#edge/inference/gallery.ts";
import { MemoryGalleries } from "#inference/gallery/memory-galleries.ts";

/** The index of the service in this process, behind the port of the edge: no transport lies between them. */
export function memoryGalleries() {
  const index = new MemoryGalleries(1 << 30);
  const searchGallery = async ({ gallery, page, probe, limit }: GalleryRequest): Promise<GalleryAnswer> => {
    const changes = page?.changes.map(({ registrationId, template }) => ({
      registrationId,
      vector: toVector(template),
    }));
    const answer = await index.answer({
      gallery,
      page: page === null ? undefined : { ...page, changes: changes! },
      probe: toVector(probe),
      limit,
    });
    return { ...answer, filling: false };
  };
  const forget = async (faces: readonly ForgottenFace[]): Promise<Forgotten> => {
    for (const { gallery, registrationId } of faces) await index.remove(gallery, [registrationId]);
    return { onGalleryServer: false };
  };
  return { searchGallery, forget };
}

const toVector = (bytes: Uint8Array | null) =>
  bytes === null ? undefined : new Float32Array(new Uint8Array(bytes).buffer);
