/** A logo is told with each capture session, so it is small. */
export const LARGEST_LOGO = { bytes: 32 * 1024, side: 1_024 } as const;

/** The first bytes of a PNG picture: the signature, and the header's length and name. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

/**
 * What is wrong with a logo; null for nothing. Only PNG is taken: a vector picture may hold a script, and a
 * few bytes of any format may stand for a picture that fills a phone's memory, which this header tells.
 */
export function logoFault(content: Uint8Array): string | null {
  const { bytes, side } = LARGEST_LOGO;
  if (content.length > bytes) return `has at most ${bytes} bytes`;
  if (content.length < 24 || !PNG.every((byte, i) => content[i] === byte)) return "is a PNG picture";
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const sides = [view.getUint32(16), view.getUint32(20)];
  return sides.every((length) => length > 0 && length <= side) ? null : `has at most ${side} pixels a side`;
}
