import sharp from "sharp";
import { expect, it } from "vitest";
import { perceptualHash } from "../../../inference/forensics/perceptual-hash.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { SAMPLE_FACES } from "../../material/sample-faces.ts";
import { inventHolder, renderSpecimen } from "../../material/specimen.ts";

const photos = [...new Set(SAMPLE_FACES.map(({ photo }) => photo))];
const original = () => sharp(photos[0]!).resize(900, 700, { fit: "fill" });
const hash = async (content: Buffer) => perceptualHash(await decodeImage(content));

function distance(a: bigint, b: bigint): number {
  return Array.from((a ^ b).toString(2)).filter((bit) => bit === "1").length;
}

it.each([
  ["compressed hard", () => original().jpeg({ quality: 40 })],
  ["half as large", () => sharp(photos[0]!).resize(450, 350, { fit: "fill" }).png()],
  ["brightened", () => original().modulate({ brightness: 1.1 }).png()],
  ["a little blurred", () => original().blur(1.5).png()],
])("stays within 6 bits when the picture is %s", async (_, changed) => {
  const [before, after] = await Promise.all([original().png(), changed()].map((image) => image.toBuffer()));
  expect(distance(await hash(before!), await hash(after!))).toBeLessThanOrEqual(6);
});

it("is 64 bits, the same for the same picture", async () => {
  const content = await original().png().toBuffer();
  const first = await hash(content);
  expect(first).toBe(await hash(content));
  expect(first).toBeGreaterThan(0n);
  expect(first).toBeLessThan(2n ** 64n);
});

it("differs by more than 12 bits between different pictures", async () => {
  const card = await renderSpecimen({
    format: "TD1",
    holder: inventHolder(1),
    portrait: SAMPLE_FACES[0]!,
    scale: 8,
  });
  const contents = await Promise.all(photos.map((photo) => sharp(photo).resize(800).png().toBuffer()));
  const hashes = await Promise.all([...contents, card.content].map(hash));
  for (const [i, a] of hashes.entries()) {
    for (const b of hashes.slice(i + 1)) expect(distance(a, b)).toBeGreaterThan(12);
  }
});
