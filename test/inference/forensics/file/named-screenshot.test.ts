import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { Subject } from "#inference/forensics/measure/measure.ts";
import type { ForensicNets } from "#inference/forensics/measure/traces.ts";
import { namedScreenshot } from "#inference/forensics/recapture/screenshot.ts";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";

const picture = () => sharp({ create: { width: 240, height: 240, channels: 3, background: "#8899aa" } });
const tracesOf = async (content: Uint8Array) =>
  (await namedScreenshot.measure({ file: await readUploadFile(content) } as Subject, {} as ForensicNets)).map(
    ({ trace, value }) => `${trace} ${value}`,
  );

const comment = (words: string) => ({ IFD2: { UserComment: words } });
const xmp = (words: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"><exif:UserComment>${words}</exif:UserComment></rdf:Description></rdf:RDF></x:xmpmeta>`;

describe.each(["jpeg", "png", "webp"] as const)("a %s", (format) => {
  const said = picture().withExif(comment("Screenshots of my holiday")).withXmp(xmp("my passport"));
  it.each([
    [
      "that says so in EXIF is a screenshot",
      picture().withExif(comment("Screenshot")),
      ["named_screenshot 1"],
    ],
    ["that says so in XMP is a screenshot", picture().withXmp(xmp("Screenshot")), ["named_screenshot 1"]],
    ["with other comments says nothing", said, []],
    ["without a comment says nothing", picture(), []],
  ])("%s", async (_, made, traces) => {
    expect(await tracesOf(await made.toFormat(format).toBuffer())).toEqual(traces);
  });
});
