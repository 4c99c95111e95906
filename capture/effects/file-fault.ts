import type { FileFault } from "../machine/state.ts";

/** As many bytes as name a format. */
const HEAD_BYTES = 512;

/** Brands of ISO base media files that hold HEIC photos, as iPhones save them. */
const HEIC_BRANDS: ReadonlySet<string> = new Set(["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"]);

/** What a file that holds no usable photo is, by its first bytes: its name or type may be wrong. */
export async function faultOfFile(file: Blob): Promise<Exclude<FileFault["why"], "small">> {
  if (file.size === 0) return "empty";
  const bytes = await headOf(file);
  if (bytes === null) return "other";
  const head = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  if (head.includes("%PDF-")) return "pdf";
  if (head.slice(4, 8) === "ftyp" && HEIC_BRANDS.has(head.slice(8, 12))) return "heic";
  return isText(bytes) ? "text" : "other";
}

/** Null if the file cannot be read: it was moved, or lies in a cloud. */
const headOf = (file: Blob): Promise<Uint8Array | null> =>
  file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );

/** Control characters, but tab, line feed and carriage return, stand in no text. */
const isText = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
