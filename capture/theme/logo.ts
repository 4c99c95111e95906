/** As base64 is written: the page takes what the service keeps, a PNG of at most 32 KiB, and nothing else. */
const LOGO = /^data:image\/png;base64,([A-Za-z0-9+/]{32,43692}={0,2})$/;
const SIGNATURE = "\x89PNG\r\n\x1a\n";

/** The tenant's logo as a photo of this page's own, which its policy lets in; null where it is none. */
export function logoPhoto(dataUrl: string): Blob | null {
  const [, base64 = ""] = LOGO.exec(dataUrl) ?? [];
  const content = base64.length % 4 === 0 ? atob(base64) : "";
  if (!content.startsWith(SIGNATURE)) return null;
  return new Blob([Uint8Array.from(content, (byte) => byte.charCodeAt(0))], { type: "image/png" });
}
