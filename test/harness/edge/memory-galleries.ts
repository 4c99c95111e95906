import type { GalleryAnswer, GalleryRequest } from "../../../edge/inference/port.ts";
import { GalleryIndex } from "../../../inference/gallery/gallery-index.ts";
import { GalleryRefusal } from "../../../inference/gallery/messages.ts";

/** The real index in this process, without the service around it: a double for the calls alone. */
export function memoryGalleries(clock: () => number = Date.now) {
  const index = new GalleryIndex(1 << 30, clock);
  return async (request: GalleryRequest): Promise<GalleryAnswer> => {
    const changes = request.changes.map(({ template, ...change }) => ({
      ...change,
      vector: toVector(template),
    }));
    const [answer] = index.answer([{ ...request, changes, probe: toVector(request.probe) }]);
    if (answer === undefined || answer instanceof GalleryRefusal) throw answer;
    return answer;
  };
}

const toVector = (bytes: Uint8Array | null) =>
  bytes === null ? null : new Float32Array(new Uint8Array(bytes).buffer);
