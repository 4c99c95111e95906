import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { editingSoftware } from "#inference/forensics/file/editing-software.ts";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";
import { withLumaSteps, withSegment } from "#lab/material/capture/jpeg-file.ts";

const picture = () => sharp({ create: { width: 240, height: 240, channels: 3, background: "#8899aa" } });
const editorsOf = async (content: Uint8Array) => editingSoftware(await readUploadFile(content));

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
    expect(await editorsOf(await picture().withExif(exif).toFormat(format).toBuffer())).toEqual([
      "Adobe Lightroom",
    ]);
  });

  it("finds an editor in XMP, as the tool or in the history", async () => {
    const [creator, history] = await Promise.all(
      [CREATOR, HISTORY].map((packet) => picture().withXmp(packet).toFormat(format).toBuffer()),
    );
    expect(await editorsOf(creator!)).toEqual(["GIMP"]);
    expect(await editorsOf(history!)).toEqual(["Adobe Photoshop"]);
  });

  it("finds an editor in XMP without a packet around it, as Apple writes it", async () => {
    const bare = CREATOR.replaceAll(/<\?xpacket[^>]*>/g, "");
    expect(await editorsOf(await picture().withXmp(bare).toFormat(format).toBuffer())).toEqual(["GIMP"]);
  });

  it("finds no editor in a camera's own metadata, nor in a file without metadata", async () => {
    const camera = picture().withExif({ IFD0: { Make: "Apple", Model: "iPhone 15", Software: "17.4.1" } });
    expect(await editorsOf(await camera.toFormat(format).toBuffer())).toEqual([]);
    expect(await editorsOf(await picture().toFormat(format).toBuffer())).toEqual([]);
  });
});

it("finds an editor in a JPEG comment", async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const commented = withSegment(jpeg, 0xfe, Buffer.from("Edited with Snapseed"));
  expect(await editorsOf(commented)).toEqual(["Snapseed"]);
});

it("finds an editor and generated pixels in a C2PA manifest, but no camera that signs its pictures", async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const manifest = (text: string) => withSegment(jpeg, 0xeb, Buffer.from(`JP\0\x01jumbc2pa.claim ${text}`));
  expect(await editorsOf(manifest("claim_generator Adobe_Photoshop/25.1"))).toEqual(["Adobe Photoshop"]);
  const source = "http://cv.iptc.org/newscodes/digitalsourcetype/";
  expect(await editorsOf(manifest(`${source}compositeWithTrainedAlgorithmicMedia`))).toEqual([
    "Generative AI",
  ]);
  expect(await editorsOf(manifest(`Camera/1.0 ${source}computationalCapture`))).toEqual([]);
});

it("finds generated pixels by the source type in XMP", async () => {
  const packet = xmp(
    'xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" e:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>',
  );
  expect(await editorsOf(await picture().withXmp(packet).jpeg().toBuffer())).toEqual(["Generative AI"]);
});

it("finds an editor in a PNG text", async () => {
  const png = await picture().withMetadata().png().toBuffer();
  const text = Buffer.from("tEXtSoftware\0Paint.NET 5.0");
  const chunk = Buffer.alloc(text.length + 8);
  chunk.writeUInt32BE(text.length - 4);
  text.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(text), text.length + 4);
  const head = 33;
  expect(await editorsOf(Buffer.concat([png.subarray(0, head), chunk, png.subarray(head)]))).toEqual([
    "Paint.NET",
  ]);
});

describe("in a JPEG's own structure", () => {
  const jpeg = () => picture().jpeg().toBuffer();
  /** Image resources of Photoshop's kind: an id, no name, four bytes. */
  const resources = (...ids: number[]) =>
    Buffer.concat([
      Buffer.from("Photoshop 3.0\0", "latin1"),
      ...ids.map((id) =>
        Buffer.from([0x38, 0x42, 0x49, 0x4d, id >> 8, id & 255, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0]),
      ),
    ]);

  it.each([0x0406, 0x0421])("finds Photoshop by its own image resource %d", async (id) => {
    const found = await editorsOf(withSegment(await jpeg(), 0xed, resources(0x0404, id)));
    expect(found).toEqual(["Adobe Photoshop"]);
  });

  it("does not count captions that other programs write into the same block", async () => {
    expect(await editorsOf(withSegment(await jpeg(), 0xed, resources(0x0404, 0x0425)))).toEqual([]);
  });

  it("does not fail on image resources that end short", async () => {
    const whole = withSegment(await jpeg(), 0xed, resources(0x0404, 0x0406).subarray(0, 32));
    expect(await editorsOf(whole)).toEqual([]);
    const named = resources(0x0404, 0x0406);
    named[14 + 6] = 255;
    expect(await editorsOf(withSegment(await jpeg(), 0xed, named))).toEqual([]);
  });

  it("finds Save for Web by its segment", async () => {
    const ducky = Buffer.from("Ducky\0\x01\0\x04\0\0\0\x64\0\0", "latin1");
    expect(await editorsOf(withSegment(await jpeg(), 0xec, ducky))).toEqual(["Adobe Save for Web"]);
  });

  it("finds Adobe's software by its quantisation tables, though all metadata is gone", async () => {
    expect(await editorsOf(withLumaSteps(await jpeg(), MAXIMUM))).toEqual(["Adobe software"]);
    expect(await editorsOf(withLumaSteps(await jpeg(), MAXIMUM.with(63, 13)))).toEqual([]);
  });

  it.each([10, 50, 75, 80, 90, 95, 99, 100])(
    "finds none in the standard's tables at quality %d",
    async (quality) => {
      expect(await editorsOf(await picture().jpeg({ quality }).toBuffer())).toEqual([]);
    },
  );
});

/** Luma's steps in what Photoshop CS4 saves at quality 10. */
const MAXIMUM = [
  ...[2, 2, 2, 2, 3, 4, 5, 6, 2, 2, 2, 2, 3, 4, 5, 6, 2, 2, 2, 2, 4, 5, 7, 9, 2, 2, 2, 4, 5, 7, 9, 12],
  ...[
    3, 3, 4, 5, 8, 10, 12, 12, 4, 4, 5, 7, 10, 12, 12, 12, 5, 5, 7, 9, 12, 12, 12, 12, 6, 6, 9, 12, 12, 12,
    12, 12,
  ],
];

it("does not count an editor's name in another tag, such as a description", async () => {
  const exif = { IFD0: { ImageDescription: "My photoshop course" } };
  expect(await editorsOf(await picture().withExif(exif).jpeg().toBuffer())).toEqual([]);
});

it("finds nothing in broken metadata, and does not fail on it", async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const broken = Buffer.from("Exif\0\0II*\0\xff\xff\xff\xffPhotoshop", "latin1");
  expect(await editorsOf(withSegment(jpeg, 0xe1, broken))).toEqual([]);
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
