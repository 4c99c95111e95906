import sharp from "sharp";
import { expect, it } from "vitest";
import { perceptualHash } from "#inference/forensics/upload/perceptual-hash.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import { inventHolder, renderSpecimen } from "#lab/material/documents/specimen.ts";
import { defaultTemplate } from "#lab/material/documents/templates.ts";
import { SAMPLE_FACES } from "#lab/material/faces/sample-faces.ts";

/** The edge's limit between near-duplicates and other images. */
const LIMIT = 48;

const photos = [...new Set(SAMPLE_FACES.map(({ photo }) => photo))];
const original = () => sharp(photos[0]!).resize(900, 700, { fit: "fill" });
const hash = async (content: Buffer) => perceptualHash(await decodeImage(content));

function distance(a: Uint8Array, b: Uint8Array): number {
  const differing = a.map((byte, i) => byte ^ b[i]!);
  return Array.from(differing, (byte) => byte.toString(2).replaceAll("0", "").length).reduce((x, y) => x + y);
}

it.each([
  ["compressed hard", () => original().jpeg({ quality: 40 })],
  ["half as large", () => sharp(photos[0]!).resize(450, 350, { fit: "fill" }).png()],
  ["brightened", () => original().modulate({ brightness: 1.1 }).png()],
  ["a little blurred", () => original().blur(1.5).png()],
])("stays well within the limit when the image is %s", async (_, changed) => {
  const [before, after] = await Promise.all([original().png(), changed()].map((image) => image.toBuffer()));
  expect(distance(await hash(before!), await hash(after!))).toBeLessThan(0.8 * LIMIT);
});

it("the hash is 1,024 bits, half of them set, and the same for the same image", async () => {
  const content = await original().png().toBuffer();
  const first = await hash(content);
  expect(first).toEqual(await hash(content));
  expect(first).toHaveLength(128);
  expect(distance(first, new Uint8Array(128))).toBe(512);
});

it("the hash distinguishes flat scans of one template for different people, even with the same portrait", async () => {
  const scan = async (holder: number, face: number) => {
    const portrait = SAMPLE_FACES[face]!;
    const template = defaultTemplate("TD1");
    const options = { format: "TD1", template, holder: inventHolder(holder), portrait, scale: 10 } as const;
    return hash((await renderSpecimen(options)).content);
  };
  const hashes = await Promise.all([scan(1, 0), scan(2, 0), scan(3, 1)]);
  for (const [i, a] of hashes.entries()) {
    for (const b of hashes.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(1.2 * LIMIT);
  }
});
