const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Whether the magic bytes are those of a JPEG, or of a PNG or WebP that is not animated. */
export function isStillImage(content: Uint8Array): boolean {
  if (startsWith(content, [0xff, 0xd8, 0xff])) return true;
  if (startsWith(content, PNG_SIGNATURE)) return !isAnimatedPng(content);
  return ascii(content, 0) === "RIFF" && ascii(content, 8) === "WEBP" && !isAnimatedWebp(content);
}

function startsWith(content: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => content[i] === byte);
}

function ascii(content: Uint8Array, offset: number): string {
  return String.fromCharCode(...content.subarray(offset, offset + 4));
}

/** APNG puts its `acTL` chunk before the first `IDAT`; libvips would silently show the first frame. */
function isAnimatedPng(content: Uint8Array): boolean {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  let offset = PNG_SIGNATURE.length;
  while (offset + 8 <= content.length) {
    const type = ascii(content, offset + 4);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
    offset += 12 + view.getUint32(offset);
  }
  return false;
}

/** The extended header `VP8X` carries the animation flag; without it an `ANIM` chunk has no meaning. */
function isAnimatedWebp(content: Uint8Array): boolean {
  return ascii(content, 12) === "VP8X" && ((content[20] ?? 0) & 0x02) !== 0;
}
