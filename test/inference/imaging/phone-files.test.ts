import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUploadFile } from "#inference/forensics/upload/upload-file.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { openUpload } from "#inference/imaging/upload/open.ts";
import { progressive } from "#lab/material/hostile/jpegs.ts";
import { DecodingProbe } from "./decoding-probe.ts";
import { drawn, SIDE } from "./hostile-image.ts";
import { gainMap, motionPhoto, mpo, ultraHdr, video } from "./phone-files.ts";

// Pillow#8052, #8036 and reports of sharp's users: files of common phones.
const KINDS = { "a motion photo": motionPhoto, "a multi-picture file": mpo, "an Ultra HDR photo": ultraHdr };

let jpeg: Buffer;
let probe: DecodingProbe;
beforeAll(async () => {
  [jpeg, probe] = await Promise.all([drawn().jpeg({ quality: 92 }).toBuffer(), DecodingProbe.open()]);
});
afterAll(() => probe.close());

async function tails(): Promise<Record<string, Buffer>> {
  return {
    "a video": video(200_000),
    "a gain map": await gainMap(SIDE),
    "a second image": await drawn(640, 480).jpeg().toBuffer(),
    "a video that claims 4 GB": video(1_000, 0xffffffff),
    "a second image of 5,000 scans": progressive(6_000, 6_000, 5_000),
    "9 MB of starts of a JPEG": Buffer.alloc(9e6, Buffer.from([0xff, 0xd8])),
    "9 MB of starts of a scan": Buffer.alloc(9e6, Buffer.from([0xff, 0xda, 0, 8])),
  };
}

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])("%s", (kind) => {
  it("is decoded as its first image, whatever follows that, at no more than the first one's cost", async () => {
    const { data } = await decodeImage(jpeg);
    for (const [name, tail] of Object.entries(await tails())) {
      const file = KINDS[kind](jpeg, tail);
      expect(Buffer.compare((await decodeImage(file)).data, data) === 0, name).toBe(true);
      expect(openUpload(file).decodable().length, name).toBeLessThanOrEqual(jpeg.length);
      expect(await probe.decode(file), name).toMatchObject({ outcome: "decoded" });
      expect((await readUploadFile(file)).segments.length, name).toBeLessThan(20);
    }
  });

  it("is rejected like any other JPEG if its first image is cut short", async () => {
    const file = KINDS[kind](jpeg.subarray(0, jpeg.length >> 1), Buffer.alloc(0));
    expect((await probe.decode(file)).outcome).toBe("unreadable");
  });
});

it("an index of more images than the file has bytes for is not read", async () => {
  const file = mpo(jpeg, Buffer.alloc(10), 0x0fffffff);
  const { outcome, seconds } = await probe.decode(file);
  expect(outcome).toBe("decoded");
  expect(seconds).toBeLessThan(1);
});
