import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { editingSoftware } from "#inference/forensics/file/editing-software.ts";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";
import { withLumaSteps, withSegment } from "#lab/material/capture/jpeg-file.ts";
import { chunk } from "../../imaging/png.ts";

const image = () => sharp({ create: { width: 240, height: 240, channels: 3, background: "#8899aa" } });
const editorsOf = async (content: Uint8Array) => editingSoftware(await readUploadFile(content));

function xmp(description: string): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" ${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

const CREATOR = xmp('xmp:CreatorTool="GIMP 2.10"/>');
const HISTORY = xmp(
  '><xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:softwareAgent="Adobe Photoshop 25.1"/></rdf:Seq></xmpMM:History></rdf:Description>',
);
/** As Apple writes it: no packet around it. */
const BARE = CREATOR.replaceAll(/<\?xpacket[^>]*>/g, "");
const GENERATED = xmp(
  'xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" e:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/>',
);
const CAMERA = { Make: "Apple", Model: "iPhone 15", Software: "17.4.1" };

describe.each(["jpeg", "png", "webp"] as const)("in a %s", (format) => {
  it.each([
    [
      "EXIF's software",
      image().withExif({ IFD0: { Software: "Adobe Photoshop Lightroom 13.0" } }),
      "Adobe Lightroom",
    ],
    ["the tool in XMP", image().withXmp(CREATOR), "GIMP"],
    ["the history in XMP", image().withXmp(HISTORY), "Adobe Photoshop"],
    ["XMP without a packet around it", image().withXmp(BARE), "GIMP"],
    [
      "the source type in XMP, which says that pixels were generated",
      image().withXmp(GENERATED),
      "Generative AI",
    ],
  ])("finds an editor in %s", async (_, edited, editor) => {
    expect(await editorsOf(await edited.toFormat(format).toBuffer())).toEqual([editor]);
  });

  it.each([
    ["a camera's own metadata", image().withExif({ IFD0: CAMERA })],
    [
      "an editor's name in another tag",
      image().withExif({ IFD0: { ImageDescription: "My photoshop course" } }),
    ],
    ["a file without metadata", image()],
  ])("finds no editor in %s", async (_, taken) => {
    expect(await editorsOf(await taken.toFormat(format).toBuffer())).toEqual([]);
  });
});

it("finds an editor in a PNG text", async () => {
  const file = await image().png().toBuffer();
  const text = chunk("tEXt", Buffer.from("Software\0Paint.NET 5.0"));
  const head = 33;
  expect(await editorsOf(Buffer.concat([file.subarray(0, head), text, file.subarray(head)]))).toEqual([
    "Paint.NET",
  ]);
});

/** Image resources of Photoshop's kind: an id, no name, four bytes. */
const resources = (...ids: number[]) =>
  Buffer.concat([
    Buffer.from("Photoshop 3.0\0", "latin1"),
    ...ids.map((id) =>
      Buffer.from([0x38, 0x42, 0x49, 0x4d, id >> 8, id & 255, 0, 0, 0, 0, 0, 3, 1, 2, 3, 0]),
    ),
  ]);
const named = resources(0x0404, 0x0406);
named[14 + 6] = 255;

const c2pa = (text: string) => Buffer.from(`JP\0\x01jumbc2pa.claim ${text}`);
const SOURCE = "http://cv.iptc.org/newscodes/digitalsourcetype/";

describe("in a JPEG's own segments", () => {
  const found = async (marker: number, content: Buffer) =>
    editorsOf(withSegment(await image().jpeg().toBuffer(), marker, content));

  it.each([
    ["a comment", 0xfe, Buffer.from("Edited with Snapseed"), "Snapseed"],
    ["a C2PA claim", 0xeb, c2pa("claim_generator Adobe_Photoshop/25.1"), "Adobe Photoshop"],
    ["a C2PA source", 0xeb, c2pa(`${SOURCE}compositeWithTrainedAlgorithmicMedia`), "Generative AI"],
    ["Photoshop's image resource 0406", 0xed, resources(0x0404, 0x0406), "Adobe Photoshop"],
    ["Photoshop's image resource 0421", 0xed, resources(0x0404, 0x0421), "Adobe Photoshop"],
    [
      "Save for Web's segment",
      0xec,
      Buffer.from("Ducky\0\x01\0\x04\0\0\0\x64\0\0", "latin1"),
      "Adobe Save for Web",
    ],
  ])("finds an editor by %s", async (_, marker, content, editor) => {
    expect(await found(marker, content)).toEqual([editor]);
  });

  it.each([
    ["a camera that signs its photos", 0xeb, c2pa(`Camera/1.0 ${SOURCE}computationalCapture`)],
    ["captions that other programs write as Photoshop does", 0xed, resources(0x0404, 0x0425)],
    ["image resources that end short", 0xed, resources(0x0404, 0x0406).subarray(0, 32)],
    ["image resources whose name is longer than the segment", 0xed, named],
    ["broken metadata", 0xe1, Buffer.from("Exif\0\0II*\0\xff\xff\xff\xffPhotoshop", "latin1")],
  ])("finds no editor in %s", async (_, marker, content) => {
    expect(await found(marker, content)).toEqual([]);
  });
});

/** Luma quantisation of Photoshop CS4 at quality 10. */
const MAXIMUM = [
  ...[2, 2, 2, 2, 3, 4, 5, 6, 2, 2, 2, 2, 3, 4, 5, 6, 2, 2, 2, 2, 4, 5, 7, 9, 2, 2, 2, 4, 5, 7, 9, 12],
  ...[
    3, 3, 4, 5, 8, 10, 12, 12, 4, 4, 5, 7, 10, 12, 12, 12, 5, 5, 7, 9, 12, 12, 12, 12, 6, 6, 9, 12, 12, 12,
    12, 12,
  ],
];

it("finds Adobe's software by its quantisation tables, though all metadata is gone", async () => {
  const jpeg = await image().jpeg().toBuffer();
  expect(await editorsOf(withLumaSteps(jpeg, MAXIMUM))).toEqual(["Adobe software"]);
  expect(await editorsOf(withLumaSteps(jpeg, MAXIMUM.with(63, 13)))).toEqual([]);
  for (const quality of [10, 50, 75, 80, 90, 95, 99, 100]) {
    expect(await editorsOf(await image().jpeg({ quality }).toBuffer())).toEqual([]);
  }
});
