import { expect, it } from "vitest";
import { faultOfFile } from "#capture/effects/file-fault.ts";

const heic = (brand: string) => `\x00\x00\x00\x18ftyp${brand}\x00\x00\x00\x00`;
const bytesOf = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0));

it.each([
  ["empty", ""],
  ["pdf", "%PDF-1.7\n%\xe2\xe3"],
  // Some programs write a few bytes before the mark.
  ["pdf", "\xef\xbb\xbf%PDF-1.4"],
  ["heic", heic("heic")],
  ["heic", heic("mif1")],
  ["text", "Dear Sir,\r\n\tthis is no photo. \xe4\xf6\xfc"],
  ["other", heic("isom")],
  ["other", "PK\x03\x04 a zip"],
])(
  "a file that holds no photo is named by its first bytes, whatever its name and type: %s",
  async (fault, text) => {
    expect(await faultOfFile(new File([bytesOf(text)], "card.jpg", { type: "image/jpeg" }))).toBe(fault);
  },
);

it("a file that cannot be read any more is no photo", async () => {
  const gone = { size: 10, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("moved")) }) };
  expect(await faultOfFile(gone as unknown as Blob)).toBe("other");
});
