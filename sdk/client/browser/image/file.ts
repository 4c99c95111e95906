import { ImageError, type Prepared, prepareFrame } from "./frame.ts";
import { HEADER_BYTES, readHeader } from "./header.ts";
import { breachOf, type FileLimits, LIMITS, sidesToTry } from "./limits.ts";

/**
 * A file that a person chose. It is uploaded unchanged, since re-encoding destroys the traces that reveal a
 * changed document; only one that the service would reject is resized. Throws an `ImageError`.
 */
export async function prepareFile(file: Blob, limits: FileLimits = {}): Promise<Prepared> {
  const most = { ...LIMITS, ...limits };
  const header = readHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()));
  const why = breachOf(header, file.size, most);
  if (why === undefined && header !== undefined) {
    // The bytes determine the type: a name or a system may give another.
    const blob = file.type === header.type ? file : file.slice(0, file.size, header.type);
    return { blob, width: header.width, height: header.height, changed: false, why };
  }
  const bitmap = await decode(file);
  try {
    for (const longestSide of sidesToTry(bitmap, most)) {
      const prepared = await prepareFrame(bitmap, { longestSide });
      if (prepared.blob.size <= most.bytes) return { ...prepared, why };
    }
  } finally {
    bitmap.close();
  }
  throw new ImageError("image_too_large");
}

/** Upright, as a person sees it. */
async function decode(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch (error) {
    throw new ImageError("image_unreadable", error);
  }
}
