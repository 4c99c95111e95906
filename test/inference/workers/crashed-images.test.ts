import { expect, it } from "vitest";
import { CrashedImages } from "#inference/workers/crashed-images.ts";

const NOW = 1_000_000;
const MINUTE = 60_000;
const image = (text: string) => Buffer.from(text);

it("rejects an image that two workers died of, for ten minutes from the second", () => {
  const crashed = new CrashedImages();
  crashed.record([image("a")], 1, NOW);
  expect(crashed.indexOfRefused([image("a")], NOW)).toBe(-1);
  crashed.record([image("a")], 1, NOW + MINUTE);
  expect(crashed.indexOfRefused([image("b"), image("a")], NOW + MINUTE)).toBe(1);
  expect(crashed.indexOfRefused([image("a")], NOW + 11 * MINUTE - 1)).toBe(0);
  expect(crashed.indexOfRefused([image("a")], NOW + 11 * MINUTE)).toBe(-1);
});

it("clears an image that a worker finishes", () => {
  const crashed = new CrashedImages();
  crashed.record([image("a")], 1, NOW);
  crashed.clear([image("a")]);
  crashed.record([image("a")], 1, NOW);
  expect(crashed.indexOfRefused([image("a")], NOW)).toBe(-1);
});

it("rejects every image of work that killed two workers", () => {
  const crashed = new CrashedImages();
  crashed.record([image("a"), image("b")], 2, NOW);
  expect(crashed.indexOfRefused([image("b")], NOW)).toBe(0);
});

it("remembers the last 1,024 images and no more", () => {
  const crashed = new CrashedImages();
  for (let i = 0; i <= 1_024; i++) crashed.record([image(`${i}`)], 2, NOW + i);
  expect(crashed.indexOfRefused([image("0")], NOW + 1_025)).toBe(-1);
  expect(crashed.indexOfRefused([image("1")], NOW + 1_025)).toBe(0);
});
