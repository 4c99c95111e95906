import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { editingSoftware } from "../../../inference/forensics/editing-software.ts";

const picture = () => sharp({ create: { width: 240, height: 240, channels: 3, background: "#8899aa" } });

function xmp(description: string): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" ${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

const CREATOR = xmp('xmp:CreatorTool="GIMP 2.10"/>');
const HISTORY = xmp(
  '><xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:softwareAgent="Adobe Photoshop 25.1"/></rdf:Seq></xmpMM:History></rdf:Description>',
);

describe.each(["jpeg", "png", "webp"] as const)("in a %s", (format) => {
  it("finds an editor in EXIF", async () => {
    const exif = { IFD0: { Software: "Adobe Photoshop Lightroom 13.0" } };
    expect(await editingSoftware(await picture().withExif(exif).toFormat(format).toBuffer())).toEqual([
      "Adobe Lightroom",
    ]);
  });

  it("finds an editor in XMP, as the tool or in the history", async () => {
    const [creator, history] = await Promise.all(
      [CREATOR, HISTORY].map((packet) => picture().withXmp(packet).toFormat(format).toBuffer()),
    );
    expect(await editingSoftware(creator!)).toEqual(["GIMP"]);
    expect(await editingSoftware(history!)).toEqual(["Adobe Photoshop"]);
  });

  it("finds none in a camera's own metadata, nor where there is none", async () => {
    const camera = picture().withExif({ IFD0: { Make: "Apple", Model: "iPhone 15", Software: "17.4.1" } });
    expect(await editingSoftware(await camera.toFormat(format).toBuffer())).toEqual([]);
    expect(await editingSoftware(await picture().toFormat(format).toBuffer())).toEqual([]);
  });
});

/** A JPEG with one more segment behind its start. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

it("finds an editor in a JPEG comment", async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const commented = withSegment(jpeg, 0xfe, Buffer.from("Edited with Snapseed"));
  expect(await editingSoftware(commented)).toEqual(["Snapseed"]);
});

it("finds an editor in a PNG text", async () => {
  const png = await picture().withMetadata().png().toBuffer();
  const text = Buffer.from("tEXtSoftware\0Paint.NET 5.0");
  const chunk = Buffer.alloc(text.length + 8);
  chunk.writeUInt32BE(text.length - 4);
  text.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(text), text.length + 4);
  const head = 33;
  expect(await editingSoftware(Buffer.concat([png.subarray(0, head), chunk, png.subarray(head)]))).toEqual([
    "Paint.NET",
  ]);
});

it("takes an editor's name elsewhere, as in a description, for no trace", async () => {
  const exif = { IFD0: { ImageDescription: "My photoshop course" } };
  expect(await editingSoftware(await picture().withExif(exif).jpeg().toBuffer())).toEqual([]);
});

it("finds nothing in broken metadata, and does not fail on it", async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const broken = Buffer.from("Exif\0\0II*\0\xff\xff\xff\xffPhotoshop", "latin1");
  expect(await editingSoftware(withSegment(jpeg, 0xe1, broken))).toEqual([]);
});

/** Of the PNG specification, annex D. */
function crc32(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
