import type {
  Forgotten,
  ForgottenFace,
  GalleryAnswer,
  GalleryRequest,
} from "../../../edge/inference/port.ts";
import { GalleryIndex } from "../../../inference/gallery/gallery-index.ts";
import { GalleryRefusal } from "../../../inference/gallery/messages.ts";

/** The index of the service in this process, behind the port of the edge: no transport lies between them. */
export function memoryGalleries(clock: () => number = Date.now) {
  const index = new GalleryIndex(1 << 30, clock);
  const searchGallery = async ({
    discard,
    base,
    probe,
    ...request
  }: GalleryRequest): Promise<GalleryAnswer> => {
    const changes = request.changes.map(({ template, ...change }) => ({
      ...change,
      vector: toVector(template),
    }));
    const [answer] = index.answer([
      {
        ...request,
        discard: discard ?? undefined,
        base: base ?? undefined,
        changes,
        probe: toVector(probe),
      },
    ]);
    if (answer === undefined || answer instanceof GalleryRefusal) throw answer;
    return { ...answer, position: answer.position ?? null };
  };
  const forget = async (faces: readonly ForgottenFace[]): Promise<Forgotten> => {
    for (const { gallery, registrationId } of faces) index.forget(gallery, registrationId);
    return { onGalleryServer: false };
  };
  return { searchGallery, forget };
}

const toVector = (bytes: Uint8Array | null) =>
  bytes === null ? undefined : new Float32Array(new Uint8Array(bytes).buffer);
