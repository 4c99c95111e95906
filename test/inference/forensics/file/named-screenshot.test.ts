import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Subject } from "#inference/forensics/detector/detector.ts";
import type { ForensicModels } from "#inference/forensics/detector/indicators.ts";
import { namedScreenshot } from "#inference/forensics/recapture/screenshot.ts";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";

const image = () => sharp({ create: { width: 240, height: 240, channels: 3, background: "#8899aa" } });
const tracesOf = async (content: Uint8Array) =>
  (
    await namedScreenshot.measure({ file: await readUploadFile(content) } as Subject, {} as ForensicModels)
  ).map(({ indicator, value }) => `${indicator} ${value}`);

const comment = (words: string) => ({ IFD2: { UserComment: words } });
const xmp = (words: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"><exif:UserComment>${words}</exif:UserComment></rdf:Description></rdf:RDF></x:xmpmeta>`;

describe.each(["jpeg", "png", "webp"] as const)("a %s", (format) => {
  const said = image().withExif(comment("Screenshots of my holiday")).withXmp(xmp("my passport"));
  it.each([
    ["that says so in EXIF is a screenshot", image().withExif(comment("Screenshot")), ["named_screenshot 1"]],
    ["that says so in XMP is a screenshot", image().withXmp(xmp("Screenshot")), ["named_screenshot 1"]],
    ["with other comments says nothing", said, []],
    ["without a comment says nothing", image(), []],
  ])("%s", async (_, made, indicators) => {
    expect(await tracesOf(await made.toFormat(format).toBuffer())).toEqual(indicators);
  });
});
