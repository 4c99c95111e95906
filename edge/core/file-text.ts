import { ApiError } from "./errors.ts";

/** The first bytes of files that are often sent as a photo, and what such a file is. */
const KINDS: readonly (readonly [start: RegExp, name: string])[] = [
  [/^%PDF-/, "a PDF"],
  [/^.{4}ftyp(hei[cxms]|hev[cmxs]|mif1|msf1)/s, "a HEIC photo, as iPhones take them"],
  [/^.{4}ftyp(avif|avis)/s, "an AVIF image"],
  [/^.{4}ftyp/s, "a video"],
  [/^GIF8/, "a GIF image"],
  [/^BM/, "a BMP image"],
  [/^(II\*\0|MM\0\*)/, "a TIFF image or a camera's raw file"],
  [/^\s*(<\?xml[^>]*>\s*)?<svg/i, "an SVG image"],
  [/^RIFF.{4}WEBP/s, "an animated WebP image"],
  [/^\x89PNG/, "an animated PNG image"],
  [/^(data:image\/|\/9j\/|iVBORw0KGgo|UklGR)/, "base64 text. Decode it"],
  [/^https?:\/\//, "a URL, which the service does not fetch"],
  [
    /^[\t\n\r\x20-\x7e]+$/,
    "text, not the bytes of an image. With curl, name a file with @: `-F PARAM=@card.jpg`",
  ],
];

const SNIFFED_BYTES = 512;

/** 400 `unsupported_image_type`, which says what the file is. */
export const unsupportedImage = (param: string, content: Uint8Array, cause?: unknown): ApiError =>
  new ApiError(
    "unsupported_image_type",
    `${fileText(param, content)}Send a JPEG, PNG or WebP image that is not animated.`,
    { param, cause },
  );

/** A sentence on what a rejected file is, with a space behind it. */
function fileText(param: string, content: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(content.slice(0, SNIFFED_BYTES));
  const kind = KINDS.find(([form]) => form.test(start));
  const size =
    content.length < 1024 ? `${content.length} bytes` : `${(content.length / 1024).toFixed(1)} KiB`;
  return kind === undefined
    ? `${param} has ${size} that do not begin as an image does. `
    : `${param} is ${kind[1].replace("PARAM", param)}. `;
}
